// SPDX-License-Identifier: Apache-2.0
// How times scatter: median, percentiles, standard deviation.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

namespace jitscope::inline analysis {

/** All in ns. */
struct TimeSpread {
    double meanNs = 0, medianNs = 0;
    double p90Ns = 0, p99Ns = 0; ///< the smallest that so many in a hundred do not exceed
    double deviationNs = std::numeric_limits<double>::quiet_NaN(); ///< of a sample; NaN, which is unknown, for one time
};

/** Of at least one time. Brings them into another order. */
TimeSpread spreadOf(std::span<int64_t> times);

} // namespace jitscope::inline analysis
