// SPDX-License-Identifier: Apache-2.0
// The types that kernels compute with, and the operators that there is code for.
#include "engine/passes/support/kernelmembers.h"

#include "engine/base/text.h"
#include "engine/ops/opdef.h"
#include "engine/passes/support/kernelops.h"
#include "engine/passes/support/kernelspace.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

bool isBool(const Abstract &abstract) {
    return abstract.isTensor() && abstract.dtype == DType::Bool;
}

bool isNumber(const Abstract &abstract) {
    constexpr DType numbers[] = {DType::Float32, DType::Float16, DType::BFloat16};
    return abstract.isTensor() &&
           std::find(std::begin(numbers), std::end(numbers), abstract.dtype) != std::end(numbers);
}

bool isInt(const Abstract &abstract) {
    return abstract.isTensor() && (abstract.dtype == DType::Int32 || abstract.dtype == DType::Int64);
}

/** The operators that kernels have code of whole numbers for. */
bool computesInts(const KernelOp &op) {
    constexpr std::string_view names[] = {"Add",     "Sub",          "Mul",    "Maximum", "Minimum",    "Neg",
                                          "Abs",     "Square",       "Equal",  "Less",    "NotEqual",   "LessEqual",
                                          "Greater", "GreaterEqual", "Select", "Cast",    "BroadcastTo"};
    return std::find(std::begin(names), std::end(names), op.op) != std::end(names);
}

constexpr const char *kernelTypes = "Float32, Float16, BFloat16, Bool and, for some operators, Int32 and Int64";

/** Why a kernel cannot take this input of `op`, or "". */
std::string whyNotInput(const KernelOp &op, const Node &input) {
    const Abstract &abstract = input.abstract;
    if (!abstract.isTensor() && !input.isConstant())
        return format("takes %s, which is neither a tensor nor known", brief(abstract).c_str());
    if (!abstract.isTensor()) return {};
    if (!isNumber(abstract) && !isBool(abstract) && !(isInt(abstract) && computesInts(op)))
        return format("takes %s, kernels take %s", brief(abstract).c_str(), kernelTypes);
    if (op.takes == KernelElement::Bool && !isBool(abstract))
        return format("takes %s for Bool, which kernels do not convert", brief(abstract).c_str());
    return {};
}

std::string whyNotResult(const KernelOp &op, const Node &node) {
    const bool isOfNumbers = isNumber(node.abstract) || (isInt(node.abstract) && computesInts(op));
    const bool fits = (isOfNumbers && op.gives != KernelElement::Bool) ||
                      (isBool(node.abstract) && op.gives != KernelElement::Number);
    if (!fits) return format("gives %s, kernels compute %s", brief(node.abstract).c_str(), kernelTypes);
    return node.abstract.count() == 0 ? format("gives %s, which is empty", brief(node.abstract).c_str()) : "";
}

} // namespace

std::string whyNotMember(const Node &node) {
    const OpDef *op = node.op.empty() ? nullptr : findOp(node.op);
    if (!op) return "is a call";
    if (op->fusion == FusionClass::Opaque) return "is no element-wise operator";
    const KernelOp *kernelOp = findKernelOp(node.op);
    if (!kernelOp) return "is an operator that kernels have no code for";
    if (std::string reason = whyNotResult(*kernelOp, node); !reason.empty()) return reason;
    if (op->fusion == FusionClass::Reduce) return whyNotReduction(node);
    for (const NodePtr &input : node.inputs)
        if (std::string reason = whyNotInput(*kernelOp, *input); !reason.empty()) return reason;
    return {};
}

bool isCheap(const Node &node) {
    const KernelOp *op = findKernelOp(node.op);
    return op && op->work == KernelWork::Cheap && !isKernelReduction(node);
}

bool staysInside(const Node &input) {
    const Tensor *tensor = input.value.asTensor();
    return input.isConstant() && (!tensor || tensor->count() == 1);
}

} // namespace jitscope::inline passes
