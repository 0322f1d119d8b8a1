// SPDX-License-Identifier: Apache-2.0
// Lets a matrix product read an operand turned, in the place of a Transpose before it.
//
// Rule
//   MatMul(Transpose(x), y), with the last two axes swapped  ->  MatMul(x, y, transpose_a); the same for y, BatchMatMul
// A Transpose is a view here and the product reads any strides, so no memory is saved, only the node and its call: a
// Transpose that others need too stays, and is then left as it is.
#include "engine/passes/passes.h"

#include "engine/passes/support/fusion.h"

namespace jitscope::inline passes {

namespace {

constexpr size_t productInputs = 4; ///< x, w, transpose_a, transpose_b

bool isKnownFlag(const Node &node) {
    return node.value->asBool() != nullptr;
}

std::optional<Fusion> find(const NodePtr &last, const NodeUsers &users) {
    const bool isProduct = last->isCallOf(op::MatMul) || last->isCallOf(op::BatchMatMul);
    if (!isProduct || last->inputs.size() != productInputs) return std::nullopt;
    Fusion fusion;
    fusion.rule = "Transpose + " + last->op + " -> " + last->op;
    std::vector<NodePtr> inputs = last->inputs;
    for (const size_t side : {size_t(0), size_t(1)}) {
        const NodePtr &operand = last->inputs[side];
        if (!swapsLastAxes(*operand) || !isKnownFlag(*last->inputs[side + 2])) continue;
        if (users.count(*operand) != 1) {
            fusion.failed = failedFor(PredicateKind::UsersOfView, *operand, users.count(*operand), 1);
            if (fusion.nodes.empty()) fusion.nodes = {operand};
            continue;
        }
        if (inputs == last->inputs) fusion.nodes.clear();
        fusion.nodes.push_back(operand);
        inputs[side] = operand->inputs[0];
        inputs[side + 2] = nullptr;
    }
    if (fusion.nodes.empty()) return std::nullopt;
    fusion.nodes.push_back(last);
    if (inputs == last->inputs) return fusion; // only views that others need too
    fusion.failed.reset();
    fusion.build = [last, inputs, nodes = fusion.nodes](Rewriter &rewriter) {
        std::vector<NodePtr> own = inputs;
        for (const size_t flag : {size_t(2), size_t(3)})
            if (!own[flag]) own[flag] = rewriter.constant(!*last->inputs[flag]->value->asBool(), nodes);
        return rewriter.call(last->op, own, nodes);
    };
    return fusion;
}

} // namespace

Module fuseTransposeMatMul(const Module &module, PassContext &context) {
    return fuseChains(module, context, find);
}

} // namespace jitscope::inline passes
