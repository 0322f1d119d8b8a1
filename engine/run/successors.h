// SPDX-License-Identifier: Apache-2.0
// What became of nodes in one pass: which of the nodes after it may stand for them, and why there is none.
#pragma once

#include "engine/run/trail.h"

#include <unordered_map>

namespace jitscope::inline run {

class Successors {
public:
    explicit Successors(const PassRecord &pass);

    /** Nodes after the pass that together may stand for nodes before it. */
    struct Choice {
        std::vector<NodeId> nodes;
        bool isPlace = false; ///< they have the very place: other values are a fault. Else only equal values prove it
    };
    /** The likeliest first. */
    std::vector<Choice> of(const std::vector<NodeId> &nodes) const;

    /** Why nothing stands for the node any more: "removed by dead_node_eliminate". */
    std::string fateOf(NodeId node) const;

    const NodePlaces &places() const { return m_places; }

private:
    bool standsForAnother(NodeId taker, NodeId node) const;
    /** All that the node went into within this pass, the nearest first. */
    std::vector<NodeId> descendants(NodeId node) const;

    const PassRecord &m_pass;
    NodePlaces m_places;
    std::unordered_map<NodeId, std::vector<NodeId>> m_next;   ///< by origins and by the log of rewrites
    std::unordered_map<NodeId, std::vector<NodeId>> m_copies; ///< new nodes of the same kind made of this one alone
};

} // namespace jitscope::inline run
