// SPDX-License-Identifier: GPL-3.0-or-later
// The threads panel: what each thread of the run did with its time.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace threadspanel {

PanelDef threadsPanel();

} // namespace threadspanel
} // namespace jitscope
