// SPDX-License-Identifier: GPL-3.0-or-later
// The runs that are kept: looked at again, compared, noted, pinned, saved, removed.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace runspanel {

PanelDef runsPanel();

} // namespace runspanel
} // namespace jitscope
