// SPDX-License-Identifier: GPL-3.0-or-later
// Where compile time went, what first calls cost, why functions were compiled again.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace compilepanel {

PanelDef compilePanel();

} // namespace compilepanel
} // namespace jitscope
