// SPDX-License-Identifier: Apache-2.0
// Element-wise operators on tensors of every dtype: float32 by its own loops, the 16-bit floats through float32, the
// rest by plain loops.
#pragma once

#include "engine/ops/kernels/float32kernels.h"
#include "engine/tensor/tensor.h"

namespace jitscope::inline ops {

/** `op` of each element. Dtypes: floating ones for all; integers for Neg, Abs, Sign, Square, ReLU and the roundings. */
Tensor computeUnary(UnaryOp op, const Tensor &x);

/** Operands of one dtype that broadcast to `shape`. Bool: Mul, Maximum and Minimum only. */
Tensor computeBinary(BinaryOp op, const Tensor &a, const Tensor &b, const Dims &shape);

/** As computeBinary, to Bool. */
Tensor computeCompare(CompareOp op, const Tensor &a, const Tensor &b, const Dims &shape);

enum class LogicalOp : uint8_t { And, Or, Xor };

/** Bool operands that broadcast to `shape`. */
Tensor computeLogical(LogicalOp op, const Tensor &a, const Tensor &b, const Dims &shape);
Tensor computeLogicalNot(const Tensor &x);

/** `a` where the Bool `condition` holds, else `b`; all three broadcast to `shape`, `a` and `b` have one dtype. */
Tensor computeSelect(const Tensor &condition, const Tensor &a, const Tensor &b, const Dims &shape);

} // namespace jitscope::inline ops
