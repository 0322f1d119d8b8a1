// SPDX-License-Identifier: Apache-2.0
// Any two stages node by node: what of one stands for what of the other, how it changed, and why there is nothing.
#pragma once

#include "engine/ir/diff.h"
#include "engine/session/compilation.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jitscope::inline variants {

enum class StageChange : uint8_t {
    Unchanged,
    Retyped,      ///< the same operator, another dtype or shape
    Reattributed, ///< the same operator, other attributes or another scope
    Rewired,      ///< the same operator, other inputs
    Replaced,     ///< other operators took the place, one for one or several for several
    Split,        ///< one became several
    Fused,        ///< several became one, or went into one kernel
    Folded,       ///< became a constant
    Removed,      ///< only on the left
    Added,        ///< only on the right
    Materialised, ///< on the right: a cast, copy, transpose, ... that was put in
};
/** "re-attributed". */
std::string_view toString(StageChange change);

/** What a match rests on. */
enum class MatchBasis : uint8_t {
    Log,       ///< ids and the logs of passes: exact
    Structure, ///< the same operators on the same inputs from the parameters on
    Place,     ///< the same operator of the same scope and line, in the order in which they stand
};
/** "by ids and logs". */
std::string_view toString(MatchBasis basis);

struct NodeMatch {
    NodePtr node; ///< a call or parameter
    std::string graph;
    StageChange change = StageChange::Unchanged;
    MatchBasis basis = MatchBasis::Log; ///< of what has counterparts
    std::vector<NodeId> counterparts;   ///< on the other side; constants too
    std::string reason;                 ///< what happened, in words; "" for what is unchanged
};

struct StageMatch {
    /** Both modules in one numbering: nodes that are each other's only counterpart have one id. */
    Module left, right;
    std::vector<NodeMatch> leftNodes, rightNodes; ///< ids are those of `left` and `right`
    MatchBasis basis = MatchBasis::Log;           ///< the weakest that any pair rests on
    /** Of those nodes of `right` that have another id in the module that was given. */
    std::unordered_map<NodeId, NodeId> rightIds;

    /** The id in the module that was given as the right one, and back. */
    NodeId givenRight(NodeId id) const;
    NodeId shownRight(NodeId given) const;
};

/** One stage of one compilation; as everywhere, -2 is the captured graph and -1 the final one. */
struct CompileStage {
    const Compilation *compilation = nullptr;
    int pass = -1;
};

StageMatch matchStages(const CompileStage &left, const CompileStage &right);
StageMatch matchPass(const PassRecord &pass);

/** How many nodes of each class, both sides together: Removed and Folded of the left, all else of the right. */
std::unordered_map<StageChange, int> changeCounts(const StageMatch &match);

/** How many of changeCounts() stand inside of fused kernels. */
int countInKernels(const StageMatch &match);

/** How many matches rest on each basis: nodes of the right that have counterparts, and those of the left that became
    constants or in whose place another stands. */
std::map<MatchBasis, int> basisCounts(const StageMatch &match);
/** "by ids and logs (12), by structure (3)"; "" where nothing is matched. */
std::string basisText(const StageMatch &match);

/** The same for views of two modules. */
ModuleDiff diffOf(const StageMatch &match);

} // namespace jitscope::inline variants
