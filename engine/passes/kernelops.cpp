// SPDX-License-Identifier: Apache-2.0
// The table of operators that fused kernels can hold.
#include "engine/passes/kernelops.h"

#include <unordered_map>

namespace jitscope {

namespace {

constexpr auto Number = KernelElement::Number;
constexpr auto Bool = KernelElement::Bool;
constexpr auto Either = KernelElement::Either;
constexpr auto Cheap = KernelWork::Cheap;
constexpr auto Expensive = KernelWork::Expensive;

constexpr KernelOp table[] = {
    {"Add", Number, Number, Cheap},
    {"Sub", Number, Number, Cheap},
    {"Mul", Number, Number, Cheap},
    {"Maximum", Number, Number, Cheap},
    {"Minimum", Number, Number, Cheap},
    {"Div", Number, Number, Expensive},
    {"FloorDiv", Number, Number, Expensive},
    {"FloorMod", Number, Number, Expensive},
    {"Pow", Number, Number, Expensive},
    {"Neg", Number, Number, Cheap},
    {"Abs", Number, Number, Cheap},
    {"Sign", Number, Number, Cheap},
    {"Square", Number, Number, Cheap},
    {"ReLU", Number, Number, Cheap},
    {"Floor", Number, Number, Cheap},
    {"Ceil", Number, Number, Cheap},
    {"Round", Number, Number, Cheap},
    {"Reciprocal", Number, Number, Expensive},
    {"Sqrt", Number, Number, Expensive},
    {"Rsqrt", Number, Number, Expensive},
    {"Exp", Number, Number, Expensive},
    {"Log", Number, Number, Expensive},
    {"Sin", Number, Number, Expensive},
    {"Cos", Number, Number, Expensive},
    {"Tanh", Number, Number, Expensive},
    {"Erf", Number, Number, Expensive},
    {"Sigmoid", Number, Number, Expensive},
    {"SiLU", Number, Number, Expensive},
    {"GeLU", Number, Number, Expensive},
    {"Equal", Number, Bool, Cheap},
    {"NotEqual", Number, Bool, Cheap},
    {"Less", Number, Bool, Cheap},
    {"LessEqual", Number, Bool, Cheap},
    {"Greater", Number, Bool, Cheap},
    {"GreaterEqual", Number, Bool, Cheap},
    {"LogicalAnd", Bool, Bool, Cheap},
    {"LogicalOr", Bool, Bool, Cheap},
    {"LogicalXor", Bool, Bool, Cheap},
    {"LogicalNot", Bool, Bool, Cheap},
    {"Select", Either, Either, Cheap},
    {"Cast", Either, Either, Cheap},
    {"BroadcastTo", Number, Number, Cheap},
    {"SquaredDifference", Number, Number, Cheap},
    {"DivNoNan", Number, Number, Expensive},
    {"Xdivy", Number, Number, Expensive},
    {"Xlogy", Number, Number, Expensive},
    {"TruncateDiv", Number, Number, Expensive},
    {"TruncateMod", Number, Number, Expensive},
    {"Heaviside", Number, Number, Cheap},
    {"CopySign", Number, Number, Cheap},
    {"Hypot", Number, Number, Expensive},
    {"Atan2", Number, Number, Expensive},
    {"LogAddExp", Number, Number, Expensive},
    {"Trunc", Number, Number, Cheap},
    {"Tan", Number, Number, Expensive},
    {"Expm1", Number, Number, Expensive},
    {"Log1p", Number, Number, Expensive},
    {"Log2", Number, Number, Expensive},
    {"Log10", Number, Number, Expensive},
    {"Exp2", Number, Number, Expensive},
    {"Asin", Number, Number, Expensive},
    {"ACos", Number, Number, Expensive},
    {"Atan", Number, Number, Expensive},
    {"Sinh", Number, Number, Expensive},
    {"Cosh", Number, Number, Expensive},
    {"Asinh", Number, Number, Expensive},
    {"Acosh", Number, Number, Expensive},
    {"Atanh", Number, Number, Expensive},
    {"ReLU6", Number, Number, Cheap},
    {"LeakyReLU", Number, Number, Cheap},
    {"Elu", Number, Number, Expensive},
    {"CeLU", Number, Number, Expensive},
    {"SeLU", Number, Number, Expensive},
    {"Hardtanh", Number, Number, Cheap},
    {"HSigmoid", Number, Number, Cheap},
    {"HSwish", Number, Number, Cheap},
    {"HShrink", Number, Number, Cheap},
    {"SoftShrink", Number, Number, Cheap},
    {"Softplus", Number, Number, Expensive},
    {"Softsign", Number, Number, Expensive},
    {"LogSigmoid", Number, Number, Expensive},
    {"FastGeLU", Number, Number, Expensive},
    {"Mish", Number, Number, Expensive},
    {"ReluGrad", Number, Number, Cheap},
    {"TanhGrad", Number, Number, Cheap},
    {"SigmoidGrad", Number, Number, Cheap},
    {"SiLUGrad", Number, Number, Expensive},
    {"GeLUGrad", Number, Number, Expensive},
    {"IsNan", Number, Bool, Cheap},
    {"IsInf", Number, Bool, Cheap},
    {"IsFinite", Number, Bool, Cheap},
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
