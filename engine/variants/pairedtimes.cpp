// SPDX-License-Identifier: Apache-2.0
// Wilcoxon's signed-rank test on logarithms of ratios, and the Hodges-Lehmann estimate that belongs to it (Hollander
// and Wolfe, Nonparametric Statistical Methods, chapter 3).
#include "engine/variants/pairedtimes.h"

#include "engine/base/text.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace jitscope::inline variants {

namespace {

constexpr double alpha = 0.01;
/** Of the normal distribution, for an interval of 99 %. */
constexpr double deviations99 = 2.576;
/** Neighbouring pairs are alike, so that fewer of them count than were measured: the least that is called a
    difference, whatever the test says. */
constexpr double leastNoise = 0.01;
constexpr size_t mostPairs = 400; ///< for the estimate, which takes the square of it; pairs are thinned out above

double quantile(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    const double place = share * double(values.size() - 1);
    const size_t below = size_t(place);
    const size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - double(below)) * (values[above] - values[below]);
}

double spreadOf(const std::vector<double> &values) {
    return (quantile(values, 0.75) - quantile(values, 0.25)) / 2;
}

/** The logarithm of b by a, pair by pair, at most mostPairs of them. */
std::vector<double> logRatios(const TimedCalls &times) {
    const size_t count = std::min(times.a.size(), times.b.size());
    const size_t step = (count + mostPairs - 1) / mostPairs;
    std::vector<double> logs;
    for (size_t i = 0; i < count; i += std::max<size_t>(1, step))
        if (times.a[i] > 0 && times.b[i] > 0) logs.push_back(std::log(times.b[i] / times.a[i]));
    return logs;
}

/** Of the differences' signs by the normal approximation, with mid-ranks for ties and zeros left out. */
double signedRankProbability(std::vector<double> differences) {
    std::erase(differences, 0.0);
    const size_t n = differences.size();
    if (n < 6) return 1; // two-sided, 1/32 at the best: never below alpha
    std::ranges::sort(differences, {}, [](double value) { return std::abs(value); });
    double positive = 0, ties = 0;
    for (size_t first = 0; first < n;) {
        size_t last = first;
        while (last + 1 < n && std::abs(differences[last + 1]) == std::abs(differences[first]))
            ++last;
        const double rank = (double(first) + double(last)) / 2 + 1, count = double(last - first + 1);
        for (size_t i = first; i <= last; ++i)
            if (differences[i] > 0) positive += rank;
        ties += count * count * count - count;
        first = last + 1;
    }
    const double size = double(n), mean = size * (size + 1) / 4;
    const double variance = size * (size + 1) * (2 * size + 1) / 24 - ties / 48;
    const double distance = std::max(0.0, std::abs(positive - mean) - 0.5);
    return std::erfc(distance / std::sqrt(variance) / std::numbers::sqrt2);
}

/** All means of two of the values, themselves included, in order. */
std::vector<double> walshAverages(const std::vector<double> &values) {
    std::vector<double> averages;
    averages.reserve(values.size() * (values.size() + 1) / 2);
    for (size_t i = 0; i < values.size(); ++i)
        for (size_t j = i; j < values.size(); ++j)
            averages.push_back((values[i] + values[j]) / 2);
    std::ranges::sort(averages);
    return averages;
}

/** How far the estimate of the first half of the pairs lies from that of the second: they measured the same. */
double halvesApart(const std::vector<double> &logs) {
    if (logs.size() < 4) return 0;
    const auto middle = logs.begin() + std::ptrdiff_t(logs.size() / 2);
    const double first = quantile({logs.begin(), middle}, 0.5), second = quantile({middle, logs.end()}, 0.5);
    return std::abs(first - second) / 2;
}

/** Of Student's distribution with that many degrees of freedom, two-sided at 1 %. */
double studentOf(size_t freedom) {
    constexpr double quantiles[] = {63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499, 3.355, 3.250};
    return freedom == 0 ? 0 : freedom > std::size(quantiles) ? deviations99 + 0.6 : quantiles[freedom - 1];
}

