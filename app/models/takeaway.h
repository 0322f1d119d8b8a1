// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of context menus by which graphs and parts of them leave the program: test cases, IR text, and the search
// for the pass that made a difference.
#pragma once

#include "app/models/nodemenu.h"
#include "engine/extraction/testcase.h"

class QWidget;

namespace jitscope {
inline namespace models {

/** Adds entries for the node: this call, all that leads to it, or all of its graph as a test case; Find culprit. */
void addTakeAwayEntries(QMenu &menu, const PanelContext &context, const StagedNode &place);

/** An entry for these calls of a stage as one test case; grey where they make no region. */
void addRegionTakeAway(QMenu &menu, const PanelContext &context, int compilation, const CaseSpec &region);

/** Adds entries for a whole stage: its IR text, a test case; Find culprit. */
void addStageTakeAway(QMenu &menu, const PanelContext &context, int compilation, int pass);

/** Asks for a folder, then writes the case there in the background and says so in the status bar. */
void askAndWriteCase(QWidget *parent, const PanelContext &context, int compilation, const CaseSpec &spec);
void writeCase(const PanelContext &context, int compilation, const CaseSpec &spec, const QString &folder);

} // namespace models
} // namespace jitscope
