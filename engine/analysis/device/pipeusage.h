// SPDX-License-Identifier: Apache-2.0
// How busy the pipes of the AI cores were, by operator type: means of the counters of the kernels table.
#pragma once

#include "engine/analysis/intervals.h"
#include "engine/profile/datatable.h"

#include <optional>

namespace jitscope::inline analysis {

/** A row a type and core, by falling total; a column for each ratio that the kernels have, its mean weighted by
    duration over the kernels that have it. Without ratios the table has no rows. */
DataTable pipeUsageTable(const DataTable &kernels, const std::optional<Interval> &within = std::nullopt);

} // namespace jitscope::inline analysis
