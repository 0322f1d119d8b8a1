// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/comparison/measuredtimes.h"

#include "engine/analysis/comparison/significance.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace jitscope::inline analysis {

namespace {

double medianOf(std::vector<int64_t> times) {
    const auto middle = times.begin() + int64_t(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return double(*middle);
}

/** Beyond this a time is an outlier: what the machine did, not the operator. */
int64_t capOf(const MeasuredTimes &a, const MeasuredTimes &b) {
    constexpr double widths = 6; ///< standard deviations, as the middle half of the times has them
    std::vector<int64_t> both = a.times;
    both.insert(both.end(), b.times.begin(), b.times.end());
    const double median = medianOf(both);
    std::vector<int64_t> distances;
    for (const int64_t time : both)
        distances.push_back(std::llround(std::abs(double(time) - median)));
    return std::llround(median + widths * 1.4826 * medianOf(std::move(distances))) + 1;
}

MeasuredTimes capped(const MeasuredTimes &measured, int64_t cap) {
    MeasuredTimes result = measured;
    for (int64_t &time : result.times)
        time = std::min(time, cap);
    return result;
}

/** Of the difference of the sums, each divided. */
DifferenceNoise noiseOf(const MeasuredTimes &a, const MeasuredTimes &b, double least, std::pair<double, double> by) {
    const size_t fewer = std::min(a.times.size(), b.times.size());
    if (int64_t(fewer) < leastCalls) return {};
    const int64_t cap = capOf(a, b);
    const MeasuredTimes usualA = capped(a, cap), usualB = capped(b, cap);
    const double excess = double(b.sum() - usualB.sum()) / by.second - double(a.sum() - usualA.sum()) / by.first;
    DifferenceNoise noise;
    noise.isKnown = true;
    noise.variance = usualA.variance() / (by.first * by.first) + usualB.variance() / (by.second * by.second);
    noise.freedom = double(fewer) - 1;
    noise.floorNs = std::max({least, a.drift(), b.drift()}) *
                        std::max(double(usualA.sum()) / by.first, double(usualB.sum()) / by.second) +
                    std::abs(excess);
    return noise;
}

} // namespace

int64_t MeasuredTimes::sum() const {
    return std::accumulate(times.begin(), times.end(), int64_t(0));
}

double MeasuredTimes::variance() const {
    const double count = double(times.size()), mean = double(sum()) / count;
    double squares = 0;
    for (const int64_t time : times)
        squares += (double(time) - mean) * (double(time) - mean);
    return squares / (count - 1) * count;
}

double MeasuredTimes::drift() const {
    if (times.size() < 2) return 0;
    const auto middle = times.begin() + int64_t(times.size() / 2);
    const double first = medianOf({times.begin(), middle}), second = medianOf({middle, times.end()});
    return first + second > 0 ? 2 * std::abs(second - first) / (first + second) : 0;
}

double DifferenceNoise::limitNs(double probability) const {
    const double scatter = variance > 0 ? studentLimit(probability, std::max(freedom, 1.0)) * std::sqrt(variance) : 0;
    return scatter + floorNs;
}

DifferenceNoise noiseOf(const MeasuredTimes &a, const MeasuredTimes &b, double least) {
    return noiseOf(a, b, least, {1, 1});
}

DifferenceNoise meanNoiseOf(const MeasuredTimes &a, const MeasuredTimes &b, double least) {
    return noiseOf(a, b, least, {double(a.times.size()), double(b.times.size())});
}

void GeneralSpread::add(const MeasuredTimes &a, const MeasuredTimes &b) {
    if (int64_t(std::min(a.times.size(), b.times.size())) < leastCalls) return;
    const double before = medianOf(a.times), now = medianOf(b.times);
    if (before > 0 && now > 0) m_ratios.push_back(std::log(now / before));
}

double GeneralSpread::share() const {
    constexpr size_t leastRatios = 5;
    if (m_ratios.size() < leastRatios) return leastDifference;
    return std::clamp(2 * robustDeviation(m_ratios), leastDifference, 0.5);
}

} // namespace jitscope::inline analysis
