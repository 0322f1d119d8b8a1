// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of a run's memory: what its tensors hold over time, the peak, and who made what is held at a moment.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace runmemorypanel {

PanelDef runmemoryPanel();

} // namespace runmemorypanel
} // namespace jitscope
