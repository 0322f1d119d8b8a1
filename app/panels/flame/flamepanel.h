// SPDX-License-Identifier: GPL-3.0-or-later
// The flame graph panel: where the operators' time went, by what called them.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace flamepanel {

PanelDef flamePanel();

} // namespace flamepanel
} // namespace jitscope
