// SPDX-License-Identifier: Apache-2.0
// The slices of a trace as a flame graph: below each lane its slices, below each what is nested in it.
#pragma once

#include "engine/analysis/operators/flametree.h"
#include "engine/analysis/selectionstats.h"

#include <functional>

namespace jitscope::inline analysis {

/**
 * Of the slices that lie in the range on the lanes, as selectionStats() picks and cuts them: the totals of all frames
 * of a name are together its sum there. A slice is below the innermost one of its lane that it lies in, if it begins
 * when what is below that already has ended; those that overlap otherwise stand beside each other. `isCancelled` is
 * asked now and then; if it says yes, what comes back is of no use.
 */
FlameTree sliceFlame(const Trace &trace, const SelectionQuery &query, FlameOrder order,
                     const std::function<bool()> &isCancelled);

} // namespace jitscope::inline analysis
