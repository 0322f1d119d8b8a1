// SPDX-License-Identifier: Apache-2.0
// The rule and the evaluation of functions of one tensor.
#include "engine/ops/rules/unaryrecord.h"

#include "engine/ops/kernels/complexmath.h"
#include "engine/ops/kernels/generic.h"

namespace jitscope::inline ops {

namespace {

/** Bools are neither negative nor have they a magnitude: these leave them as they are. */
bool isItsOwn(UnaryOp op) {
    return op == UnaryOp::Abs || op == UnaryOp::ReLU;
}

} // namespace

const char *nameOf(UnaryOp op) {
    static constexpr const char *names[unaryOpCount] = {
        "Neg",   "Abs",  "Sign",    "Square", "Reciprocal", "Floor", "Ceil", "Round", "Exp", "Log", "Sqrt",
        "Rsqrt", "Tanh", "Sigmoid", "ReLU",   "GeLU",       "GeLU",  "SiLU", "Sin",   "Cos", "Erf"};
    return names[size_t(op)];
}

Abstract unaryResult(UnaryOp op, TypeSpan arguments) {
    const Abstract &x = tensorType(nameOf(op), arguments, 0);
    if (info(x.dtype).floating || isComplex(x.dtype)) return Abstract::tensor(x.dtype, x.shape);
    if (!generic::isIntegral(op)) return Abstract::tensor(DType::Float32, x.shape);
    if (x.dtype == DType::Bool && isItsOwn(op)) return Abstract::tensor(x.dtype, x.shape);
    if (x.dtype == DType::Bool)
        diagnoseType(std::string("For primitive[") + nameOf(op) +
                     "], the input argument[x] must be a Tensor of numbers, but got Tensor[Bool].");
    return Abstract::tensor(x.dtype, x.shape);
}

Tensor unaryValue(UnaryOp op, const Tensor &x, DType result) {
    if (isComplex(result)) return mapComplex(x, complexFunction(nameOf(op)));
    return result == DType::Bool ? x.clone() : computeUnary(op, x.cast(result));
}

double flopsOf(UnaryOp op) {
    if (generic::isIntegral(op)) return 1;
    switch (op) {
    case UnaryOp::Reciprocal:
    case UnaryOp::Sqrt:
        return 1;
    case UnaryOp::Rsqrt:
        return 2;
    case UnaryOp::Tanh:
    case UnaryOp::GeLU:
    case UnaryOp::GeLUTanh:
    case UnaryOp::Erf:
        return 20;
    default:
        return 12; // a polynomial and the reduction before it
    }
}

} // namespace jitscope::inline ops
