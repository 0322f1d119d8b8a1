// SPDX-License-Identifier: Apache-2.0
// One pass, seen by two runs: which computed value after it stands for which before it, and who is to blame where it is
// another one.
#pragma once

#include "engine/run/successors.h"

#include <unordered_map>

namespace jitscope::inline run {

/** How a value was found again. */
struct FoundStep {
    size_t step = size_t(-1); ///< of the later run; size_t(-1): nothing stands for it any more
    bool isSame = false;      ///< the very same elements
};

class Transition {
public:
    /** All live as long as it. */
    Transition(const PassRecord &pass, const Trail &before, const Trail &after);

    /** What stands for a step of the earlier run: by identity, by place, by descent, in this order what has the same
        values; without such, what has the very place although its values are others. */
    FoundStep follow(size_t step) const { return m_found[step]; }
    /** Why nothing stands for a node any more. */
    std::string fateOf(NodeId node) const { return m_successors.fateOf(node); }

    /** The node after the pass that made `node` (of after the pass, too) give something else: the furthest up that has
        a place and gives other values there, as far as values go from node to node; one that went through memory or
       from round to round is blamed where it comes in again. Null for a node that is not of the module after it. */
    NodePtr blame(NodeId node) const;

private:
    void findAll(NodeId node);
    bool fits(const Successors::Choice &choice, const std::vector<size_t> &rounds, bool byValue) const;
    void take(const Successors::Choice &choice, const std::vector<size_t> &rounds);
    std::vector<size_t> mergedRounds(const std::vector<NodeId> &nodes) const;
    bool isWrongReplacement(const Node &node, const Node &user) const;
    NodePtr furthestUp(const NodePtr &node) const;
    std::vector<NodePtr> sourcesOf(const Node &node) const;

    const PassRecord &m_pass;
    const Trail &m_before, &m_after;
    Successors m_successors;
    std::vector<FoundStep> m_found;               ///< by step of the earlier run
    std::unordered_map<NodeId, NodeId> m_moved;   ///< nodes that give something else -> those whose place they have
    std::unordered_map<NodeId, bool> m_isSettled; ///< nodes that give what those before gave
};

} // namespace jitscope::inline run
