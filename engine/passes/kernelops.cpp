// SPDX-License-Identifier: Apache-2.0
// The table of operators that fused kernels can hold.
#include "engine/passes/kernelops.h"

#include <unordered_map>

namespace jitscope {

namespace {

constexpr auto Number = KernelElement::Number;
constexpr auto Truth = KernelElement::Truth;
constexpr auto Either = KernelElement::Either;
constexpr auto Cheap = KernelWork::Cheap;
constexpr auto Dear = KernelWork::Dear;

constexpr KernelOp table[] = {
    {"Add", Number, Number, Cheap},
    {"Sub", Number, Number, Cheap},
    {"Mul", Number, Number, Cheap},
    {"Maximum", Number, Number, Cheap},
    {"Minimum", Number, Number, Cheap},
    {"Div", Number, Number, Dear},
    {"FloorDiv", Number, Number, Dear},
    {"FloorMod", Number, Number, Dear},
    {"Pow", Number, Number, Dear},
    {"Neg", Number, Number, Cheap},
    {"Abs", Number, Number, Cheap},
    {"Sign", Number, Number, Cheap},
    {"Square", Number, Number, Cheap},
    {"ReLU", Number, Number, Cheap},
    {"Floor", Number, Number, Cheap},
    {"Ceil", Number, Number, Cheap},
    {"Round", Number, Number, Cheap},
    {"Reciprocal", Number, Number, Dear},
    {"Sqrt", Number, Number, Dear},
    {"Rsqrt", Number, Number, Dear},
    {"Exp", Number, Number, Dear},
    {"Log", Number, Number, Dear},
    {"Sin", Number, Number, Dear},
    {"Cos", Number, Number, Dear},
    {"Tanh", Number, Number, Dear},
    {"Erf", Number, Number, Dear},
    {"Sigmoid", Number, Number, Dear},
    {"SiLU", Number, Number, Dear},
    {"GeLU", Number, Number, Dear},
    {"Equal", Number, Truth, Cheap},
    {"NotEqual", Number, Truth, Cheap},
    {"Less", Number, Truth, Cheap},
    {"LessEqual", Number, Truth, Cheap},
    {"Greater", Number, Truth, Cheap},
    {"GreaterEqual", Number, Truth, Cheap},
    {"LogicalAnd", Truth, Truth, Cheap},
    {"LogicalOr", Truth, Truth, Cheap},
    {"LogicalXor", Truth, Truth, Cheap},
    {"LogicalNot", Truth, Truth, Cheap},
    {"Select", Either, Either, Cheap},
    {"Cast", Either, Either, Cheap},
    {"BroadcastTo", Number, Number, Cheap},
    {"SquaredDifference", Number, Number, Cheap},
    {"DivNoNan", Number, Number, Dear},
    {"Xdivy", Number, Number, Dear},
    {"Xlogy", Number, Number, Dear},
    {"TruncateDiv", Number, Number, Dear},
    {"TruncateMod", Number, Number, Dear},
    {"Heaviside", Number, Number, Cheap},
    {"CopySign", Number, Number, Cheap},
    {"Hypot", Number, Number, Dear},
    {"Atan2", Number, Number, Dear},
    {"LogAddExp", Number, Number, Dear},
    {"Trunc", Number, Number, Cheap},
    {"Tan", Number, Number, Dear},
    {"Expm1", Number, Number, Dear},
    {"Log1p", Number, Number, Dear},
    {"Log2", Number, Number, Dear},
    {"Log10", Number, Number, Dear},
    {"Exp2", Number, Number, Dear},
    {"Asin", Number, Number, Dear},
    {"ACos", Number, Number, Dear},
    {"Atan", Number, Number, Dear},
    {"Sinh", Number, Number, Dear},
    {"Cosh", Number, Number, Dear},
    {"Asinh", Number, Number, Dear},
    {"Acosh", Number, Number, Dear},
    {"Atanh", Number, Number, Dear},
    {"ReLU6", Number, Number, Cheap},
    {"LeakyReLU", Number, Number, Cheap},
    {"Elu", Number, Number, Dear},
    {"CeLU", Number, Number, Dear},
    {"SeLU", Number, Number, Dear},
    {"Hardtanh", Number, Number, Cheap},
    {"HSigmoid", Number, Number, Cheap},
    {"HSwish", Number, Number, Cheap},
    {"HShrink", Number, Number, Cheap},
    {"SoftShrink", Number, Number, Cheap},
    {"Softplus", Number, Number, Dear},
    {"Softsign", Number, Number, Dear},
    {"LogSigmoid", Number, Number, Dear},
    {"FastGeLU", Number, Number, Dear},
    {"Mish", Number, Number, Dear},
    {"ReluGrad", Number, Number, Cheap},
    {"TanhGrad", Number, Number, Cheap},
    {"SigmoidGrad", Number, Number, Cheap},
    {"SiLUGrad", Number, Number, Dear},
    {"GeLUGrad", Number, Number, Dear},
    {"IsNan", Number, Truth, Cheap},
    {"IsInf", Number, Truth, Cheap},
    {"IsFinite", Number, Truth, Cheap},
    {"ReduceSum", Number, Number, Cheap},
    {"ReduceMax", Number, Number, Cheap},
    {"ReduceMin", Number, Number, Cheap},
    {"ReduceMean", Number, Number, Cheap},
};

} // namespace

std::span<const KernelOp> kernelOps() {
    return table;
}

const KernelOp *findKernelOp(std::string_view op) {
    static const std::unordered_map<std::string_view, const KernelOp *> index = [] {
        std::unordered_map<std::string_view, const KernelOp *> byName;
        for (const KernelOp &known : table)
            byName.emplace(known.op, &known);
        return byName;
    }();
    const auto found = index.find(op);
    return found == index.end() ? nullptr : found->second;
}

} // namespace jitscope
