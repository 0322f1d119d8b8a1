// SPDX-License-Identifier: Apache-2.0
// Other nodes in the place of some: all that uses them is made anew, in all graphs of a module.
#pragma once

#include "engine/ir/graph.h"
#include "engine/ir/nodetables.h"

namespace jitscope::inline ir {

/** Serves several modules that share nodes (the stages of a compile): what was made anew for one is the same node in
    the next. Ids stay. */
class NodeReplacement {
public:
    /** Calls that are replaced leave their graph; a call that takes the place of others must stand in it already. */
    void set(const NodePtr &old, NodePtr replacement) {
        m_givenIds[old->id] = replacement;
        m_given[old.get()] = std::move(replacement);
    }
    bool empty() const { return m_given.empty(); }
    /** What stands for `node` now; itself where nothing does. */
    NodePtr of(const NodePtr &node) const;
    /** The same module where nothing in it is another now. */
    Module in(const Module &module);

private:
    /** What was set for `node`, or null. An inner graph may hold an older form of a node of the graph around it. */
    const NodePtr *givenFor(const Node &node) const;
    GraphPtr remade(const GraphPtr &graph);
    NodePtr remadeNode(const NodePtr &node);

    NodeMap<NodePtr> m_given, m_made;
    NodeIdMap<NodePtr> m_givenIds;
};

} // namespace jitscope::inline ir
