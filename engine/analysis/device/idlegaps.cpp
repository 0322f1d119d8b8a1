// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/device/idlegaps.h"

#include "engine/analysis/ranks/communicationwaits.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace jitscope::inline analysis {

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
        IdleTime time;
        time.device = m_device;
        const auto isBusySlice = [this](SliceId slice) { return isBusy(m_roles.task(slice)); };
        Intervals working = covered(m_streams, isBusySlice);
        for (const Interval &more : covered(m_planes, isBusySlice))
            working.push_back(more);
        const std::vector<SliceId> collectives = allCollectives();
        for (const SliceId slice : collectives) // a simulated one moves data for as long as its model says
            if (m_planes.empty() && m_trace.trackAt(m_trace.trackOf(slice)).simulated)
                working.push_back({m_trace.startOf(slice), m_trace.endOf(slice)});
        working = unite(std::move(working));
        Intervals running;
        for (const SliceId slice : collectives)
            running.push_back({m_trace.startOf(slice), m_trace.endOf(slice)});
        running = unite(std::move(running));
        Intervals all = working;
        all.insert(all.end(), running.begin(), running.end());
        all = unite(std::move(all));
        time.lacksCollectives = collectives.empty() && producerCommunicates();
        if (all.empty() || !m_options.shouldContinue()) return time;

        time.extent = {all.front().beginNs, all.back().endNs};
        const Intervals free = difference({time.extent}, all);
        const Intervals alone = difference(running, working);
        Told told = toldByTasks(collectives, alone);
        addToldByTables(told, alone);
        time.freeNs = totalLength(free);
        time.collectiveNs = totalLength(running);
        time.tableNs = told.tableNs;
        time.waitNs = totalLength(told.waiting) + told.tableNs;
        time.unknownNs = told.unknownNs;
        time.busyNs = time.extent.length() - time.freeNs - time.waitNs - time.unknownNs;
        time.count = int64_t(free.size() + told.waiting.size() + told.gaps.size());
        list(time, free, told);
        return time;
    }

