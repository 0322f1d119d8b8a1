// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/slicewalk.h"

#include <algorithm>
#include <climits>

namespace jitscope {
inline namespace timeline {

int64_t SliceWalk::shiftOf(const TimelineLane &lane) const {
    const auto shift = m_shifts.find(lane.rank);
    return shift == m_shifts.end() ? 0 : shift->second;
}

SlicePlace SliceWalk::find(SliceId slice) const {
    const Trace *trace = m_store.trace();
    if (trace == nullptr || !slice.valid() || slice.value >= trace->sliceCount()) return {};
    const TrackId track = trace->trackOf(slice);
    for (size_t i = 0; i < m_lanes.size(); ++i) {
        const TimelineLane &lane = m_lanes[i];
        if (lane.counter >= 0 || std::find(lane.tracks.begin(), lane.tracks.end(), track) == lane.tracks.end())
            continue;
        const std::vector<RowRef> rows = m_store.rows(lane);
        for (size_t row = 0; row < rows.size(); ++row)
            if (const int64_t place = rows[row].columns.placeOf(slice, trace->startOf(slice)); place >= 0)
                return {int(i), int(row), place};
    }
    return {};
}

SliceId SliceWalk::beside(SliceId slice, int direction) const {
    const SlicePlace at = find(slice);
    if (!at.isValid()) return {};
    const RowColumns row = m_store.rows(m_lanes[size_t(at.lane)])[size_t(at.row)].columns;
    const int64_t next = at.place + direction;
    return next >= 0 && next < row.count ? row.at(next) : SliceId();
}

SliceId SliceWalk::parent(SliceId slice) const {
    const SlicePlace at = find(slice);
    if (!at.isValid()) return {};
    const Trace &trace = *m_store.trace();
    SliceId innermost;
    int64_t shortest = INT64_MAX;
    for (const RowRef &row : m_store.rows(m_lanes[size_t(at.lane)])) {
        const int64_t place = row.columns.covering(trace.startOf(slice));
        if (place < 0 || row.columns.at(place) == slice || row.columns.endOf(place) < trace.endOf(slice)) continue;
        const int64_t duration = row.columns.durationOf(place);
        if (duration < trace.durationOf(slice) || duration >= shortest) continue;
        shortest = duration;
        innermost = row.columns.at(place);
    }
    return innermost;
}

SliceId SliceWalk::child(SliceId slice) const {
    const SlicePlace at = find(slice);
    if (!at.isValid()) return {};
    const Trace &trace = *m_store.trace();
    const std::vector<RowRef> rows = m_store.rows(m_lanes[size_t(at.lane)]);
    for (size_t row = size_t(at.row) + 1; row < rows.size(); ++row) {
        const RowColumns &columns = rows[row].columns;
        const int64_t place = columns.firstStartingFrom(trace.startOf(slice));
        if (place < columns.count && columns.endOf(place) <= trace.endOf(slice)) return columns.at(place);
    }
    return {};
}

SliceId SliceWalk::onNextLane(SliceId slice, int direction) const {
    const SlicePlace at = find(slice);
    if (!at.isValid()) return {};
    const Trace &trace = *m_store.trace();
    const int64_t time = trace.startOf(slice) + shiftOf(m_lanes[size_t(at.lane)]);
    const auto here = std::find(m_shown.begin(), m_shown.end(), at.lane);
    if (here == m_shown.end()) return {};
    for (int64_t i = (here - m_shown.begin()) + direction; i >= 0 && i < int64_t(m_shown.size()); i += direction) {
        const TimelineLane &lane = m_lanes[size_t(m_shown[size_t(i)])];
        const std::vector<RowRef> rows = m_store.rows(lane);
        if (rows.empty()) continue;
        // Coming from above one enters at the outermost row, from below at the innermost that runs then.
        const int64_t own = time - shiftOf(lane);
        if (direction < 0)
            for (size_t row = rows.size(); row-- > 0;)
                if (const int64_t place = rows[row].columns.covering(own); place >= 0)
                    return rows[row].columns.at(place);
        const RowColumns &outer = rows.front().columns;
        const int64_t behind = std::min(outer.firstEndingAfter(own), outer.count - 1);
        if (behind > 0 && own - outer.endOf(behind - 1) < outer.startOf(behind) - own) return outer.at(behind - 1);
        return outer.at(behind);
    }
    return {};
}

SliceId SliceWalk::ofSameName(SliceId slice, int direction) const {
    const SlicePlace at = find(slice);
    if (!at.isValid()) return {};
    const Trace &trace = *m_store.trace();
    const TextId name = trace.nameIdOf(slice);
    const std::pair<int64_t, SliceId> from{trace.startOf(slice) + shiftOf(m_lanes[size_t(at.lane)]), slice};
    std::pair<int64_t, SliceId> best;
    for (const int index : m_shown) {
        const int64_t shift = shiftOf(m_lanes[size_t(index)]);
        for (const RowRef &row : m_store.rows(m_lanes[size_t(index)])) {
            const RowColumns &columns = row.columns;
            const int64_t first = columns.firstStartingFrom(from.first - shift);
            for (int64_t place = direction > 0 ? first : first + (first < columns.count ? 0 : -1);
                 place >= 0 && place < columns.count; place += direction) {
                const std::pair<int64_t, SliceId> here{columns.startOf(place) + shift, columns.at(place)};
                if (best.second.valid() && (direction > 0 ? here >= best : here <= best)) break;
                if (trace.nameIdOf(here.second) != name || (direction > 0 ? here <= from : here >= from)) continue;
                best = here;
                break;
            }
        }
    }
    return best.second;
}

} // namespace timeline
} // namespace jitscope
