// SPDX-License-Identifier: GPL-3.0-or-later
// The device model panel: the parameters of the simulated device, and how far they are from real kernels.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace devicemodelpanel {

PanelDef devicemodelPanel();

} // namespace devicemodelpanel
} // namespace jitscope
