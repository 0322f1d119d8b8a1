// SPDX-License-Identifier: Apache-2.0
// Two recordings beside each other by what their operators are, with what is noise told apart.
#pragma once

#include "engine/analysis/comparison/measuredtimes.h"
#include "engine/analysis/operators/opcolumns.h"

#include <string>
#include <unordered_map>

namespace jitscope::inline analysis {

enum class DeltaVerdict : uint8_t {
    Same,   ///< equal to the nanosecond
    Noise,  ///< no more than the times scatter
    TooFew, ///< fewer than `leastCalls` on a side: it cannot be told
    Slower,
    Faster,
    New,    ///< the baseline has none
    Missing ///< only the baseline has it
};

/** A group here against the same group in the baseline. */
struct OpDelta {
    std::string key = {};
    int64_t count = 0, baselineCount = 0;
    int64_t selfNs = 0, baselineSelfNs = 0;
    double noiseNs = 0; ///< a difference of the sums up to this one says nothing
    DeltaVerdict verdict = DeltaVerdict::Same;
    double meanNoiseNs = 0;                        ///< the same of the means: twice as many calls are no slower ones
    DeltaVerdict meanVerdict = DeltaVerdict::Same; ///< of meanDeltaNs()

    int64_t deltaNs() const { return selfNs - baselineSelfNs; }
    /** Of single calls; NaN where a side has none. */
    double meanDeltaNs() const;
};

constexpr double falseFindings = 0.01; ///< in how many comparisons of equals there may be one

/** What was measured of each thing, by what it is. */
using TimesByKey = std::unordered_map<std::string, MeasuredTimes>;

/** compareOperators() for times of any kind; less than `least`, as a share, is never called a difference. */
std::vector<OpDelta> compareTimes(const TimesByKey &baseline, const TimesByKey &now, double least = leastDifference);

/**
 * By falling size of the difference, then by key. Groups are known by what they are (their key), not by when they ran.
 *
 * The noise of a sum of n times is their scatter, sqrt(n) s, on both sides together (Welch), at a probability of 0.01
 * divided by the number of groups: one wrong finding in a hundred comparisons of equals. On top comes what a run
 * drifts by itself, the difference between the medians of its first and second half, or how differently both runs fare
 * in general, or what any two runs differ by, whichever is the most (measuredtimes.h). Outliers count as noise.
 */
std::vector<OpDelta> compareOperators(const OpColumns &baseline, const std::vector<uint32_t> &baselinePlaces,
                                      const OpColumns &columns, const std::vector<uint32_t> &places,
                                      OpGrouping grouping);

} // namespace jitscope::inline analysis
