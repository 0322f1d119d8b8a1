// SPDX-License-Identifier: GPL-3.0-or-later
// The slices panel: what is in the marked range by name, each name's slices, and what a search found.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace slicelistpanel {

PanelDef slicelistPanel();

} // namespace slicelistpanel
} // namespace jitscope
