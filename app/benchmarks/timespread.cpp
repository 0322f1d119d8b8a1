// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/benchmarks/timespread.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace jitscope {
inline namespace benchmarks {

namespace {

/** Of sorted values. */
double quantileOf(const std::vector<double> &sorted, double share) {
    const double place = share * double(sorted.size() - 1);
    const size_t below = size_t(place), above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - double(below)) * (sorted[above] - sorted[below]);
}

/** How many values at each end the interval of the median leaves out: the number below it is binomial. */
size_t leftOut(size_t count) {
    constexpr double deviations95 = 1.96;
    const double away = double(count) / 2 - deviations95 * std::sqrt(double(count)) / 2;
    return away >= 1 ? size_t(away) - 1 : 0;
}

double deviationOf(const std::vector<double> &values, double mean) {
    if (values.size() < 2) return 0;
    double squares = 0;
    for (const double value : values)
        squares += (value - mean) * (value - mean);
    return std::sqrt(squares / double(values.size() - 1));
}

} // namespace

std::optional<TimeSpread> spreadOfTimes(std::vector<double> times) {
    if (times.empty()) return std::nullopt;
    std::ranges::sort(times);
    TimeSpread spread;
    spread.count = int(times.size());
    spread.median = quantileOf(times, 0.5);
    const size_t out = leftOut(times.size());
    spread.low = times[out];
    spread.high = times[times.size() - 1 - out];
    spread.firstQuartile = quantileOf(times, 0.25);
    spread.thirdQuartile = quantileOf(times, 0.75);
    spread.least = times.front();
    spread.p90 = quantileOf(times, 0.9);
    spread.mean = std::accumulate(times.begin(), times.end(), 0.0) / double(times.size());
    spread.deviation = deviationOf(times, spread.mean);
    const double far = 3 * (spread.thirdQuartile - spread.firstQuartile);
    spread.outliers = int(std::ranges::count_if(
        times, [&](double time) { return time < spread.firstQuartile - far || time > spread.thirdQuartile + far; }));
    return spread;
}

} // namespace benchmarks
} // namespace jitscope
