// SPDX-License-Identifier: Apache-2.0
// What a run does again and again: the steps of a training, or without an optimizer the rounds of its outer loop, known
// by a call that is made from the same place each time.
#pragma once

#include "engine/analysis/operators/opcolumns.h"

#include <string>
#include <vector>

namespace jitscope::inline analysis {

enum class RoundKind : uint8_t {
    None,  ///< nothing repeats often enough
    Step,  ///< ends with an optimizer (OpGrouping::Step)
    Calls, ///< begins with a call of a compiled function
    Line,  ///< begins with an operator of a line
};

struct Repetition {
    static constexpr size_t fewestSteps = 3;
    static constexpr size_t fewestRounds = 4; ///< of what is no step: `x * y * z` calls thrice from one place

    RoundKind kind = RoundKind::None;
    std::string function;      ///< Calls: which
    std::string line;          ///< Calls and Line: where each round begins, "train.py:23"
    size_t steps = 0;          ///< that end with an optimizer, however few
    std::vector<int64_t> ends; ///< ns: of each round, rising; the last is the end of all operators
};

/**
 * Steps where there are enough of them. Else, of all places (a stack and the operator or compiled function that it
 * calls) that the forward pass comes back to, the one with the fewest rounds among those whose rounds span nearly the
 * most of the operators' time: an inner loop has more rounds, and a loop on the side spans less.
 */
Repetition repetitionOf(const Session &session, const OpColumns &columns);

} // namespace jitscope::inline analysis
