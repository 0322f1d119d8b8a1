// SPDX-License-Identifier: GPL-3.0-or-later
// The statistics panel: what a profile's time went to, by operator, kernel, host call and step, and the producer's own
// tables.
#pragma once

#include "app/sdk/paneldef.h"

namespace jitscope {
inline namespace statisticspanel {

PanelDef statisticsPanel();

} // namespace statisticspanel
} // namespace jitscope
