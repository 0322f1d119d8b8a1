// SPDX-License-Identifier: GPL-3.0-or-later
// The slice panel: all that is known of the selected slice of the timeline, and where it comes from.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace slicepanel {

PanelDef slicePanel();

} // namespace slicepanel
} // namespace jitscope
