// SPDX-License-Identifier: GPL-3.0-or-later
// The values of the tensor of the current operator, or of one that the panel is locked to.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace valuespanel {

PanelDef valuesPanel();

} // namespace valuespanel
} // namespace jitscope
