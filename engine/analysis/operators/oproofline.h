// SPDX-License-Identifier: Apache-2.0
// Groups of operators under the roofs of the machine that they ran on: what they reached of what their work allows.
#pragma once

#include "engine/analysis/operators/optable.h"
#include "engine/profile/kernelprofile.h"
#include "engine/ops/kernels/machinepeaks.h"

#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

/** A group's work by the formulas of its operators, in its total time; without the first call where that includes
    set-up. */
struct OpRoofline {
    double flopsPerSecond = OpRow::unknown, bytesPerSecond = OpRow::unknown;
    double intensity = OpRow::unknown; ///< flops a byte
    double ratio = OpRow::unknown;     ///< of what the roofs allow; what moves data alone is held against the bandwidth
    const Bandwidth *bandwidth = nullptr; ///< of the level that holds the bytes of one call; of the peaks
    bool isMemoryBound = false;
};

/** Nothing where the recording does not say what work a group did, or how long it took. */
std::optional<OpRoofline> rooflineOf(const OpRow &row, const MachinePeaks &peaks);
/** As a point of a chart; nothing also for what computes nothing. */
std::optional<RooflinePoint> rooflinePoint(const OpRow &row, const MachinePeaks &peaks);

/** For files: RFC 4180, a line for each row, unknown figures empty. */
std::string rooflineCsv(const std::vector<OpRow> &rows, const MachinePeaks &peaks, const std::string &by);
/** {"peaks": {...}, "rows": [...]}; unknown figures are null. */
std::string rooflineJson(const std::vector<OpRow> &rows, const MachinePeaks &peaks, const std::string &by);
/** For people: the roofs, how they were measured, and a line for each row. */
std::string rooflineText(const std::vector<OpRow> &rows, const MachinePeaks &peaks, const std::string &by);

} // namespace jitscope::inline analysis
