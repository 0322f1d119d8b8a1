// SPDX-License-Identifier: GPL-3.0-or-later
// Watch: expressions of the user's, evaluated in the chosen frame at every stop.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace watchpanel {

PanelDef watchPanel();

} // namespace watchpanel
} // namespace jitscope
