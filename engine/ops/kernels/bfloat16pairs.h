// SPDX-License-Identifier: Apache-2.0
// Matrices of bfloat16 as the processor multiplies them: two neighbours along the depth as one element. For processors
// that can (bfloat16Kernels()).
#pragma once

#include "engine/tensor/tensor.h"

namespace jitscope::inline ops {

/** A batch of matrices (bfloat16, at least of rank 2) with the neighbours along `depthAxis`, one of the last two axes,
    joined to pairs: half as long there, of elements that are called float32 for their size. The first is in the low
    half; beside the last of an odd number stands 0. A view where the pairs lie in memory already. */
Tensor bfloat16Pairs(const Tensor &matrices, int depthAxis);

/** A contiguous float32 tensor as bfloat16. */
Tensor roundedToBfloat16(const Tensor &numbers);

} // namespace jitscope::inline ops
