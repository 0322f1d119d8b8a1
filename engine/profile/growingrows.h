// SPDX-License-Identifier: Apache-2.0
// Rows of lanes that are not (or not yet) in the order of an arranged trace: those of a live run, which grow at their
// end, and lanes that a view makes of several.
#pragma once

#include "engine/profile/tracepyramid.h"

#include <vector>

namespace jitscope::inline profile {

/** A row that has a list of its slices; their times stay in the trace. */
struct OwnRow {
    std::vector<uint32_t> slices;
    RowPyramid pyramid;
    RowColumns columns(const Trace &trace) const; ///< as long as neither of them changes
};

/** The rows of one lane; the same as layoutSlices() would make of all its slices at once. */
class GrowingLane {
public:
    /** Adds slices in any order. What lies behind the earliest of them is laid out again: little for a live run. */
    void add(const Trace &trace, std::vector<uint32_t> slices);
    const std::vector<OwnRow> &rows() const { return m_rows; }

private:
    std::vector<OwnRow> m_rows;
};

/** The lanes of a trace by track, made of its slices as they come. */
class GrowingRows {
public:
    /** Takes in the slices that `trace`, the same as before, has got since. */
    void extend(const Trace &trace);
    int64_t sliceCount() const { return m_taken; }
    const std::vector<GrowingLane> &lanes() const { return m_lanes; } ///< by TrackId

private:
    std::vector<GrowingLane> m_lanes;
    int64_t m_taken = 0;
};

} // namespace jitscope::inline profile
