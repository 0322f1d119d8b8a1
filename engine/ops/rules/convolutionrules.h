// SPDX-License-Identifier: Apache-2.0
// What the families of convolutions share: from arguments to plans, and what a plan costs.
#pragma once

#include "engine/ops/kernels/convolution.h"
#include "engine/ops/rules/windowrules.h"

namespace jitscope::inline ops {

/** How filters move; from the arguments stride, pad_mode, padding, dilation, groups, the first of them at `first`. */
struct Movement {
    WindowSettings window;
    int64_t groups = 1;
};

Movement movementOf(const char *op, TypeSpan arguments, size_t first);
/** The same for lines, which lie in images of height 1. */
Movement lineMovementOf(const char *op, TypeSpan arguments, size_t first);

/** The plan of filters over images, both of rank 4. */
ConvolutionPlan convolutionPlan(const char *op, const Dims &images, const Dims &filters, Movement movement);

/** The plan of a Conv2D, whose arguments are the first eight. */
ConvolutionPlan conv2dPlan(TypeSpan arguments);

void requireRank(const char *op, const char *name, const Abstract &tensor, int rank);
void requireSameDType(const char *op, const char *first, const Abstract &a, const char *second, const Abstract &b);
/** None, or a tensor with one element for each filter. */
void requireBias(const char *op, const Abstract &filters, const Abstract &bias);

/** Two operations for each tap that each result sums. */
OpCost costOfPlan(const ConvolutionPlan &plan, TypeSpan arguments, const Abstract &result);

} // namespace jitscope::inline ops
