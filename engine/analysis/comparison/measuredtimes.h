// SPDX-License-Identifier: Apache-2.0
// What one side of a comparison measured of one thing, and how far its sum is to be trusted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jitscope::inline analysis {

constexpr int64_t leastCalls = 5; ///< with fewer on a side it cannot be told whether they differ

/** Times in the order in which they were measured, in ns; none of the functions is asked without any. */
struct MeasuredTimes {
    std::vector<int64_t> times;

    int64_t sum() const;
    /** Of the sum, by the scatter of single times; at least two of them. */
    double variance() const;
};

/** What is asked of the times of one side, found once: most of it takes an order of all of them. */
struct TimesFigures {
    int64_t count = 0, sumNs = 0;
    std::array<int64_t, leastCalls - 1> few = {}; ///< the times themselves, where these are all
    // With fewer than leastCalls nothing of what follows is known.
    size_t samples = 0;  ///< the parts that are looked at for how far they scatter: times, of many stretches of them
    double usualNs = 0;  ///< the sum without what outliers took more: what the machine did, not the operator; and that
    double excessNs = 0; ///< ... which they took more
    double variance = 0; ///< of usualNs; ns²
    double medianNs = 0;
    double firstMedianNs = 0, secondMedianNs = 0; ///< of the halves
    double logVariance = 0;                       ///< of the logarithm of the median, for a single time

    /** How far the median of the second half is from that of the first, as a share: what the machine did meanwhile. */
    double drift() const;
};
TimesFigures figuresOf(std::span<const int64_t> times);

/** The noise of the difference of two sums: its variance, and what is no difference however little the times scatter.
 */
struct DifferenceNoise {
    double variance = 0;  ///< ns²
    double floorNs = 0;   ///< drift, and how differently runs fare
    double excessNs = 0;  ///< what outliers took more in the second: signed, as in the difference itself
    double unknownNs = 0; ///< of a sum of several: what those took of which nothing is known
    double freedom = 0;   ///< degrees of freedom; the careful side of Welch's
    bool isKnown = false; ///< of a sum of several: of any of its parts

    /** The largest difference that says nothing, if so improbable ones are called a finding; ns. */
    double limitNs(double probability) const;
    /** Makes it the noise of a sum that has this part too. What drifts or fares differently in one does not in the
        other, so that adds as scatter does. */
    void add(const DifferenceNoise &part);
};

/** The noise of one part of a larger sum: where too little is known of it, all that it took. Of a part that only one
    side has, that it differs is no noise: how far its own times scatter is. */
DifferenceNoise partNoiseOf(const TimesFigures &a, const TimesFigures &b, double least);

/** Unknown where a side has fewer than leastCalls. Outliers - beyond the quartiles of a side by six times their
    distance - count as no longer than that, and what they took more is noise in full. `least` is the share of the
   larger sum that is no difference however little the times scatter. */
DifferenceNoise noiseOf(const TimesFigures &a, const TimesFigures &b, double least);

/** The same of the difference of the means of single ones: ns², ns. */
DifferenceNoise meanNoiseOf(const TimesFigures &a, const TimesFigures &b, double least);

constexpr double leastDifference = 0.02; ///< as a share: less is never called a difference

/** The same of two runs of a program on this machine's processor. Where its tensors and its code lie in memory changes
    from run to run, and with it what each operator takes, in all of its calls alike: no scatter within a run tells of
    it. Of 39 pairs of runs of one script the medians of its lines differed by 3 to 13 % in the middle. */
constexpr double leastOfRuns = 0.1;
/** The same where the programs could have run for such shares of their lives, but had no core (waitedShare()): what
   else the machine did then may have met one operator or one run more than the other. A half at most: what takes twice
   as long is told. */
double leastOfRunsThatWaited(double shareA, double shareB);

/** How differently two runs fare in general: the scatter of the ratios of all that both measured often enough, about
    their median, twice, without what few times scatter by; `least` at least, a half at most. So a machine that
    was busy with something else during one of the runs makes no findings, while what is slower than its neighbours
    stands out. Where the runs differ in what they did, and all is slower by factors of its own, these are no noise: how
    the halves of the runs differ bounds it. */
class GeneralSpread {
public:
    void add(const TimesFigures &a, const TimesFigures &b);
    double share(double least) const;

private:
    /** Logarithms of ratios of medians, and how far each is off by chance (a variance). */
    struct Ratios {
        std::vector<double> logarithms, variances;
        void add(double before, double now, double variance);
        double spread() const;
    };
    Ratios m_between, m_halvesOfA, m_halvesOfB;
};

} // namespace jitscope::inline analysis
