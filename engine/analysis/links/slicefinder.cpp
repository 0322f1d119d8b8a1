// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/links/slicefinder.h"

#include <algorithm>
#include <cassert>

namespace jitscope::inline analysis {

namespace {

/** The place in `row` of the first slice that begins at or behind a time, counted from the row's first. */
int64_t firstFrom(const Trace &trace, const LaneRow &row, int64_t timeNs) {
    const auto begin = trace.columns().start.begin() + row.first;
    return std::lower_bound(begin, begin + row.count, timeNs) - begin;
}

/** The slice of `row` that covers a time, or none. */
SliceId coveringIn(const Trace &trace, const LaneRow &row, int64_t timeNs) {
    const int64_t behind = timeNs == INT64_MAX ? row.count : firstFrom(trace, row, timeNs + 1);
    if (behind == 0) return {};
    const SliceId slice{row.first + behind - 1};
    return trace.endOf(slice) > timeNs || trace.startOf(slice) == timeNs ? slice : SliceId();
}

} // namespace

SliceFinder::SliceFinder(const Trace &trace)
    : m_trace(trace) {
    for (const LaneRow &row : trace.laneRows()) {
        const Track &track = trace.trackAt(row.track);
        m_rows[{track.rank, track.kind}].push_back(&row);
    }
}

SliceId SliceFinder::at(int rank, LaneKind kind, int64_t number, int64_t startNs) const {
    SliceId longest;
    const auto rows = m_rows.find({rank, kind});
    if (rows == m_rows.end()) return longest;
    for (const LaneRow *row : rows->second) {
        if (number >= 0 && m_trace.trackAt(row->track).number != number) continue;
        const int64_t place = firstFrom(m_trace, *row, startNs);
        const SliceId slice{row->first + place};
        if (place == row->count || m_trace.startOf(slice) != startNs) continue;
        if (!longest.valid() || m_trace.durationOf(slice) > m_trace.durationOf(longest)) longest = slice;
    }
    return longest;
}

std::vector<SliceId> SliceFinder::covering(int rank, LaneKind kind, int64_t number, int64_t timeNs) const {
    std::map<TrackId, SliceId> innermost; // rows of a track come outermost first
    const auto rows = m_rows.find({rank, kind});
    if (rows == m_rows.end()) return {};
    for (const LaneRow *row : rows->second) {
        if (number >= 0 && m_trace.trackAt(row->track).number != number) continue;
        if (const SliceId slice = coveringIn(m_trace, *row, timeNs); slice.valid()) innermost[row->track] = slice;
    }
    std::vector<SliceId> slices;
    for (const auto &[track, slice] : innermost)
        slices.push_back(slice);
    return slices;
}

SliceId SliceFinder::parent(SliceId slice) const {
    const Track &track = m_trace.trackAt(m_trace.trackOf(slice));
    const auto rows = m_rows.find({track.rank, track.kind});
    assert(rows != m_rows.end());
    SliceId enclosing;
    for (const LaneRow *row : rows->second) {
        if (row->track != track.id) continue;
        if (slice.value >= row->first && slice.value < row->first + row->count) break; // rows further in follow
        const SliceId outer = coveringIn(m_trace, *row, m_trace.startOf(slice));
        if (outer.valid() && m_trace.endOf(outer) >= m_trace.endOf(slice)) enclosing = outer;
    }
    return enclosing;
}

} // namespace jitscope::inline analysis
