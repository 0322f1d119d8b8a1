// SPDX-License-Identifier: Apache-2.0
// The types that kernels compute with, and the operators that there is code for.
#include "engine/passes/support/kernelmembers.h"

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

/** Why a kernel cannot take this input of `node`, if so. */
std::optional<Predicate> whyNotInput(const KernelOp &op, const Node &node, const Node &input) {
    const Abstract &abstract = input.abstract;
    if (!abstract.isTensor() && !input.isConstant())
        return failedFor(PredicateKind::MemberArgument, node, brief(abstract), "a tensor, or known");
    if (!abstract.isTensor()) return {};
    if (!isNumber(abstract) && !isBool(abstract) && !(isInt(abstract) && computesInts(op)))
        return failedFor(PredicateKind::MemberTakes, node, dtypeText(abstract), kernelTypes, brief(abstract));
    if (op.takes == KernelElement::Bool && !isBool(abstract))
        return failedFor(PredicateKind::MemberTruth, node, dtypeText(abstract), "Bool", brief(abstract));
    return {};
}

std::optional<Predicate> whyNotResult(const KernelOp &op, const Node &node) {
    const bool isOfNumbers = isNumber(node.abstract) || (isInt(node.abstract) && computesInts(op));
    const bool fits = (isOfNumbers && op.gives != KernelElement::Bool) ||
                      (isBool(node.abstract) && op.gives != KernelElement::Number);
    if (!fits)
        return failedFor(PredicateKind::MemberGives, node, dtypeText(node.abstract), kernelTypes, brief(node.abstract));
    if (node.abstract->count() == 0) return failedFor(PredicateKind::MemberEmpty, node, 0, 1, brief(node.abstract));
    return {};
}

} // namespace

std::optional<Predicate> whyNotMember(const Node &node) {
    const OpDef *op = node.op.empty() ? nullptr : findOp(node.op);
    if (!op) return failedFor(PredicateKind::NoOperator, node, "a call", "an operator");
    if (op->fusion == FusionClass::Opaque)
        return failedFor(PredicateKind::OperatorClass, node, "opaque", "element-wise");
    const KernelOp *kernelOp = findKernelOp(node.op);
    if (!kernelOp) return failedFor(PredicateKind::OperatorCode, node, "none", "a kernel operator");
    if (auto failed = whyNotResult(*kernelOp, node)) return failed;
    if (op->fusion == FusionClass::Reduce) return whyNotReduction(node);
    for (const NodePtr &input : node.inputs)
        if (auto failed = whyNotInput(*kernelOp, node, *input)) return failed;
    return {};
}

bool isCheap(const Node &node) {
    const KernelOp *op = findKernelOp(node.op);
    return op && op->work == KernelWork::Cheap && !isKernelReduction(node);
}

bool staysInside(const Node &input) {
    const Tensor *tensor = input.value->asTensor();
    return input.isConstant() && (!tensor || tensor->count() == 1);
}

} // namespace jitscope::inline passes
