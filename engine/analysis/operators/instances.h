// SPDX-License-Identifier: Apache-2.0
// The single operators of a group: how many took how long, and when.
#pragma once

#include "engine/analysis/operators/opcolumns.h"

namespace jitscope::inline analysis {

/** Of the places, those in a group. */
std::vector<uint32_t> instancesOf(const OpColumns &columns, OpGrouping grouping, uint32_t group,
                                  const std::vector<uint32_t> &places);

/** Bin i has what took from edges[i] to below edges[i + 1], the last one what took as long as its end as well. Edges
    rise by a factor, as times of operators lie in all orders of magnitude, and are whole ns. */
struct DurationBins {
    std::vector<int64_t> edges;  ///< one more than bins; empty without operators
    std::vector<int64_t> counts; ///< by bin
    size_t binOf(int64_t duration) const;
};
DurationBins durationBins(const OpColumns &columns, const std::vector<uint32_t> &places, int mostBins);

/** The same over time: a grid of counts, columns of equal stretches of time, rows of the bins of durations. */
struct InstanceGrid {
    int64_t from = 0, to = 0; ///< ns: of the first start, behind the last one
    int columns = 0;
    DurationBins bins;
    std::vector<int32_t> counts; ///< by column, then by bin
    int64_t beginOf(int column) const;
    int32_t at(int column, size_t bin) const { return counts[size_t(column) * bins.counts.size() + bin]; }
};
InstanceGrid instanceGrid(const OpColumns &columns, const std::vector<uint32_t> &places, int gridColumns, int mostBins);

} // namespace jitscope::inline analysis
