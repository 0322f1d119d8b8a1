// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/instances.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jitscope::inline analysis {

std::vector<uint32_t> instancesOf(const OpColumns &columns, OpGrouping grouping, uint32_t group,
                                  const std::vector<uint32_t> &places) {
    std::vector<uint32_t> found;
    const LongVector<uint32_t> &groups = columns.by(grouping).of;
    std::ranges::copy_if(places, std::back_inserter(found), [&](uint32_t place) { return groups[place] == group; });
    return found;
}

size_t DurationBins::binOf(int64_t duration) const {
    const auto above = std::upper_bound(edges.begin(), edges.end(), duration);
    return std::min(size_t(std::max<ptrdiff_t>(above - edges.begin() - 1, 0)), counts.size() - 1);
}

DurationBins durationBins(const OpColumns &columns, const std::vector<uint32_t> &places, int mostBins) {
    DurationBins bins;
    if (places.empty()) return bins;
    int64_t least = std::numeric_limits<int64_t>::max(), most = 0;
    for (const uint32_t place : places) {
        least = std::min(least, columns.duration[place]);
        most = std::max(most, columns.duration[place]);
    }
    const double first = double(std::max<int64_t>(least, 1)), last = double(std::max<int64_t>(most, 1));
    bins.edges.push_back(least);
    for (int i = 1; i < mostBins; ++i) {
        const int64_t edge = std::llround(first * std::pow(last / first, double(i) / mostBins));
        if (edge > bins.edges.back() && edge < most) bins.edges.push_back(edge);
    }
    bins.edges.push_back(std::max(most, least + 1));
    bins.counts.assign(bins.edges.size() - 1, 0);
    for (const uint32_t place : places)
        ++bins.counts[bins.binOf(columns.duration[place])];
    return bins;
}

int64_t InstanceGrid::beginOf(int column) const {
    return from + int64_t(double(to - from) * column / columns);
}

InstanceGrid instanceGrid(const OpColumns &columns, const std::vector<uint32_t> &places, int gridColumns,
                          int mostBins) {
    InstanceGrid grid;
    grid.bins = durationBins(columns, places, mostBins);
    if (places.empty()) return grid;
    grid.columns = gridColumns;
    grid.from = std::numeric_limits<int64_t>::max();
    grid.to = std::numeric_limits<int64_t>::min();
    for (const uint32_t place : places) {
        grid.from = std::min(grid.from, columns.start[place]);
        grid.to = std::max(grid.to, columns.start[place] + 1);
    }
    grid.counts.assign(size_t(gridColumns) * grid.bins.counts.size(), 0);
    for (const uint32_t place : places) {
        const double share = double(columns.start[place] - grid.from) / double(grid.to - grid.from);
        const int column = std::min(int(share * gridColumns), gridColumns - 1);
        ++grid.counts[size_t(column) * grid.bins.counts.size() + grid.bins.binOf(columns.duration[place])];
    }
    return grid;
}

} // namespace jitscope::inline analysis
