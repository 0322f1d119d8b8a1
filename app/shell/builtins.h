// SPDX-License-Identifier: GPL-3.0-or-later
// All panels there are: those of app/panels in their order, then those of plugins.
#pragma once

#include "app/sdk/paneldef.h"

#include <vector>

namespace jitscope {
inline namespace shell {

/** Built-in panels, then those of the plugins that are loaded by now. */
std::vector<PanelDef> allPanels();

/** One panel by its id, for snapshots and tests; null for an unknown id. */
Panel *createPanel(const QString &id, const PanelContext &context, QWidget *parent);

/** The title of a panel in the user's language. */
QString titleOf(const PanelDef &panel);
QString summaryOf(const PanelDef &panel);

} // namespace shell
} // namespace jitscope
