// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline panel: compile, host and device on one time axis.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace timelinepanel {

PanelDef timelinePanel();

} // namespace timelinepanel
} // namespace jitscope
