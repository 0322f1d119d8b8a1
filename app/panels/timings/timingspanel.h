// SPDX-License-Identifier: GPL-3.0-or-later
// The timings panel: operators summed by kind, line, scope or kernel.
#pragma once

#include "app/sdk/paneldef.h"
#include "engine/ops/kernels/machinepeaks.h"

#include <functional>

namespace jitscope {
inline namespace timingspanel {

/** `peaks` measures the machine for the roofline, on a background thread. */
PanelDef timingsPanel(std::function<MachinePeaks()> peaks = &measureMachine);

} // namespace timingspanel
} // namespace jitscope
