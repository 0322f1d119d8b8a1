// SPDX-License-Identifier: GPL-3.0-or-later
// The advice panel: when a device was idle and why, and what could be done about the run, each with its evidence.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace advicepanel {

PanelDef advicePanel();

} // namespace advicepanel
} // namespace jitscope
