// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison panel: two ranks, or a rank and one of another file, side by side: what is missing, new, slower or
// faster, and which rank makes the others wait.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace comparisonpanel {

PanelDef comparisonPanel();

} // namespace comparisonpanel
} // namespace jitscope
