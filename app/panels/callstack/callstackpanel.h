// SPDX-License-Identifier: GPL-3.0-or-later
// Call stack: the Python frames at the playhead, with the names of the one that is chosen.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace callstackpanel {

PanelDef callstackPanel();

} // namespace callstackpanel
} // namespace jitscope
