// SPDX-License-Identifier: Apache-2.0
// What a kernel costs to run, in round numbers: enough to compare two ways of cutting the same work.
#pragma once

#include "engine/passes/support/kernelspace.h"

#include <vector>

namespace jitscope::inline passes {

struct KernelCost {
    double bytes = 0;    ///< read and written, each pass over a row that leaves the cache counted
    double workNs = 0;   ///< computing, on one thread
    int64_t threads = 1; ///< that can share it
    double totalNs() const;
};

/** Computing one call, on one thread. */
double workNsOf(const Node &member);

/** Writing these bytes and reading them back, on one thread. */
double roundTripNs(int64_t bytes);

/** "12 us", as a predicate compares it. */
PredicateOperand microseconds(double ns);

/** The space of calls that run together. */
KernelSpace spaceOf(const std::vector<NodePtr> &members);

/** For each member how many reductions lie one behind the other in front of it: the loop over the row that computes it.
 */
std::vector<int> loopsOf(const std::vector<NodePtr> &members);

/** The cost of `members` as one kernel that gives back `results`. */
KernelCost costOf(const std::vector<NodePtr> &members, const std::vector<NodePtr> &results);

} // namespace jitscope::inline passes
