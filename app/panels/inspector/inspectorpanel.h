// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector: the values and statistics of the selected tensor, and the facts of the selected node or operator.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {

PanelDef inspectorPanel();

} // namespace jitscope
