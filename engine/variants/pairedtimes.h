// SPDX-License-Identifier: Apache-2.0
// Whether one of two functions that were timed in turn is faster, by how much, and how sure that is.
#pragma once

#include "engine/variants/timedcalls.h"

namespace jitscope::inline variants {

/** Of b against a. Ratios are b's time by a's: 0.8 is a fifth less time. */
struct PairedTimes {
    int pairs = 0;
    double medianA = 0, medianB = 0; ///< ns
    double spreadA = 0, spreadB = 0; ///< ns: half the distance between the quartiles
    double ratio = 1;                ///< the Hodges-Lehmann estimate over pairs
    double low = 1, high = 1;        ///< of its interval of 99 % confidence
    double probability = 1;          ///< two-sided, of so much difference by chance: Wilcoxon's signed-rank test
    double noise = 0;   ///< what differences of equal functions reach here, of 1: |ratio - 1| below says nothing
    int placements = 1; ///< in memory, at which both were timed; the interval and the verdict hold over all of them
    bool isDifferent = false; ///< beyond chance (alpha 0.01) and beyond the noise

    /** There is no difference to be seen, and one that matters would not be seen either. */
    bool isUndecided() const;
};

PairedTimes compareTimes(const TimedCalls &times);

/** "12 % less time (99 %: 10 to 14 %)", "no difference (within the noise of 1.2 %)", "no verdict: the same function
    differs from itself by up to 88 % here, too much to decide; ...". */
std::string toString(const PairedTimes &times);

} // namespace jitscope::inline variants
