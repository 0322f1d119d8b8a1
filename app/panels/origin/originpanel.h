// SPDX-License-Identifier: GPL-3.0-or-later
// Where an element of a tensor comes from: what it depends on, and which operator made it NaN or too large.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace originpanel {

PanelDef originPanel();

} // namespace originpanel
} // namespace jitscope
