// SPDX-License-Identifier: Apache-2.0
// Tables of a rank, or of all of them, with the differences to one rank beside the figures, and what each of them is
// worth.
#pragma once

#include "engine/analysis/comparison/opdifference.h"
#include "engine/analysis/device/apistatistics.h"
#include "engine/analysis/device/kernelstatistics.h"

#include <string>
#include <vector>

namespace jitscope::inline analysis {

/** A column of differences in ns, with what each is worth. */
struct DeltaColumn {
    int column = -1;                    ///< of the table
    std::vector<DeltaVerdict> verdicts; ///< by row
    std::vector<double> noiseNs;        ///< by row: a difference up to this one says nothing
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

/** What the rows of one rank are to each other. */
enum class RowsOfRank : uint8_t {
    Repetitions, ///< of one thing, as steps are
    Parts        ///< of one measurement
};

/**
 * A table of all ranks with a column "rank": each row against that of `baseline` which has the same text in `key` (and
 * comes as the same of several with it), in the columns `compared` of integers in ns. The rows of the baseline itself
 * have no differences.
 *
 * Of a measurement alone nobody knows how far it scatters (TooFew). Where both ranks have at least leastCalls
 * repetitions they tell: the noise of one is the scatter of those of both ranks, at a probability of 0.01 divided by
 * their number, and what such ranks drift (measuredtimes.h).
 */
ComparedTable againstRank(DataTable table, const std::string &baseline, const std::string &key,
                          const std::vector<std::string> &compared, RowsOfRank rows);

} // namespace jitscope::inline analysis
