// SPDX-License-Identifier: Apache-2.0
// Two runs side by side: how often each operator ran and how long, by what the user groups by.
#pragma once

#include "engine/analysis/comparison/opdifference.h"
#include "engine/session/sessionfwd.h"

namespace jitscope::inline analysis {

/** One group in both runs; in one that does not have it, its count is 0. */
struct RunDifference {
    std::string key; ///< "MatMul"
    int64_t countA = 0, countB = 0;
    int64_t totalA = 0, totalB = 0;            ///< ns, without what ran inside of them
    double noiseNs = 0;                        ///< a difference up to this one says nothing; 0 where that is not known
    DeltaVerdict verdict = DeltaVerdict::Same; ///< of B against A

    int64_t deltaNs() const { return totalB - totalA; }
    bool operator==(const RunDifference &) const = default;
};

struct RunComparison {
    std::vector<RunDifference> rows; ///< by falling size of the difference of time, then by name
    RunDifference total; ///< its verdict is that of the whole in a flame graph of the stacks (flamedifference.h)
};

RunComparison compareRuns(const Session &a, const Session &b, OpGrouping grouping);

/** "A: 585 operators in 1.30 s, B: 590 operators in 1.10 s: faster, beyond the noise of 80 ms. Of 12 rows 2 differ in
    time, 7 are within the noise, ..." */
std::string sentence(const RunComparison &comparison);

/** "slower", "within the noise of 3.1 us", "one sample, no verdict". */
std::string verdictText(const RunDifference &row);

} // namespace jitscope::inline analysis
