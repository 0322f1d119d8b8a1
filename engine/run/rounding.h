// SPDX-License-Identifier: Apache-2.0
// What rounding by itself does to the values of a call. It is measured, not guessed: the graph runs again with every
// float that an operator takes moved at random by some roundings of its dtype, and how far each value moves is looked
// at. So a gradient that should be 0 has the rounding of the numbers that cancel in it, and a value that nothing
// cancels in has next to none.
#pragma once

#include "engine/ir/graph.h"
#include "engine/run/valuedifference.h"

#include <unordered_map>
#include <vector>

namespace jitscope::inline run {

/** A kernel may add in another order and keep more digits: that many roundings of each operand are no difference. */
constexpr int allowedRoundings = 16;

struct CallRounding {
    Rounding result;
    std::vector<Rounding> weights; ///< what they hold behind the call, in the order of the entry's parameters
    std::unordered_map<NodeId, std::vector<Rounding>> nodes; ///< of each round

    /** Of a node's round from 0; none where it is not known. */
    const Rounding &of(NodeId node, size_t round) const;
    const Rounding &ofWeight(size_t index) const;
};

/** Of the first `mostRounds` rounds of each node; 0: of results and weights alone. `arguments`: one for each parameter
    that is no weight. Weights and random numbers are put back, prints are dropped. Where the module cannot run, or a
    moved number leads to other shapes, nothing is allowed for; nor where parts of it are the user's Python, which is
   not to see moved numbers. */
CallRounding roundingOf(const Module &module, const std::vector<Value> &arguments, size_t mostRounds);

} // namespace jitscope::inline run
