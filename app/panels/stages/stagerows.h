// SPDX-License-Identifier: GPL-3.0-or-later
// Two compared stages as rows of tables: their nodes with what changed, their kernels side by side.
#pragma once

#include "app/graphview/passcompare.h"
#include "app/models/tablemodel.h"
#include "engine/variants/kernelpairs.h"
#include "engine/variants/stagematch.h"

namespace jitscope {
inline namespace stagespanel {

/** One node of either side that is not simply there on both. */
struct MatchRow {
    StageChange change = StageChange::Unchanged;
    QString left, right; ///< titles; several are joined
    std::vector<NodeId> leftNodes, rightNodes;
    QString reason, basis, graph;
};

/** In the order of the right graph, what only the left has in front; a node that has its counterpart is one row. */
std::vector<MatchRow> matchRows(const StageMatch &match);
std::vector<TableColumn<MatchRow>> matchColumns();

std::vector<TableColumn<KernelPair>> kernelPairColumns();

/** "~", "+", "ƒ": what stands beside the word, so that no colour has to tell it. */
QString glyphOf(StageChange change);
QString wordOf(StageChange change);
QString wordOf(MatchBasis basis);

/** The same counts as in matchSummary(), for above the graphs. */
ChangePills matchPills(const StageMatch &match);

/** "Nodes and parameters: ~ 3 rewired, + 2 added, = 12 unchanged; 4 of them inside of fused kernels; matched by ids
    and logs (15)". */
QString matchSummary(const StageMatch &match);

} // namespace stagespanel
} // namespace jitscope
