// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/comparison/measuredtimes.h"

#include "engine/analysis/comparison/significance.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace jitscope::inline analysis {

namespace {

/** The time that stands at `place` when they are in order; smaller ones are moved before it. */
double ranked(std::span<int64_t> times, size_t place) {
    std::nth_element(times.begin(), times.begin() + int64_t(place), times.end());
    return double(times[place]);
}

size_t samplesOf(size_t count) {
    constexpr size_t fewest = 40, most = 40, shortest = 4;
    return count < fewest ? count : std::min(most, count / shortest);
}

/** Beyond this a time is an outlier. By quartiles, as calls of one step may be of several sizes. */
double capOf(double low, double high) {
    constexpr double widths = 3;
    return high + widths * std::max(high - low, leastDifference * high);
}

/** Of many calls stretches of them are looked at: calls of one step are of all sizes, while steps resemble each other,
    and what slows one call slows the next. */
void addUsual(TimesFigures &figures, std::span<const int64_t> times, double cap) {
    const size_t count = times.size(), stretches = figures.samples;
    for (const int64_t time : times)
        figures.usualNs += std::min(double(time), cap);
    figures.excessNs = double(figures.sumNs) - figures.usualNs;
    double squares = 0;
    for (size_t i = 0; i < stretches; ++i) {
        const size_t begin = i * count / stretches, end = (i + 1) * count / stretches;
        double off = 0;
        for (size_t place = begin; place < end; ++place)
            off += std::min(double(times[place]), cap) - figures.usualNs / double(count);
        squares += off * off;
    }
    figures.variance = squares / double(stretches - 1) * double(stretches);
}

/** So little is known from a single time. Leaves the times as their distances from the median. */
double logVariance(std::span<int64_t> times, double median) {
    constexpr double ofMedian = 1.57; ///< pi / 2: how much more a median is off than a mean
    for (int64_t &time : times)
        time = std::abs(time - int64_t(median));
    const double relative = median > 0 ? deviationOfMedians * ranked(times, times.size() / 2) / median : 0;
    return ofMedian * relative * relative;
}

/** Of what one side alone has. */
DifferenceNoise ownNoiseOf(const TimesFigures &measured, double least) {
    if (measured.count < leastCalls) return {};
    DifferenceNoise noise;
    noise.isKnown = true;
    noise.variance = measured.variance;
    noise.freedom = double(measured.samples) - 1;
    noise.floorNs = std::max(least, measured.drift()) * measured.usualNs;
    noise.excessNs = measured.excessNs;
    return noise;
}

/** Of the difference of the sums, each divided. */
DifferenceNoise noiseOf(const TimesFigures &a, const TimesFigures &b, double least, std::pair<double, double> by) {
    if (std::min(a.count, b.count) < leastCalls) return {};
    DifferenceNoise noise;
    noise.isKnown = true;
    noise.variance = a.variance / (by.first * by.first) + b.variance / (by.second * by.second);
    noise.freedom = double(std::min(a.samples, b.samples)) - 1;
    noise.floorNs = std::max({least, a.drift(), b.drift()}) * std::max(a.usualNs / by.first, b.usualNs / by.second);
    noise.excessNs = b.excessNs / by.second - a.excessNs / by.first;
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

double MeasuredTimes::variance() const {
    const double count = double(times.size()), mean = double(sum()) / count;
    double squares = 0;
    for (const int64_t time : times)
        squares += (double(time) - mean) * (double(time) - mean);
    return squares / (count - 1) * count;
}

/** The orders go from one to the next: what is larger than the median stays behind it. */
TimesFigures figuresOf(std::span<const int64_t> times) {
    TimesFigures figures;
    figures.count = std::ssize(times);
    figures.sumNs = std::accumulate(times.begin(), times.end(), int64_t(0));
    if (figures.count < leastCalls) {
        std::ranges::copy(times, figures.few.begin());
        return figures;
    }
    const size_t count = times.size(), middle = count / 2;
    std::vector<int64_t> ordered(times.begin(), times.end());
    const std::span all(ordered);
    figures.firstMedianNs = ranked(all.first(middle), middle / 2);
    figures.secondMedianNs = ranked(all.subspan(middle), (count - middle) / 2);
    figures.medianNs = ranked(all, middle);
    const double low = ranked(all.first(middle), count / 4), high = ranked(all.subspan(middle), 3 * count / 4 - middle);
    figures.samples = samplesOf(count);
    addUsual(figures, times, capOf(low, high));
    figures.logVariance = logVariance(all, figures.medianNs);
    return figures;
}

double TimesFigures::drift() const {
    const double sum = firstMedianNs + secondMedianNs;
    return sum > 0 ? 2 * std::abs(secondMedianNs - firstMedianNs) / sum : 0;
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

DifferenceNoise partNoiseOf(const TimesFigures &a, const TimesFigures &b, double least) {
    if (a.count == 0 || b.count == 0) {
        DifferenceNoise own = ownNoiseOf(a.count == 0 ? b : a, least);
        if (b.count == 0) own.excessNs = -own.excessNs;
        return own;
    }
    DifferenceNoise noise = noiseOf(a, b, least);
    const bool isEqual = a.count == b.count && a.few == b.few;
    if (!noise.isKnown && !isEqual) noise.unknownNs = double(std::max(a.sumNs, b.sumNs));
    return noise;
}

DifferenceNoise noiseOf(const TimesFigures &a, const TimesFigures &b, double least) {
    return noiseOf(a, b, least, {1, 1});
}

DifferenceNoise meanNoiseOf(const TimesFigures &a, const TimesFigures &b, double least) {
    return noiseOf(a, b, least, {double(a.count), double(b.count)});
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

void GeneralSpread::add(const TimesFigures &a, const TimesFigures &b) {
    if (std::min(a.count, b.count) < leastCalls) return;
    const double ofA = a.logVariance / double(a.count), ofB = b.logVariance / double(b.count);
    m_between.add(a.medianNs, b.medianNs, ofA + ofB);
    m_halvesOfA.add(a.firstMedianNs, a.secondMedianNs, 4 * ofA);
    m_halvesOfB.add(b.firstMedianNs, b.secondMedianNs, 4 * ofB);
}

double GeneralSpread::share(double least) const {
    constexpr size_t leastRatios = 5;
    if (m_between.logarithms.size() < leastRatios) return least;
    const double within = std::max(m_halvesOfA.spread(), m_halvesOfB.spread());
    return std::clamp(2 * std::min(m_between.spread(), within), least, 0.5);
}

} // namespace jitscope::inline analysis
