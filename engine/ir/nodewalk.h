// SPDX-License-Identifier: Apache-2.0
// Walks over the calls of a graph.
//
// A pass reads little of each node, and in a graph of 100,000 calls little is in a cache: it would wait for memory at
// each. A walk asks for nodes some steps before it comes to them.
#pragma once

#include "engine/ir/graph.h"

namespace jitscope::inline ir {

/** Asks for the first fields of a node. */
inline void fetch(const Node *node) {
    __builtin_prefetch(node);
    __builtin_prefetch(reinterpret_cast<const char *>(node) + 64);
}

/** Calls `visit` with each node, in the order of the graph. */
template<class Visit> void forEachNode(const std::vector<NodePtr> &nodes, Visit visit) {
    constexpr size_t early = 12, late = 6; // nodes first, then what they point to
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (i + early < nodes.size()) fetch(nodes[i + early].get());
        if (i + late < nodes.size()) __builtin_prefetch(nodes[i + late]->inputs.data());
        visit(nodes[i]);
    }
}

/** The same from the last node to the first. */
template<class Visit> void forEachNodeBackwards(const std::vector<NodePtr> &nodes, Visit visit) {
    constexpr size_t early = 12, late = 6;
    for (size_t i = nodes.size(); i-- > 0;) {
        if (i >= early) fetch(nodes[i - early].get());
        if (i >= late) __builtin_prefetch(nodes[i - late]->inputs.data());
        visit(nodes[i]);
    }
}

} // namespace jitscope::inline ir
