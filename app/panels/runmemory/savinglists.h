// SPDX-License-Identifier: GPL-3.0-or-later
// What saves memory, as lists of the panel: the plans of compiled graphs, and activations that could be computed again.
#pragma once

#include "app/panels/runmemory/memorylists.h"

namespace jitscope {
inline namespace runmemorypanel {

/** Of all compiled graphs, what becomes of the memory of each value. Compiles their kernels, or finds them. */
RunMemoryTable planTable(const Session &session);
std::vector<TableColumn<RunMemoryRow>> planColumns();

/** What lies idle at the peak and is cheap to compute again. */
RunMemoryTable recomputationTable(const Session &session, const RunMemoryFigures &figures);
std::vector<TableColumn<RunMemoryRow>> recomputationColumns();

} // namespace runmemorypanel
} // namespace jitscope
