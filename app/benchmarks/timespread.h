// SPDX-License-Identifier: GPL-3.0-or-later
// The times of one row in figures: what is typical, how far they spread, how sure that is.
#pragma once

#include <optional>
#include <vector>

namespace jitscope {
inline namespace benchmarks {

/** All in nanoseconds. */
struct TimeSpread {
    int count = 0;
    double median = 0;
    double low = 0, high = 0; ///< of the interval that holds the median with 95 % confidence, by order statistics
    double firstQuartile = 0, thirdQuartile = 0;
    double least = 0, p90 = 0, mean = 0, deviation = 0;
    int outliers = 0; ///< more than three quartile distances outside of the quartiles; they are counted in all figures
};

/** None of nothing. */
std::optional<TimeSpread> spreadOfTimes(std::vector<double> times);

} // namespace benchmarks
} // namespace jitscope
