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

/** A side without its outliers: what the machine did, not the operator. */
struct Usual {
    double sum = 0, variance = 0; ///< ns, ns²
    double excess = 0;            ///< ns that outliers took more
};

/** Beyond this a time is an outlier. By quartiles, as calls of one step may be of several sizes. */
double capOf(std::vector<int64_t> times) {
    constexpr double widths = 3;
    const auto at = [&](size_t place) {
        std::nth_element(times.begin(), times.begin() + int64_t(place), times.end());
        return double(times[place]);
    };
    const double low = at(times.size() / 4), high = at(3 * times.size() / 4);
    return high + widths * std::max(high - low, leastDifference * high);
}

/** Of many calls stretches of them are looked at: calls of one step are of all sizes, while steps resemble each other,
    and what slows one call slows the next. */
Usual usualOf(const MeasuredTimes &measured) {
    const size_t count = measured.times.size(), stretches = measured.samples();
    const double cap = capOf(measured.times);
    Usual usual;
    for (const int64_t time : measured.times)
        usual.sum += std::min(double(time), cap);
    usual.excess = double(measured.sum()) - usual.sum;
    double squares = 0;
    for (size_t i = 0; i < stretches; ++i) {
        const size_t begin = i * count / stretches, end = (i + 1) * count / stretches;
        double off = 0;
        for (size_t place = begin; place < end; ++place)
            off += std::min(double(measured.times[place]), cap) - usual.sum / double(count);
        squares += off * off;
    }
    usual.variance = squares / double(stretches - 1) * double(stretches);
    return usual;
}

std::pair<double, double> mediansOfHalves(const std::vector<int64_t> &times) {
    const auto middle = times.begin() + int64_t(times.size() / 2);
    return {medianOf({times.begin(), middle}), medianOf({middle, times.end()})};
}

/** Of the logarithm of the median of one of these times: so little is known from a single one. */
double logVariance(const std::vector<int64_t> &times) {
    constexpr double ofMedian = 1.57; ///< pi / 2: how much more a median is off than a mean
    const double median = medianOf(times);
    std::vector<double> values(times.begin(), times.end());
    const double relative = median > 0 ? robustDeviation(std::move(values)) / median : 0;
    return ofMedian * relative * relative;
}

/** Of what one side alone has. */
DifferenceNoise ownNoiseOf(const MeasuredTimes &measured, double least) {
    if (int64_t(measured.times.size()) < leastCalls) return {};
    const Usual usual = usualOf(measured);
    DifferenceNoise noise;
    noise.isKnown = true;
    noise.variance = usual.variance;
    noise.freedom = double(measured.samples()) - 1;
    noise.floorNs = std::max(least, measured.drift()) * usual.sum;
    noise.excessNs = usual.excess;
    return noise;
}

/** Of the difference of the sums, each divided. */
DifferenceNoise noiseOf(const MeasuredTimes &a, const MeasuredTimes &b, double least, std::pair<double, double> by) {
    const size_t fewer = std::min(a.times.size(), b.times.size());
    if (int64_t(fewer) < leastCalls) return {};
    const Usual usualA = usualOf(a), usualB = usualOf(b);
    DifferenceNoise noise;
    noise.isKnown = true;
    noise.variance = usualA.variance / (by.first * by.first) + usualB.variance / (by.second * by.second);
    noise.freedom = double(std::min(a.samples(), b.samples())) - 1;
    noise.floorNs = std::max({least, a.drift(), b.drift()}) * std::max(usualA.sum / by.first, usualB.sum / by.second);
    noise.excessNs = usualB.excess / by.second - usualA.excess / by.first;
    return noise;
}

} // namespace

double leastOfRunsThatWaited(double shareA, double shareB) {
    constexpr double most = 0.5;
    return std::clamp(std::max(shareA, shareB), leastOfRuns, most);
}

int64_t MeasuredTimes::sum() const {
    return std::accumulate(times.begin(), times.end(), int64_t(0));
}

size_t MeasuredTimes::samples() const {
    constexpr size_t fewest = 40, most = 40, shortest = 4;
    return times.size() < fewest ? times.size() : std::min(most, times.size() / shortest);
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
    const auto [first, second] = mediansOfHalves(times);
    return first + second > 0 ? 2 * std::abs(second - first) / (first + second) : 0;
}

double DifferenceNoise::limitNs(double probability) const {
    const double scatter = variance > 0 ? studentLimit(probability, std::max(freedom, 1.0)) * std::sqrt(variance) : 0;
    return scatter + floorNs + std::abs(excessNs) + unknownNs;
}

void DifferenceNoise::add(const DifferenceNoise &part) {
    variance += part.variance;
    floorNs = std::hypot(floorNs, part.floorNs);
    excessNs += part.excessNs;
    unknownNs += part.unknownNs;
    freedom += part.freedom;
    isKnown = isKnown || part.isKnown;
}

DifferenceNoise partNoiseOf(const MeasuredTimes &a, const MeasuredTimes &b, double least) {
    if (a.times.empty() || b.times.empty()) {
        DifferenceNoise own = ownNoiseOf(a.times.empty() ? b : a, least);
        if (b.times.empty()) own.excessNs = -own.excessNs;
        return own;
    }
    DifferenceNoise noise = noiseOf(a, b, least);
    if (!noise.isKnown && a.times != b.times) noise.unknownNs = double(std::max(a.sum(), b.sum()));
    return noise;
}

DifferenceNoise noiseOf(const MeasuredTimes &a, const MeasuredTimes &b, double least) {
    return noiseOf(a, b, least, {1, 1});
}

DifferenceNoise meanNoiseOf(const MeasuredTimes &a, const MeasuredTimes &b, double least) {
    return noiseOf(a, b, least, {double(a.times.size()), double(b.times.size())});
}

void GeneralSpread::Ratios::add(double before, double now, double variance) {
    if (before <= 0 || now <= 0) return;
    logarithms.push_back(std::log(now / before));
    variances.push_back(variance);
}

double GeneralSpread::Ratios::spread() const {
    if (variances.empty()) return 0;
    std::vector<double> sorted = variances;
    const auto middle = sorted.begin() + int64_t(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    const double deviation = robustDeviation(logarithms);
    return std::sqrt(std::max(0.0, deviation * deviation - *middle));
}

void GeneralSpread::add(const MeasuredTimes &a, const MeasuredTimes &b) {
    if (int64_t(std::min(a.times.size(), b.times.size())) < leastCalls) return;
    const double countA = double(a.times.size()), countB = double(b.times.size());
    const double ofA = logVariance(a.times), ofB = logVariance(b.times);
    m_between.add(medianOf(a.times), medianOf(b.times), ofA / countA + ofB / countB);
    const auto [firstA, secondA] = mediansOfHalves(a.times);
    m_halvesOfA.add(firstA, secondA, 4 * ofA / countA);
    const auto [firstB, secondB] = mediansOfHalves(b.times);
    m_halvesOfB.add(firstB, secondB, 4 * ofB / countB);
}

double GeneralSpread::share(double least) const {
    constexpr size_t leastRatios = 5;
    if (m_between.logarithms.size() < leastRatios) return least;
    const double within = std::max(m_halvesOfA.spread(), m_halvesOfB.spread());
    return std::clamp(2 * std::min(m_between.spread(), within), least, 0.5);
}

} // namespace jitscope::inline analysis
