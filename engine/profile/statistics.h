// SPDX-License-Identifier: Apache-2.0
// Sums over recorded times, grouped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jitscope::inline profile {

/** One group of times: "MatMul" or a line or a scope. */
struct TimeRow {
    std::string key;
    int64_t count = 0;
    int64_t totalNs = 0, minNs = 0, maxNs = 0;
    double meanNs = 0, medianNs = 0;
    double share = 0; ///< of the total of all rows, 0..1
};

/** One measured time with the group it counts for. */
struct TimeSample {
    std::string key;
    int64_t durationNs = 0;
};

/** Rows by falling total; equal totals keep the order of first appearance. */
std::vector<TimeRow> summarize(const std::vector<TimeSample> &samples);

} // namespace jitscope::inline profile
