// SPDX-License-Identifier: Apache-2.0
// Losses as reductions and element-wise operators.
#include "engine/passes/support/expansions.h"

namespace jitscope::inline passes {

namespace {

/** The logarithm of the softmax p of each row; loss = -sum(labels log p), where labels of 0 count nothing even for
    log p = -infinity; slope = p - labels. */
NodePtr softmaxCrossEntropy(const Node &node, const Formula &f) {
    const NodePtr &logits = node.inputs[0], &labels = node.inputs[1];
    const Dims rows = {1};
    const NodePtr below = f("Sub", logits, f.reduce("ReduceMax", logits, rows));
    const NodePtr logOf = f("Sub", below, f("Log", f.reduce("ReduceSum", f("Exp", below), rows)));
    const NodePtr counted = f("Select", f("NotEqual", labels, f.number(0)), f("Mul", labels, logOf), f.number(0));
    const NodePtr loss = f("Neg", f.reduce("ReduceSum", counted, rows));
    return f.tuple({f.reshape(loss, node.abstract->items[0].shape), f("Sub", f("Exp", logOf), labels)});
}

constexpr Expansion list[] = {
    {"SoftmaxCrossEntropyWithLogits", softmaxCrossEntropy,
     "SoftmaxCrossEntropyWithLogits -> ReduceMax, Sub, Exp, ReduceSum, Log, Mul", ExpandWhen::NextToKernel},
};

} // namespace

std::span<const Expansion> lossExpansions() {
    return list;
}

} // namespace jitscope::inline passes
