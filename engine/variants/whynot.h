// SPDX-License-Identifier: Apache-2.0
// Why calls of a compilation did not become one: what its passes refused, between which nodes, and what lay in memory
// for it. Nodes of any stage are compared by the captured ones that they stand for.
#pragma once

#include "engine/session/compilation.h"

#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline variants {

/** Nodes that a rule could have joined and did not. */
struct RefusedCandidate {
    static constexpr size_t noPass = size_t(-1);
    size_t pass = 0; ///< of the compilation: the first that refused it; `noPass` where none could have joined them
    int times = 1;   ///< further runs of passes refused it for the same reason
    Refusal refusal;
    std::vector<NodeId> captured;        ///< behind the refusal's nodes, in ascending order
    std::vector<std::string> titles;     ///< of the refusal's nodes: "MatMul %12"
    std::optional<int64_t> bytesBetween; ///< of values that one of the nodes gives to another; none: not known
};

/** "opt_a.r1.cse"; "" of none. */
std::string passNameOf(const Compilation &compilation, const RefusedCandidate &candidate);

/** Nodes that a rule did join. */
struct JoinedNodes {
    size_t pass = 0;
    std::string rule;
};

/** What became of two chosen groups of nodes. */
struct WhyNot {
    std::vector<JoinedNodes> joined;
    std::vector<RefusedCandidate> refused;
};

/** Refusals by one predicate of one operator. */
struct RefusalGroup {
    std::string name;            ///< "users of MatMul"
    PredicateGroup subject;      ///< what the predicate is about
    std::vector<size_t> members; ///< places in the list of candidates
    int64_t bytes = 0;           ///< of those whose bytes are known
    size_t unknown = 0;          ///< how many are not
};

/** All that the passes refused, each candidate once for each reason, in the order of the passes. */
std::vector<RefusedCandidate> refusedCandidates(const Compilation &compilation);

/** Grouped by the name of the predicate that failed; most known bytes first. */
std::vector<RefusalGroup> groupsOf(const std::vector<RefusedCandidate> &candidates);

/** What joined nodes of `a` with nodes of `b` (captured ones), and what could have and did not. */
WhyNot whyNotTogether(const Compilation &compilation, const std::vector<NodeId> &a, const std::vector<NodeId> &b);

/** What stopped the kernel of that name in the final graphs from growing: candidates partly in it. A call that can be
   in no kernel is logged with one of its neighbours only. Nothing where there is no such kernel. */
std::optional<std::vector<RefusedCandidate>> borderOf(const Compilation &compilation, const std::string &kernel);

} // namespace jitscope::inline variants
