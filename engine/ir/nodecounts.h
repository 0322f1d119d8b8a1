// SPDX-License-Identifier: Apache-2.0
// How many nodes a module has, by what they are: a kernel is one node that stands for many operators.
#pragma once

#include "engine/ir/graph.h"

#include <string>

namespace jitscope::inline ir {

/** Whether the call only moves values around: tuples, loads, dependencies, tokens. */
bool isPlumbing(const Node &node);

struct NodeCounts {
    int operators = 0; ///< outside of kernels
    int kernels = 0;   ///< calls of fused kernels
    int members = 0;   ///< operators inside of kernels
    int calls = 0;     ///< of other graphs, directly or of a function that is computed
    int plumbing = 0;  ///< everywhere
    int total() const { return operators + kernels + members + calls + plumbing; } ///< callCount() of the module
    bool operator==(const NodeCounts &) const = default;
};

NodeCounts countNodes(const Module &module);

/** "12 operators, 19 kernels of 96 operators, 30 plumbing"; what there is none of is left out. */
std::string toString(const NodeCounts &counts);

} // namespace jitscope::inline ir
