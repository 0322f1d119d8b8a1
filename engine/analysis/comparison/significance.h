// SPDX-License-Identifier: Apache-2.0
// Whether measurements differ by more than chance, and how far single ones scatter.
#pragma once

#include <vector>

namespace jitscope::inline analysis {

/** The probability (two-sided) that differences of pairs have so far a mean from 0 by chance: Student's paired t-test.
    1 for fewer than two; 0 where all are the same and not 0. */
double pairedProbability(const std::vector<double> &differences);

/** How many standard errors a difference must have to be that improbable (two-sided) by chance: Student's t to 1e-11
    of it, `freedom` at least 1, 1e-100 < probability < 1. */
double studentLimit(double probability, double freedom);

/** The standard deviation of a normal distribution, in median distances from its median. */
constexpr double deviationOfMedians = 1.4826;

/** The scatter of values about their median, as a standard deviation, hardly moved by outliers. 0 for fewer than 3. */
double robustDeviation(std::vector<double> values);

} // namespace jitscope::inline analysis