private:
    /** All lines of the tracks at once, by start. */
    template<class Wanted> Intervals covered(const std::vector<TrackId> &tracks, Wanted wanted) const {
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
            if ((++steps & 0xffff) == 0 && !m_options.shouldContinue()) return {};
            Cursor next = cursors.top();
            cursors.pop();
            const SliceId slice = next.line->at(next.place);
            if (wanted(slice)) set.add(next.start, m_trace.endOf(slice));
            if (++next.place == next.line->count) continue;
            next.start = m_trace.startOf(next.line->at(next.place));
            cursors.push(next);
        }
        return set.take();
    }

    bool works(SliceId slice) const { return isBusy(m_roles.task(slice)) || isCollective(slice); }
    /** Lanes of communication hold collectives; of streams only the kernels that are a whole one. */
    bool isCollective(SliceId slice) const {
        return m_trace.trackAt(m_trace.trackOf(slice)).kind == LaneKind::Communication ||
               m_roles.task(slice) == TaskRole::Collective;
    }

    std::vector<SliceId> allCollectives() const {
        std::vector<SliceId> found;
        for (const auto *tracks : {&m_collectives, &m_streams})
            for (const TrackId track : *tracks)
                for (const LaneLine &line : m_lanes.linesOf(track))
                    for (int64_t place = 0; place < line.count; ++place)
                        if (isCollective(line.at(place)) && m_trace.durationOf(line.at(place)) > 0)
                            found.push_back(line.at(place));
        return found;
    }

    /** How far it is told what collectives do while nothing else works. */
    struct Told {
        Intervals waiting;           ///< by tasks
        std::vector<SliceId> others; ///< collectives whose tasks are not recorded
        std::vector<IdleGap> gaps;   ///< by tables: these do not say when
        int64_t tableNs = 0, unknownNs = 0;
    };

    /** Of collectives, those with something recorded on the planes, or on streams, tell by their transfers. */
    Told toldByTasks(const std::vector<SliceId> &collectives, const Intervals &alone) const {
        Told told;
        Intervals known;
        const Intervals tasks = covered(m_planes, [](SliceId) { return true; });
        const Intervals onStreams = covered(m_streams, [this](SliceId slice) {
            const TaskRole role = m_roles.task(slice);
            return role == TaskRole::Transfer || role == TaskRole::RankWait;
        });
        for (const SliceId slice : collectives) {
            const Interval span{m_trace.startOf(slice), m_trace.endOf(slice)};
            if (touches(tasks, span) || touches(onStreams, span))
                known.push_back(span);
            else
                told.others.push_back(slice);
        }
        told.waiting = intersection(alone, unite(std::move(known)));
        return told;
    }

    static bool touches(const Intervals &set, const Interval &span) {
        const auto next = std::partition_point(set.begin(), set.end(),
                                               [&](const Interval &each) { return each.endNs <= span.beginNs; });
        return next != set.end() && next->beginNs < span.endNs;
    }

    void addToldByTables(Told &told, const Intervals &alone) const {
        const CommunicationWaits tables(m_options.profile);
        const Intervals left = difference(alone, told.waiting);
        Intervals byTables;
        std::sort(told.others.begin(), told.others.end(),
                  [&](SliceId a, SliceId b) { return m_trace.startOf(a) < m_trace.startOf(b); });
        int64_t done = std::numeric_limits<int64_t>::min(); // collectives may run beside each other
        for (const SliceId slice : told.others) {
            const int64_t length = m_trace.durationOf(slice);
            const auto waited = tables.leastWait(m_trace.nameOf(slice), m_trace.startOf(slice), length);
            const Interval span{std::max(done, m_trace.startOf(slice)), m_trace.endOf(slice)};
            if (!waited || span.length() <= 0) continue;
            done = span.endNs;
            byTables.push_back(span);
            // Its transfers may all lie where nothing else works: what is longer than these is waited at least.
            const int64_t least = std::max<int64_t>(0, lengthWithin(left, span) - (length - *waited));
            told.tableNs += least;
            if (least > 0) told.gaps.push_back({span, {}, {}, slice, least});
        }
        told.unknownNs = totalLength(difference(left, unite(std::move(byTables))));
    }

    static int64_t lengthWithin(const Intervals &set, const Interval &span) {
        auto next = std::partition_point(set.begin(), set.end(),
                                         [&](const Interval &each) { return each.endNs <= span.beginNs; });
        int64_t length = 0;
        for (; next != set.end() && next->beginNs < span.endNs; ++next)
            length += std::min(next->endNs, span.endNs) - std::max(next->beginNs, span.beginNs);
        return length;
    }

    /** Whether the producer counted communication in any step. */
    bool producerCommunicates() const {
        const DataTable *steps = m_options.profile ? m_options.profile->table("step_trace") : nullptr;
        if (steps == nullptr) return false;
        for (int64_t row = 0; row < steps->rowCount(); ++row)
            if (steps->real(row, steps->column("communication")) > 0) return true;
        return false;
    }

    void list(IdleTime &time, const Intervals &free, const Told &told) const {
        std::vector<IdleGap> gaps;
        const auto add = [&](const Interval &span, SliceId collective) {
            if (span.length() >= m_options.shortestNs) gaps.push_back({span, {}, {}, collective});
        };
        for (const Interval &span : free)
            add(span, {});
        for (const Interval &span : told.waiting)
            add(span, collectiveAt(span.beginNs));
        for (const IdleGap &gap : told.gaps)
            if (gap.waitedNs >= m_options.shortestNs) gaps.push_back(gap);
        const size_t kept = std::min(m_options.limit, gaps.size());
        std::partial_sort(gaps.begin(), gaps.begin() + int64_t(kept), gaps.end(),
                          [](const IdleGap &a, const IdleGap &b) {
                              if (a.length() != b.length()) return a.length() > b.length();
                              return a.span.beginNs < b.span.beginNs;
                          });
        gaps.resize(kept);
        for (IdleGap &gap : gaps) {
            if (!m_options.shouldContinue()) break;
            gap.before = endingAt(gap.span.beginNs);
            gap.after = beginningAt(gap.span.endNs);
        }
        time.longest = std::move(gaps);
    }

    SliceId collectiveAt(int64_t timeNs) const {
        for (const auto *tracks : {&m_collectives, &m_streams})
            for (const TrackId track : *tracks)
                if (const SliceId slice = m_lanes.covering(track, timeNs); slice.valid() && isCollective(slice))
                    return slice;
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

} // namespace jitscope::inline analysis
