// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/operators/timespread.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace jitscope::inline analysis {

namespace {

/** The value at `rank` (from 0); those before `from` are known to be no larger than those behind. */
double ranked(std::span<int64_t> times, size_t from, size_t rank) {
    const auto at = times.begin() + int64_t(rank);
    std::nth_element(times.begin() + int64_t(from), at, times.end());
    return double(*at);
}

size_t rankOfShare(size_t count, double share) {
    return size_t(std::max(0.0, std::ceil(share * double(count) - 1e-9) - 1));
}

double deviationOf(std::span<const int64_t> times, double mean) {
    double squares = 0;
    for (const int64_t time : times)
        squares += (double(time) - mean) * (double(time) - mean);
    return std::sqrt(squares / double(times.size() - 1));
}

} // namespace

TimeSpread spreadOf(std::span<int64_t> times) {
    TimeSpread spread;
    const size_t count = times.size(), middle = count / 2;
    spread.meanNs = double(std::accumulate(times.begin(), times.end(), int64_t(0))) / double(count);
    if (count > 1) spread.deviationNs = deviationOf(times, spread.meanNs);
    spread.medianNs = ranked(times, 0, middle);
    if (count % 2 == 0)
        spread.medianNs =
            (spread.medianNs + double(*std::max_element(times.begin(), times.begin() + int64_t(middle)))) / 2;
    // Each goes on among the larger ones that the one before left behind it.
    const size_t ninety = rankOfShare(count, 0.9);
    spread.p90Ns = ranked(times, middle, ninety);
    spread.p99Ns = ranked(times, ninety, rankOfShare(count, 0.99));
    return spread;
}

} // namespace jitscope::inline analysis
