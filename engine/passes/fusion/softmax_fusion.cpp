// SPDX-License-Identifier: Apache-2.0
// Recognises softmax, and its gradient, where the user wrote them out.
//
// Rules, with e = Exp(x - ReduceMax(x)); all reductions along one axis that stays as 1
//   e / ReduceSum(e)                          ->  Softmax(x)
//   (dout - ReduceSum(dout * out)) * out      ->  SoftmaxBackward(dout, out)
// Without the maximum the first would give infinities and NaNs that Softmax does not: refused.
#include "engine/passes/passes.h"

#include "engine/passes/support/constants.h"
#include "engine/passes/support/fusion.h"

namespace jitscope::inline passes {

namespace {

/** The one axis of a reduction that keeps it; nothing for any other node. */
std::optional<int64_t> reducedAxis(const Node &node, OpName reduction) {
    if (!node.isCallOf(reduction) || node.inputs.size() < 3 || !constantBool(*node.inputs[2]).value_or(false))
        return std::nullopt;
    const std::optional<Dims> axes = constantDims(*node.inputs[1]);
    const int rank = node.abstract->shape.rank();
    if (!axes || axes->rank() != 1 || rank == 0) return std::nullopt;
    return ((*axes)[0] + rank) % rank;
}

std::optional<Predicate> whyNotType(const Node &node) {
    if (node.abstract->isTensor() && node.abstract->dtype == DType::Float32) return {};
    return givesOtherType(node);
}

std::optional<Fusion> findSoftmax(const NodePtr &last) {
    if (!last->isCallOf(op::Div)) return std::nullopt;
    const NodePtr &exp = last->inputs[0], &sum = last->inputs[1];
    const std::optional<int64_t> axis = reducedAxis(*sum, op::ReduceSum);
    if (!exp->isCallOf(op::Exp) || !axis || sum->inputs[0]->id != exp->id) return std::nullopt;
    Fusion fusion;
    fusion.rule = "ReduceMax + Sub + Exp + ReduceSum + Div -> Softmax";
    const NodePtr &shifted = exp->inputs[0];
    const bool isShifted = shifted->isCallOf(op::Sub) && reducedAxis(*shifted->inputs[1], op::ReduceMax) == axis &&
                           shifted->inputs[1]->inputs[0]->id == shifted->inputs[0]->id;
    if (!isShifted) {
        fusion.nodes = {exp, sum, last};
        fusion.failed = failedFor(PredicateKind::Overflow, *exp, "x", "x - ReduceMax(x)");
        return fusion;
    }
    fusion.nodes = {shifted->inputs[1], shifted, exp, sum, last};
    fusion.failed = whyNotType(*last);
    fusion.build = [x = shifted->inputs[0], axis = *axis, nodes = fusion.nodes](Rewriter &rewriter) {
        return rewriter.call("Softmax", {x, rewriter.constant(Value::ints({axis}), nodes)}, nodes);
    };
    return fusion;
}

/** ReduceSum(dout * out), with which side of the product dout is. */
std::optional<Fusion> findGradient(const NodePtr &last) {
    if (!last->isCallOf(op::Mul)) return std::nullopt;
    for (const size_t side : {size_t(0), size_t(1)}) {
        const NodePtr &difference = last->inputs[side], &out = last->inputs[1 - side];
        if (!difference->isCallOf(op::Sub)) continue;
        const NodePtr &dout = difference->inputs[0], &sum = difference->inputs[1];
        const std::optional<int64_t> axis = reducedAxis(*sum, op::ReduceSum);
        if (!axis || !sum->inputs[0]->isCallOf(op::Mul)) continue;
        const NodePtr &product = sum->inputs[0];
        const NodeId first = product->inputs[0]->id, second = product->inputs[1]->id;
        const bool isOfBoth = (first == dout->id && second == out->id) || (first == out->id && second == dout->id);
        if (!isOfBoth) continue;
        Fusion fusion;
        fusion.rule = "Mul + ReduceSum + Sub + Mul -> SoftmaxBackward";
        fusion.nodes = {product, sum, difference, last};
        fusion.failed = whyNotType(*last);
        fusion.build = [dout, out, axis = *axis, nodes = fusion.nodes](Rewriter &rewriter) {
            return rewriter.call("SoftmaxBackward", {dout, out, rewriter.constant(axis, nodes)}, nodes);
        };
        return fusion;
    }
    return std::nullopt;
}

std::optional<Fusion> softmaxAt(const NodePtr &last, const NodeUsers &) {
    return findSoftmax(last);
}

std::optional<Fusion> gradientAt(const NodePtr &last, const NodeUsers &) {
    return findGradient(last);
}

} // namespace

Module fuseSoftmax(const Module &module, PassContext &context) {
    return fuseChains(module, context, softmaxAt);
}

Module fuseSoftmaxGrad(const Module &module, PassContext &context) {
    return fuseChains(module, context, gradientAt);
}

} // namespace jitscope::inline passes
