// SPDX-License-Identifier: GPL-3.0-or-later
// What the run's threads did as table rows.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/analysis/operators/opfilter.h"
#include "engine/analysis/operators/threadrows.h"

namespace jitscope {
inline namespace threadspanel {

/** The stretch of time that the filter leaves: all conditions on the time together. */
TimeRange rangeOf(const OpFilter &filter);
std::vector<TableColumn<ThreadRow>> threadColumns();

} // namespace threadspanel
} // namespace jitscope
