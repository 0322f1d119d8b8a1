// SPDX-License-Identifier: GPL-3.0-or-later
// Panels that plugins bring.
#pragma once

#include "app/sdk/paneldef.h"
#include "engine/extension/plugin.h"

#include <vector>

namespace jitscope {
inline namespace sdk {

/** For the manifest of a plugin. Windows that are open have the panel until the next start. */
Extension panelExtension(PanelDef panel);

/** Of all loaded plugins. */
std::vector<PanelDef> pluginPanels();
/** One that a plugin brought, also when the plugin was switched off since; null for none. */
const PanelDef *pluginPanel(const QString &id);

} // namespace sdk
} // namespace jitscope
