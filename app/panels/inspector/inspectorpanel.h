// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector: the facts of the selected node or operator, its operands, and its tensor at a glance.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace inspectorpanel {

PanelDef inspectorPanel();

} // namespace inspectorpanel
} // namespace jitscope
