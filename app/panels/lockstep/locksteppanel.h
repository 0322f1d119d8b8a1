// SPDX-License-Identifier: GPL-3.0-or-later
// The lock step panel: a call eagerly and as its graph side by side, stopping at the first difference.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace locksteppanel {

PanelDef lockstepPanel();

} // namespace locksteppanel
} // namespace jitscope
