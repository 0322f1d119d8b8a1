// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel details: operator tuning of one kernel, or what the profile says of the kernel that is selected.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace kerneldetailspanel {

PanelDef kerneldetailsPanel();

} // namespace kerneldetailspanel
} // namespace jitscope
