// SPDX-License-Identifier: GPL-3.0-or-later
// The context menu of a node of a compiled graph, wherever it is shown: where it leads to, what became of it, copies.
#pragma once

#include "engine/session/provenance.h"

#include <QString>
#include <vector>

class QMenu;

namespace jitscope {
inline namespace sdk {
struct PanelContext;
}
} // namespace jitscope

namespace jitscope {
inline namespace models {

/** A node at a stage of its compile (as in anchorOfNode), and the panel that shows it. */
struct StagedNode {
    int compilation = -1;
    int pass = -1;
    NodeId node;
};

/** Adds entries for the node; `here` is the id of the panel that asks: no entry leads to where one is. */
void addNodeEntries(QMenu &menu, const PanelContext &context, const StagedNode &place, const QString &here);

/** The same for several nodes of that stage at once. */
void addRegionEntries(QMenu &menu, const PanelContext &context, int compilation, int pass,
                      const std::vector<NodeId> &nodes);

/** Adds entries for the edge from the result of one node to another. */
void addEdgeEntries(QMenu &menu, const PanelContext &context, const StagedNode &from, const StagedNode &to);

/** Adds entries that lead to all forms of `anchor`, an operator as it ran for example. */
void addAnchorEntries(QMenu &menu, const PanelContext &context, const Anchor &anchor, const QString &here);

/** The line of the node in the text of its graph; "" if it has none. */
QString irLineOf(const Compilation &compilation, const StagedNode &place);

} // namespace models
} // namespace jitscope
