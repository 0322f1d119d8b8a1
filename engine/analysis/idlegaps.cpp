// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/idlegaps.h"

#include <algorithm>
#include <queue>

namespace jitscope {

namespace {

/** Unites slices that come by start into a set, without keeping them. */
class Union {
public:
    void add(int64_t begin, int64_t end) {
        if (end <= begin) return;
        if (m_set.empty() || begin > m_set.back().endNs)
            m_set.push_back({begin, end});
        else
            m_set.back().endNs = std::max(m_set.back().endNs, end);
    }
    Intervals take() { return std::move(m_set); }

private:
    Intervals m_set;
};

class GapSearch {
public:
    GapSearch(const LaneIndex &lanes, const TaskRoles &roles, const DeviceKey &device, const IdleOptions &options)
        : m_lanes(lanes)
        , m_trace(lanes.trace())
        , m_roles(roles)
        , m_device(device)
        , m_options(options)
        , m_planes(lanes.tracksOf(device, LaneKind::Plane))
        , m_collectives(lanes.tracksOf(device, LaneKind::Communication))
        , m_streams(lanes.tracksOf(device, LaneKind::Stream)) {}

    IdleTime search() {
        IdleTime time{m_device, {}, 0, 0, 0, 0, {}};
        const Intervals streams = covered(m_streams), transfers = covered(m_planes);
        const Intervals collectives = covered(m_collectives);
        Intervals all = streams;
        for (const Intervals &more : {transfers, collectives})
            all.insert(all.end(), more.begin(), more.end());
        all = unite(std::move(all));
        if (all.empty() || !m_options.isWanted()) return time;

        time.extent = {all.front().beginNs, all.back().endNs};
        const Intervals free = difference({time.extent}, all);
        Intervals working = streams;
        working.insert(working.end(), transfers.begin(), transfers.end());
        const Intervals waiting = difference(known(collectives), unite(std::move(working)));
        time.freeNs = totalLength(free);
        time.waitNs = totalLength(waiting);
        time.busyNs = time.extent.length() - time.freeNs - time.waitNs;
        time.count = int64_t(free.size() + waiting.size());
        list(time, free, waiting);
        return time;
    }

private:
    /** All lines of the tracks at once, by start. */
    Intervals covered(const std::vector<TrackId> &tracks) const {
        struct Cursor {
            const LaneLine *line;
            int64_t place, start;
            bool operator<(const Cursor &other) const { return start > other.start; } // the earliest on top
        };
        std::priority_queue<Cursor> cursors;
        for (const TrackId track : tracks)
            for (const LaneLine &line : m_lanes.linesOf(track))
                if (line.count > 0) cursors.push({&line, 0, m_trace.startOf(line.at(0))});
        Union set;
        int64_t steps = 0;
        while (!cursors.empty()) {
            if ((++steps & 0xffff) == 0 && !m_options.isWanted()) return {};
            Cursor next = cursors.top();
            cursors.pop();
            const SliceId slice = next.line->at(next.place);
            if (works(slice)) set.add(next.start, m_trace.endOf(slice));
            if (++next.place == next.line->count) continue;
            next.start = m_trace.startOf(next.line->at(next.place));
            cursors.push(next);
        }
        return set.take();
    }

    bool works(SliceId slice) const { return m_roles.task(slice) == TaskRole::Work; }

    /** Of collectives, those with something recorded on the planes: of others one cannot tell whether they wait. */
    Intervals known(const Intervals &collectives) const {
        Intervals of;
        for (const Interval &each : collectives)
            if (hasPlaneTask(each)) of.push_back(each);
        return of;
    }
    bool hasPlaneTask(const Interval &within) const {
        for (const TrackId track : m_planes)
            for (const LaneLine &line : m_lanes.linesOf(track)) {
                const int64_t place = m_lanes.firstEndingBehind(line, within.beginNs);
                if (place < line.count && m_trace.startOf(line.at(place)) < within.endNs) return true;
            }
        return false;
    }

    void list(IdleTime &time, const Intervals &free, const Intervals &waiting) const {
        std::vector<IdleGap> gaps;
        const auto add = [&](const Interval &span, SliceId collective) {
            if (span.length() >= m_options.shortestNs) gaps.push_back({span, {}, {}, collective});
        };
        for (const Interval &span : free)
            add(span, {});
        for (const Interval &span : waiting)
            add(span, collectiveAt(span.beginNs));
        const size_t kept = std::min(m_options.limit, gaps.size());
        std::partial_sort(gaps.begin(), gaps.begin() + int64_t(kept), gaps.end(),
                          [](const IdleGap &a, const IdleGap &b) {
                              if (a.span.length() != b.span.length()) return a.span.length() > b.span.length();
                              return a.span.beginNs < b.span.beginNs;
                          });
        gaps.resize(kept);
        for (IdleGap &gap : gaps) {
            if (!m_options.isWanted()) break;
            gap.before = endingAt(gap.span.beginNs);
            gap.after = beginningAt(gap.span.endNs);
        }
        time.longest = std::move(gaps);
    }

    SliceId collectiveAt(int64_t timeNs) const {
        for (const TrackId track : m_collectives)
            if (const SliceId slice = m_lanes.covering(track, timeNs); slice.valid()) return slice;
        return {};
    }

    template<class Use> void forEachLine(Use use) const {
        for (const auto *tracks : {&m_streams, &m_planes, &m_collectives})
            for (const TrackId track : *tracks)
                for (const LaneLine &line : m_lanes.linesOf(track))
                    use(line);
    }

    SliceId beginningAt(int64_t timeNs) const {
        SliceId longest;
        forEachLine([&](const LaneLine &line) {
            for (int64_t place = m_lanes.firstFrom(line, timeNs); place < line.count; ++place) {
                const SliceId slice = line.at(place);
                if (m_trace.startOf(slice) != timeNs) break;
                if (!works(slice)) continue;
                // Of a transfer and the task on a stream that stands for it, the one of the stream has the flows.
                if (!longest.valid() || m_trace.durationOf(slice) > m_trace.durationOf(longest)) longest = slice;
            }
        });
        return longest;
    }

    SliceId endingAt(int64_t timeNs) const {
        constexpr int farthest = 64; // between work and the end of a gap stand few waits and records
        SliceId last;
        forEachLine([&](const LaneLine &line) {
            int64_t place = m_lanes.firstFrom(line, timeNs);
            for (int steps = 0; place > 0 && steps < farthest; ++steps) {
                const SliceId slice = line.at(--place);
                if (m_trace.endOf(slice) < timeNs && works(slice)) break;
                if (m_trace.endOf(slice) != timeNs || !works(slice)) continue;
                last = slice;
                break;
            }
        });
        return last;
    }

    const LaneIndex &m_lanes;
    const Trace &m_trace;
    const TaskRoles &m_roles;
    DeviceKey m_device;
    const IdleOptions &m_options;
    std::vector<TrackId> m_planes, m_collectives, m_streams;
};

} // namespace

IdleTime idleTime(const LaneIndex &lanes, const TaskRoles &roles, const DeviceKey &device, const IdleOptions &options) {
    return GapSearch(lanes, roles, device, options).search();
}

} // namespace jitscope
