// SPDX-License-Identifier: GPL-3.0-or-later
// The panel that follows the selected value from its line through every stage to the code of its kernel.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace journeypanel {

PanelDef journeyPanel();

} // namespace journeypanel
} // namespace jitscope
