// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the table of rows.
#pragma once

#include "app/models/tablemodel.h"
#include "app/panels/bench/benchwords.h"

namespace jitscope {
inline namespace benchpanel {

std::vector<TableColumn<BenchPlace>> benchColumns();

} // namespace benchpanel
} // namespace jitscope
