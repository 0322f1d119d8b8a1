// SPDX-License-Identifier: GPL-3.0-or-later
// The communication panel: who waits for whom, what moves over which link, which rank and which link are slow.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace communicationpanel {

PanelDef communicationPanel();

} // namespace communicationpanel
} // namespace jitscope
