// SPDX-License-Identifier: Apache-2.0
// What stands for which node while a graph is laid out anew.
#pragma once

#include "engine/ir/graph.h"
#include "engine/ir/nodetables.h"

namespace jitscope::inline passes {

class Substitution {
public:
    void set(const NodePtr &old, NodePtr replacement) {
        if (old != replacement) m_new[old.get()] = std::move(replacement);
    }
    const NodePtr &of(const NodePtr &node) const {
        const auto found = m_new.empty() ? m_new.end() : m_new.find(node.get());
        return found == m_new.end() ? node : found->second;
    }
    /** `node` over what stands for its inputs; itself where nothing does. */
    NodePtr applied(const NodePtr &node) const;

private:
    NodeMap<NodePtr> m_new;
};

/** `graph` with other parameters, with `substitution` in all its nodes; the same graph where nothing changes. */
GraphPtr substituted(const GraphPtr &graph, std::vector<NodePtr> parameters, Substitution substitution);

} // namespace jitscope::inline passes
