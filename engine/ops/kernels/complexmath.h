// SPDX-License-Identifier: Apache-2.0
// Complex numbers element by element, summed, and as matrices. Functions and sums of Complex64 are computed in
// Complex128 and rounded once; complex numbers need no loops for each instruction set.
#pragma once

#include "engine/ops/kernels/float32kernels.h"
#include "engine/ops/kernels/matmul.h"
#include "engine/ops/kernels/reduce.h"
#include "engine/tensor/elements.h"
#include "engine/tensor/tensor.h"

#include <complex>
#include <string_view>

namespace jitscope::inline ops {

using ComplexFunction = std::complex<double> (*)(std::complex<double>);

/** The function of one complex number that the operator of that name computes, or null. */
ComplexFunction complexFunction(std::string_view primitive);

/** Calls `visitor` with float or double, the type of the parts of a complex dtype. */
template<class Visitor> decltype(auto) visitParts(DType dtype, Visitor &&visitor) {
    return dtype == DType::Complex64 ? visitor(TypeTag<float>{}) : visitor(TypeTag<double>{});
}

/** `function` of each element of a complex tensor. */
Tensor mapComplex(const Tensor &x, ComplexFunction function);

/** Operands of one complex dtype that broadcast to `shape`. */
Tensor computeComplexBinary(BinaryOp op, const Tensor &a, const Tensor &b, const Dims &shape);
/** Equal or NotEqual: there is no order of complex numbers. */
Tensor computeComplexCompare(CompareOp op, const Tensor &a, const Tensor &b, const Dims &shape);

Tensor complexSum(const Tensor &x, const AxisSet &axes);
Tensor complexProduct(const Tensor &x, const AxisSet &axes);

/** A product of `plan` without bias and function. */
Tensor complexMatmul(const MatmulPlan &plan, const Tensor &a, const Tensor &b);

} // namespace jitscope::inline ops
