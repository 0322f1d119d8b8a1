// SPDX-License-Identifier: Apache-2.0
// Reductions of axes (sum, largest, smallest) and places of extremes.
#pragma once

#include "engine/ops/kernels/float32kernels.h"
#include "engine/tensor/tensor.h"

namespace jitscope::inline ops {

/** Which axes of a tensor are reduced, from the front. */
using AxisSet = std::array<bool, maxRank>;

/** Reduces the axes of `axes` away; the result has the remaining ones. Any dtype but Bool; sums of integers wrap
   around. Reducing nothing at all (an empty axis) is allowed for Sum only. */
Tensor computeReduction(ReductionOp op, const Tensor &x, const AxisSet &axes);

/** The tensor with the axes of `axes` last, packed: each result of a reduction is then one row. */
Tensor withReducedLast(const Tensor &x, const AxisSet &axes);

/** The sizes of the axes that stay. */
Dims keptShape(const Dims &shape, const AxisSet &axes);

/** How many elements are reduced into one. */
int64_t reducedCount(const Dims &shape, const AxisSet &axes);

/** The place of the first largest (Max) or smallest (Min) element along `axis`, as Int64; NaN counts as extreme. */
Tensor computeExtremePlace(ReductionOp op, const Tensor &x, int axis);

} // namespace jitscope::inline ops
