// SPDX-License-Identifier: Apache-2.0
// Merges transposes in a row and drops those that move nothing.
//
// Rules
//   Transpose(x, (0, 1, 2))             ->  x
//   Transpose(Transpose(x, p), q)       ->  Transpose(x, p after q), or x where they undo each other
//   Transpose that moves only axes of size 1  ->  Reshape, which moves no element
#include "engine/passes/passes.h"

#include "engine/passes/support/constants.h"
#include "engine/passes/support/rewriter.h"

namespace jitscope::inline passes {

namespace {

/** The permutation of a Transpose, counted from the front, or nothing if it is not a constant. */
std::optional<Dims> permutation(const Node &call) {
    if (!call.isCallOf(op::Transpose) || call.inputs.size() != 2) return {};
    const auto axes = constantDims(*call.inputs[1]);
    if (!axes || !call.inputs[0]->abstract->isTensor() || axes->rank() != call.inputs[0]->abstract->shape.rank())
        return {};
    Dims result;
    for (int64_t axis : *axes) {
        const auto place = normalizedAxis(axis, axes->rank());
        if (!place) return {};
        result.push(*place);
    }
    return result;
}

bool isIdentity(const Dims &axes) {
    for (int i = 0; i < axes.rank(); ++i)
        if (axes[i] != i) return false;
    return true;
}

/** True if the axes longer than 1 stay in their order, so that the elements do. */
bool keepsElementOrder(const Dims &axes, const Dims &shape) {
    int64_t last = -1;
    for (int64_t axis : axes) {
        if (shape[int(axis)] == 1) continue;
        if (axis < last) return false;
        last = axis;
    }
    return true;
}

NodePtr mergedWithInner(const NodePtr &node, const Dims &outer, Rewriter &rewriter) {
    const NodePtr &inner = node->inputs[0];
    const auto first = permutation(*inner);
    if (!first) return nullptr;
    Dims both;
    for (int64_t axis : outer)
        both.push((*first)[int(axis)]);
    const std::vector<NodePtr> replaced = {inner, node};
    if (isIdentity(both)) return rewriter.replace("transpose undone by transpose -> x", replaced, inner->inputs[0]);
    const NodePtr axes = rewriter.constant(Value::ints(both), replaced);
    const NodePtr merged = rewriter.call("Transpose", {inner->inputs[0], axes}, replaced);
    return merged ? rewriter.replace("transpose of transpose -> one transpose", replaced, merged) : nullptr;
}

NodePtr asReshape(const NodePtr &node, const Dims &axes, Rewriter &rewriter) {
    if (!keepsElementOrder(axes, node->inputs[0]->abstract->shape)) return nullptr;
    const NodePtr shape = rewriter.constant(Value::ints(node->abstract->shape), {node});
    const NodePtr reshape = rewriter.call("Reshape", {node->inputs[0], shape}, {node});
    if (!reshape || !sameType(reshape->abstract, node->abstract)) return nullptr;
    return rewriter.replace("transpose of axes of size 1 -> reshape", {node}, reshape);
}

NodePtr transposeSimplifiedOnce(const NodePtr &node, Rewriter &rewriter) {
    const auto axes = permutation(*node);
    if (!axes) return nullptr;
    if (isIdentity(*axes)) return rewriter.replace("transpose to the same order -> x", {node}, node->inputs[0]);
    if (NodePtr merged = mergedWithInner(node, *axes, rewriter)) return merged;
    return asReshape(node, *axes, rewriter);
}

} // namespace

Module eliminateTranspose(const Module &module, PassContext &context) {
    return rewriteRepeatedly(module, context, transposeSimplifiedOnce);
}

} // namespace jitscope::inline passes
