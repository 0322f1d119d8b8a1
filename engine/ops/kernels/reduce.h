// SPDX-License-Identifier: Apache-2.0
// Folds of axes (sum, largest, smallest) and places of extremes.
#pragma once

#include "engine/ops/kernels/float32kernels.h"
#include "engine/tensor/tensor.h"

namespace jitscope {

/** Which axes of a tensor are folded, from the front. */
using AxisSet = std::array<bool, maxRank>;

/** Folds the axes of `axes` away; the result has the remaining ones. Any dtype but Bool; sums of integers wrap around.
    Folding nothing at all (an empty axis) is allowed for Sum only. */
Tensor computeFold(FoldOp op, const Tensor &x, const AxisSet &axes);

/** The tensor with the axes of `axes` last, packed: each result of a fold is then one row. */
Tensor withFoldedLast(const Tensor &x, const AxisSet &axes);

/** The sizes of the axes that stay. */
Dims keptShape(const Dims &shape, const AxisSet &axes);

/** How many elements are folded into one. */
int64_t foldedCount(const Dims &shape, const AxisSet &axes);

/** The place of the first largest (Max) or smallest (Min) element along `axis`, as Int64; NaN counts as extreme. */
Tensor computeExtremePlace(FoldOp op, const Tensor &x, int axis);

} // namespace jitscope
