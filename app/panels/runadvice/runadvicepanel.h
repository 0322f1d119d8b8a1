// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of advice on a run: what it did that it need not have, and the variant that checks it.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace runadvicepanel {

PanelDef runadvicePanel();

} // namespace runadvicepanel
} // namespace jitscope