/** The median logarithm of each placement. */
std::vector<double> placementMedians(const TimedCalls &times) {
    std::vector<double> medians;
    size_t begin = 0;
    for (const size_t end : times.ends) {
        std::vector<double> logs;
        for (size_t i = begin; i < std::min({end, times.a.size(), times.b.size()}); ++i)
            if (times.a[i] > 0 && times.b[i] > 0) logs.push_back(std::log(times.b[i] / times.a[i]));
        if (!logs.empty()) medians.push_back(quantile(logs, 0.5));
        begin = end;
    }
    return medians;
}

/** Half the interval of 99 % of the mean over placements. */
double placementMargin(const std::vector<double> &medians) {
    const double count = double(medians.size());
    const double mean = std::accumulate(medians.begin(), medians.end(), 0.0) / count;
    double squares = 0;
    for (const double median : medians)
        squares += (median - mean) * (median - mean);
    return studentOf(medians.size() - 1) * std::sqrt(squares / (count - 1) / count);
}

/** Widens what was found by what differs from placement to placement. */
PairedTimes overPlacements(PairedTimes compared, const TimedCalls &times) {
    const std::vector<double> medians = placementMedians(times);
    if (medians.size() < 2) return compared;
    compared.placements = int(medians.size());
    const double mean = std::accumulate(medians.begin(), medians.end(), 0.0) / double(medians.size());
    const double margin = placementMargin(medians);
    compared.ratio = std::exp(mean);
    compared.low = std::min(compared.low, std::exp(mean - margin));
    compared.high = std::max(compared.high, std::exp(mean + margin));
    compared.noise = std::max(compared.noise, margin);
    compared.isDifferent = compared.probability < alpha && std::abs(mean) > compared.noise;
    return compared;
}

} // namespace

PairedTimes compareTimes(const TimedCalls &times) {
    const std::vector<double> logs = logRatios(times);
    PairedTimes compared;
    compared.pairs = int(logs.size());
    compared.medianA = quantile(times.a, 0.5);
    compared.medianB = quantile(times.b, 0.5);
    compared.spreadA = spreadOf(times.a);
    compared.spreadB = spreadOf(times.b);
    if (logs.empty()) return compared;
    const std::vector<double> averages = walshAverages(logs);
    const double size = double(logs.size());
    const double away = size * (size + 1) / 4 - deviations99 * std::sqrt(size * (size + 1) * (2 * size + 1) / 24);
    const size_t low = away > 0 ? std::min(size_t(away), averages.size() - 1) : 0;
    compared.ratio = std::exp(quantile(averages, 0.5));
    compared.low = std::exp(averages[low]);
    compared.high = std::exp(averages[averages.size() - 1 - low]);
    compared.probability = signedRankProbability(logs);
    compared.noise = std::max(leastNoise, halvesApart(logs));
    compared.isDifferent = compared.probability < alpha && std::abs(std::log(compared.ratio)) > compared.noise;
    return overPlacements(compared, times);
}

bool PairedTimes::isUndecided() const {
    constexpr double mostNoise = 0.1;
    return !isDifferent && noise > mostNoise;
}

std::string toString(const PairedTimes &times) {
    if (times.pairs < 6) return "too few measurements to tell";
    if (times.isUndecided())
        return format("no verdict: the same function differs from itself by up to %.0f %% here, too much to decide; "
                      "measure longer, with nothing else running",
                      100 * times.noise);
    if (!times.isDifferent) return format("no difference (within the noise of %.1f %%)", 100 * times.noise);
    const bool isFaster = times.ratio < 1;
    const auto percent = [&](double ratio) { return 100 * (isFaster ? 1 - ratio : ratio - 1); };
    return format("%.1f %% %s time (99 %%: %.1f to %.1f %%)", percent(times.ratio), isFaster ? "less" : "more",
                  percent(isFaster ? times.high : times.low), percent(isFaster ? times.low : times.high));
}

} // namespace jitscope::inline variants
