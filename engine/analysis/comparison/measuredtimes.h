// SPDX-License-Identifier: Apache-2.0
// What one side of a comparison measured of one thing, and how far its sum is to be trusted.
#pragma once

#include <cstdint>
#include <vector>

namespace jitscope::inline analysis {

constexpr int64_t leastCalls = 5; ///< with fewer on a side it cannot be told whether they differ

/** Times in the order in which they were measured, in ns; none of the functions is asked without any. */
struct MeasuredTimes {
    std::vector<int64_t> times;

    int64_t sum() const;
    /** Of the sum, by the scatter of the times; at least two of them. */
    double variance() const;
    /** How far the median of the second half is from that of the first, as a share: what the machine did meanwhile. */
    double drift() const;
};

/** The noise of the difference of two sums: its variance, and what is no difference however little the times scatter.
 */
struct DifferenceNoise {
    double variance = 0; ///< ns²
    double floorNs = 0;
    double freedom = 0; ///< degrees of freedom; the careful side of Welch's
    bool isKnown = false;

    /** The largest difference that says nothing, if so improbable ones are called a finding; ns. */
    double limitNs(double probability) const;
};

/** Unknown where a side has fewer than leastCalls. Outliers - beyond the median of both sides and six times their usual
    scatter - count as no longer than that, and what they took more is noise in full. `least` is the share of the larger
    sum that is no difference however little the times scatter. */
DifferenceNoise noiseOf(const MeasuredTimes &a, const MeasuredTimes &b, double least);

/** The same of the difference of the means of single ones: ns², ns. */
DifferenceNoise meanNoiseOf(const MeasuredTimes &a, const MeasuredTimes &b, double least);

constexpr double leastDifference = 0.02; ///< as a share: less is never called a difference

/** How differently two runs fare in general: the scatter of the ratios of all that both measured often enough, about
    their median, twice; leastDifference at least, a half at most. So a machine that was busy with something else during
    one of the runs makes no findings, while what is slower than its neighbours stands out. */
class GeneralSpread {
public:
    void add(const MeasuredTimes &a, const MeasuredTimes &b);
    double share() const;

private:
    std::vector<double> m_ratios; ///< logarithms
};

} // namespace jitscope::inline analysis
