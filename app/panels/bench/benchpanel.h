// SPDX-License-Identifier: GPL-3.0-or-later
// The bench panel: a function in every way to run it, measured in a process of its own, as a chart that grows.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace benchpanel {

PanelDef benchPanel();

} // namespace benchpanel
} // namespace jitscope
