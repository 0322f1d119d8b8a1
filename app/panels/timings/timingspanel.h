// SPDX-License-Identifier: GPL-3.0-or-later
// The timings panel: operators summed by kind, line, scope or kernel.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace timingspanel {

PanelDef timingsPanel();

} // namespace timingspanel
} // namespace jitscope
