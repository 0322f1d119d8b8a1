// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the operator table.
#pragma once

#include "app/models/tablemodel.h"
#include "engine/analysis/comparison/opdifference.h"
#include "engine/analysis/operators/optable.h"

#include <optional>

namespace jitscope {
inline namespace timingspanel {

struct TimingRow {
    OpRow row;
    OpGrouping grouping = OpGrouping::Op;
    std::optional<OpDelta> delta = {}; ///< against the baseline, where there is one
    int64_t untimed = 0;               ///< calls that failed, which count in none of the figures
};

std::vector<TableColumn<TimingRow>> timingColumns();
/** The same with columns of differences to a baseline. */
std::vector<TableColumn<TimingRow>> comparingColumns();
/** The same with what a step's time went to behind the columns that all have. */
std::vector<TableColumn<TimingRow>> withStepColumns(std::vector<TableColumn<TimingRow>> columns);

} // namespace timingspanel
} // namespace jitscope
