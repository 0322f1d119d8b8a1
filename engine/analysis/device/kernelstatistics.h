// SPDX-License-Identifier: Apache-2.0
// Where the device's time went: the rows of a kernels table, summed by type, name, core or shape.
#pragma once

#include "engine/analysis/device/groupdurations.h"
#include "engine/analysis/intervals.h"
#include "engine/analysis/operators/optable.h"
#include "engine/profile/datatable.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline analysis {

enum class KernelGroupBy : uint8_t {
    Type,
    Name,
    Core,
    Shape,       ///< type and shapes of the inputs
    TypeAndCore, ///< as the producer's op_statistic
};
/** "type", "name", "core", "shape", "type-core" */
std::optional<KernelGroupBy> kernelGroupByNamed(std::string_view name);

struct KernelGroup {
    std::string key;
    std::string detail; ///< core of a type, type of a name, shapes; "" where the kernels of the group differ in it
    int64_t count = 0;
    int64_t totalNs = 0, minNs = 0, maxNs = 0;
    TimeSpread spread;
    int64_t waitNs = 0;               ///< sum of the waits before them
    double launchNs = OpRow::unknown; ///< of all of them; unknown where it is so for one
    /** Of the sum over all computing kernels, 0..1, as the producer's op_statistic counts; collectives are shares of
        their own sum, for they are mostly waiting. */
    double share = 0;
    bool isCommunication = false;
    int64_t longestRow = -1; ///< of the table

    /** What the group is on any rank: its key, with the detail where groups are split by it. */
    std::string identity(KernelGroupBy grouping) const;
};

/** Of the kernels that overlap `within` (all without it), by falling total. Kernels count whole. `launches` are those
   of kernelLaunches(), or none. */
std::vector<KernelGroup> kernelStatistics(const DataTable &kernels, KernelGroupBy grouping,
                                          const std::optional<Interval> &within = std::nullopt,
                                          std::span<const int64_t> launches = {});
/** The same as rows of operators: kernels do not nest, so what they took is their own. */
std::vector<OpRow> kernelRows(const DataTable &kernels, KernelGroupBy grouping, std::span<const int64_t> launches = {});
/** The durations of the kernels of each group, by its identity, in the table's order. */
GroupDurations kernelTimes(const DataTable &kernels, KernelGroupBy grouping,
                           const std::optional<Interval> &within = std::nullopt);
/** As a table with the columns that derivedtables.h explains. */
DataTable kernelStatisticsTable(const std::vector<KernelGroup> &groups, KernelGroupBy grouping);

} // namespace jitscope::inline analysis
