// SPDX-License-Identifier: Apache-2.0
// Writes the axes of reductions plainly, so that kernels and later passes see at once what is reduced.
//
// Rules
//   Reduce(x, None, ...), negative or unordered axes     ->  Reduce(x, (0, 2), ...)
//   Reshape(Reduce(x, axes)) that brings the axes back   ->  Reduce(x, axes, keep_dims)
//   Reduce(Reshape(x)) over all leading axes             ->  Reduce(x) over all leading axes, the last ones unchanged
// MindSpore has it in its stage 2, inside of kernels; here it stands in front of clustering, which goes further then.
#include "engine/ops/opdef.h"
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/passes/support/constants.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

constexpr size_t axesInput = 1, keepInput = 2, reductionInputs = 3;

bool isReduction(const Node &node) {
    if (!node.isCall() || node.inputs.size() != reductionInputs || !node.inputs[keepInput]->value->asBool())
        return false;
    const OpDef *op = findOp(node.op);
    return op && op->fusion == FusionClass::Reduce && node.inputs[0]->abstract->isTensor();
}

/** The reduced axes, ascending from 0; nothing if they are not known. */
std::optional<Dims> plainAxes(const Node &reduction) {
    const int rank = reduction.inputs[0]->abstract->shape.rank();
    const Node &named = *reduction.inputs[axesInput];
    std::optional<Dims> axes = named.isConstant() && named.value->isNone() ? Dims() : constantDims(named);
    if (!axes) return {};
    Dims plain;
    for (int axis = 0; axis < rank; ++axis) {
        const auto isNamed = [&](int64_t other) { return other == axis || other + rank == axis; };
        if (axes->empty() || std::any_of(axes->begin(), axes->end(), isNamed)) plain.push(axis);
    }
    return plain;
}

NodePtr reduced(const Node &reduction, const NodePtr &x, const Dims &axes, bool keepsAxes,
                const std::vector<NodePtr> &replaced, Rewriter &rewriter) {
    return rewriter.call(reduction.op,
                         {x, rewriter.constant(Value::ints(axes), replaced), rewriter.constant(keepsAxes, replaced)},
                         replaced);
}

NodePtr withPlainAxes(const NodePtr &node, Rewriter &rewriter) {
    if (!isReduction(*node)) return nullptr;
    const auto axes = plainAxes(*node);
    if (!axes || axes->empty() || node->inputs[axesInput]->value->dims() == axes) return nullptr;
    const NodePtr plain =
        reduced(*node, node->inputs[0], *axes, *node->inputs[keepInput]->value->asBool(), {node}, rewriter);
    return plain ? rewriter.replace("axes " + toString(node->inputs[axesInput]->value) + " -> " + toString(*axes),
                                    {node}, plain)
                 : nullptr;
}

/** The shape that the reduction would have with its axes kept. */
Dims keptShape(const Node &reduction, const Dims &axes) {
    Dims shape = reduction.inputs[0]->abstract->shape;
    for (const int64_t axis : axes)
        shape[int(axis)] = 1;
    return shape;
}

NodePtr withKeptAxes(const NodePtr &node, Rewriter &rewriter) {
    if (!node->isCallOf(op::Reshape) && !node->isCallOf(op::ExpandDims)) return nullptr;
    const NodePtr &reduction = node->inputs[0];
    if (!isReduction(*reduction) || *reduction->inputs[keepInput]->value->asBool()) return nullptr;
    const auto axes = plainAxes(*reduction);
    if (!axes || !(keptShape(*reduction, *axes) == node->abstract->shape)) return nullptr;
    const std::vector<NodePtr> replaced = {reduction, node};
    const NodePtr kept = reduced(*reduction, reduction->inputs[0], *axes, true, replaced, rewriter);
    return kept ? rewriter.replace(reduction->op + " then " + node->op + " -> keep_dims", replaced, kept) : nullptr;
}

/** True if both shapes end with the same `count` sizes. */
bool sameEnd(const Dims &a, const Dims &b, int count) {
    if (count > a.rank() || count > b.rank()) return false;
    return std::equal(a.end() - count, a.end(), b.end() - count);
}

NodePtr withoutReshape(const NodePtr &node, Rewriter &rewriter) {
    if (!isReduction(*node) || *node->inputs[keepInput]->value->asBool()) return nullptr;
    const NodePtr &reshape = node->inputs[0];
    if (!reshape->isCallOf(op::Reshape)) return nullptr;
    const auto axes = plainAxes(*node);
    const Dims &from = reshape->inputs[0]->abstract->shape, &to = reshape->abstract->shape;
    const int kept = to.rank() - (axes ? axes->rank() : 0);
    const bool isLeading = axes && !axes->empty() && axes->back() == axes->rank() - 1;
    if (!isLeading || !sameEnd(from, to, kept) || from.rank() <= kept) return nullptr;
    Dims leading;
    for (int axis = 0; axis < from.rank() - kept; ++axis)
        leading.push(axis);
    const std::vector<NodePtr> replaced = {reshape, node};
    const NodePtr direct = reduced(*node, reshape->inputs[0], leading, false, replaced, rewriter);
    return direct ? rewriter.replace("Reshape then " + node->op + " -> one reduction", replaced, direct) : nullptr;
}

NodePtr normalizedOnce(const NodePtr &node, Rewriter &rewriter) {
    for (const auto rule : {withKeptAxes, withoutReshape, withPlainAxes})
        if (const NodePtr next = rule(node, rewriter)) return next;
    return nullptr;
}

} // namespace

Module normalizeAxes(const Module &module, PassContext &context) {
    return rewriteRepeatedly(module, context, normalizedOnce);
}

} // namespace jitscope::inline passes
