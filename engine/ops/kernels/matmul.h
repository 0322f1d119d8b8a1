// SPDX-License-Identifier: Apache-2.0
// Matrix products of tensors of every dtype, on all cores, with the operators that are commonly fused behind them.
#pragma once

#include "engine/ops/kernels/gemm.h"
#include "engine/tensor/tensor.h"

namespace jitscope::inline ops {

struct Bfloat16Kernels;

/** What a product of (batches of) matrices computes: c = function(a * b + bias). */
struct MatmulPlan {
    Dims shape; ///< of the result: batch axes, rows, columns
    bool transposedA = false;
    bool transposedB = false;
    std::optional<UnaryOp> function; ///< of integers: one that gives integers
};

/** `a` and `b` have one dtype (not Bool), rank 2 or more and any strides; their batch axes broadcast to those of the
   result. `bias` has one element a column, or is not defined. */
Tensor computeMatmul(const MatmulPlan &plan, const Tensor &a, const Tensor &b, const Tensor &bias);

/** computeMatmul() of bfloat16 by these kernels, which are the processor's own but in tests. */
Tensor multiplyBfloat16(const MatmulPlan &plan, const Tensor &a, const Tensor &b, const Tensor &bias,
                        const Bfloat16Kernels &kernels);

} // namespace jitscope::inline ops
