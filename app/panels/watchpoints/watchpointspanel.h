// SPDX-License-Identifier: GPL-3.0-or-later
// Watchpoints: the rules that are set, and the tensors that they found, live or checked afterwards.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace watchpointspanel {

PanelDef watchpointsPanel();

} // namespace watchpointspanel
} // namespace jitscope
