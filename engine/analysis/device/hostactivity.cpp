// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/device/hostactivity.h"

#include <algorithm>
#include <map>

namespace jitscope::inline analysis {

namespace {

/** Of a stretch with more calls in one row of a lane than this, the first are looked at. */
constexpr size_t sliceLimit = 20000;

class LaneActivity {
public:
    LaneActivity(const LaneIndex &lanes, const TaskRoles &roles, const Interval &span)
        : m_lanes(lanes)
        , m_trace(lanes.trace())
        , m_roles(roles)
        , m_span(span) {}

    void add(TrackId track) {
        // Calls stand in the rows behind their callers', so going backwards all that a slice called is known.
        const auto lines = m_lanes.linesOf(track);
        Inner inner;
        for (size_t i = lines.size(); i-- > 0;) {
            Inner row;
            for (const SliceId slice : m_lanes.overlapping(lines[i], m_span.beginNs, m_span.endNs, sliceLimit))
                take(slice, inner, row);
            add(inner.all, row.all);
            add(inner.python, row.python);
        }
        noteLastBefore(track);
    }

    HostActivity finish() {
        m_activity.coveredNs = totalLength(unite(std::move(m_covered)));
        for (size_t role = 0; role < HostActivity::roleCount; ++role)
            m_activity.roles[role].ns = totalLength(unite(std::move(m_byRole[role])));
        return m_activity;
    }

private:
    /** What lies further in on the lane: all, and functions of the program alone. */
    struct Inner {
        Intervals all, python;
    };
    static void add(Intervals &to, const Intervals &more) {
        to.insert(to.end(), more.begin(), more.end());
        to = unite(std::move(to));
    }

    Interval clippedTo(SliceId slice) const {
        return {std::max(m_trace.startOf(slice), m_span.beginNs), std::min(m_trace.endOf(slice), m_span.endNs)};
    }

    void take(SliceId slice, const Inner &inner, Inner &row) {
        const Interval part = clippedTo(slice);
        if (part.length() <= 0) return;
        row.all.push_back(part);
        const HostRole role = m_roles.host(slice);
        HostActivity::Role &known = m_activity.roles[size_t(role)];
        if (!known.longest.valid() || part.length() > clippedTo(known.longest).length()) known.longest = slice;
        m_byRole[size_t(role)].push_back(part);
        if (role == HostRole::Step) return;
        if (role == HostRole::Python) {
            // Operators that a function calls are its own doing; functions that it calls are not.
            row.python.push_back(part);
            return takePython({slice, part.length() - totalLength(clipped(inner.python, part))});
        }
        const int64_t self = part.length() - totalLength(clipped(inner.all, part));
        m_covered.push_back(part);
        if (self > m_activity.call.selfNs) m_activity.call = {slice, self};
    }

    void takePython(const HostShare &share) {
        const bool isUsers = isUserFile(stackLine(m_trace.nameOf(share.slice)).file);
        const bool knownIsUsers =
            m_activity.python.slice.valid() && isUserFile(stackLine(m_trace.nameOf(m_activity.python.slice)).file);
        if (isUsers == knownIsUsers ? share.selfNs > m_activity.python.selfNs : isUsers) m_activity.python = share;
    }

    void noteLastBefore(TrackId track) {
        for (const LaneLine &line : m_lanes.linesOf(track)) {
            constexpr int farthest = 16;
            int64_t place = m_lanes.firstFrom(line, m_span.beginNs);
            for (int steps = 0; place > 0 && steps < farthest; ++steps) {
                const SliceId slice = line.at(--place);
                const HostRole role = m_roles.host(slice);
                if (m_trace.endOf(slice) > m_span.beginNs || role == HostRole::Step || role == HostRole::Python)
                    continue;
                const SliceId known = m_activity.lastBefore;
                if (!known.valid() || m_trace.endOf(slice) > m_trace.endOf(known)) m_activity.lastBefore = slice;
                break;
            }
        }
    }

    const LaneIndex &m_lanes;
    const Trace &m_trace;
    const TaskRoles &m_roles;
    Interval m_span;
    Intervals m_covered;
    std::array<Intervals, HostActivity::roleCount> m_byRole;
    HostActivity m_activity;
};

} // namespace

HostActivity hostActivity(const LaneIndex &lanes, const TaskRoles &roles, const std::vector<TrackId> &tracks,
                          const Interval &span) {
    LaneActivity activity(lanes, roles, span);
    for (const TrackId track : tracks)
        activity.add(track);
    return activity.finish();
}

} // namespace jitscope::inline analysis
