// SPDX-License-Identifier: GPL-3.0-or-later
// The memory panel: curves of the device's memory over time, the peak, and who holds it when.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace memorypanel {

PanelDef memoryPanel();

} // namespace memorypanel
} // namespace jitscope
