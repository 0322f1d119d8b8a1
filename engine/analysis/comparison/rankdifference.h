// SPDX-License-Identifier: Apache-2.0
// Tables of a rank, or of all of them, with the differences to one rank beside the figures, and what each of them is
// worth.
#pragma once

#include "engine/analysis/comparison/opdifference.h"
#include "engine/analysis/device/apistatistics.h"
#include "engine/analysis/device/kernelstatistics.h"
#include "engine/analysis/device/memorycurves.h"
#include "engine/analysis/device/pipeusage.h"

#include <string>
#include <vector>

namespace jitscope::inline analysis {

/** A column of differences, with what each is worth; of what is no time, Slower is more and Faster is less. */
struct DeltaColumn {
    int column = -1;                    ///< of the table
    std::vector<DeltaVerdict> verdicts; ///< by row
    std::vector<double> noise;          ///< by row, in the column's unit: a difference up to this one says nothing
};

struct ComparedTable {
    DataTable table;
    std::vector<DeltaColumn> deltas;
};

/** compareOperators() for groups of a rank: of kernelTimes() or apiTimes(). */
std::vector<OpDelta> compareGroups(const GroupDurations &baseline, const GroupDurations &now);

/** `table` is kernelStatisticsTable() of `groups`, `deltas` compareGroups() of kernelTimes(): what only the baseline
   has gets rows of its own at the end. */
ComparedTable withDeltas(DataTable table, const std::vector<KernelGroup> &groups, KernelGroupBy grouping,
                         const std::vector<OpDelta> &deltas);
/** The same of apiStatisticsTable() and apiTimes(). */
ComparedTable withDeltas(DataTable table, const std::vector<ApiGroup> &groups, const std::vector<OpDelta> &deltas);

/** The same of pipeUsageTable(). The noise of a ratio is the scatter of those of
   single kernels, weighted as the mean is, and 2 %. */
ComparedTable withDeltas(DataTable table, const PipeUsages &usages, const PipeUsages &baseline);
/** The same of a table of operators with the columns "name", "size" and "count", which are those of `held`. Sizes are
   counted, not measured: each difference is one. */
ComparedTable withDeltas(DataTable table, const std::vector<HeldByOperator> &held,
                         const std::vector<HeldByOperator> &baseline);

/** What the rows of one rank are to each other. */
enum class RowsOfRank : uint8_t {
    Repetitions, ///< of one thing, as steps are
    Parts        ///< of one measurement
};

/**
 * A table of all ranks with a column "rank": each row against that of `baseline` which has the same texts in `keys`
 * (and comes as the same of several with them), in the columns `compared` of integers in ns. The rows of the baseline
 * itself have no differences.
 *
 * Of a measurement alone nobody knows how far it scatters (TooFew). Where both ranks have at least leastCalls
 * repetitions they tell: the noise of one is the scatter of those of both ranks, at a probability of 0.01 divided by
 * their number, and what such ranks drift (measuredtimes.h).
 */
ComparedTable againstRank(DataTable table, const std::string &baseline, const std::vector<std::string> &keys,
                          const std::vector<std::string> &compared, RowsOfRank rows);

/** Rows against those of another table which have the same texts in `keys` (and come as the same of several with
   them), in the columns `compared` of integers. Bytes are counted, so their differences are ones; of a time that was
   measured once nobody knows (TooFew). Rows that the other table does not have get no difference. */
ComparedTable againstTable(DataTable table, const DataTable &baseline, const std::vector<std::string> &keys,
                           const std::vector<std::string> &compared);

} // namespace jitscope::inline analysis
