// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the pass and node that leave the right values, and takes away what shows it.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace culpritpanel {

PanelDef culpritPanel();

} // namespace culpritpanel
} // namespace jitscope
