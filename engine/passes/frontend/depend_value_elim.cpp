// SPDX-License-Identifier: Apache-2.0
// Drops what a Depend need not wait for.
//
// Rules
//   Depend(x, ...) on constants and parameters, which are there already  ->  Depend on the rest, or x
#include "engine/passes/passes.h"

#include "engine/passes/support/effects.h"
#include "engine/passes/support/rewriter.h"

namespace jitscope::inline passes {

namespace {

/** A token that came in as a parameter stands for all that the callers did before. */
bool isThere(const Node &node) {
    return node.isConstant() || (node.isParameter() && !isToken(node));
}

NodePtr dependValueSimplifiedOnce(const NodePtr &node, Rewriter &rewriter) {
    if (!node->isCallOf(op::Depend) || node->inputs.size() < 2) return nullptr;
    std::vector<NodePtr> inputs = {node->inputs[0]};
    for (size_t i = 1; i < node->inputs.size(); ++i)
        if (!isThere(*node->inputs[i])) inputs.push_back(node->inputs[i]);
    if (inputs.size() == node->inputs.size()) return nullptr;
    if (inputs.size() == 1) return rewriter.replace("Depend(x, known) -> x", {node}, node->inputs[0]);
    return rewriter.replace("Depend on what is there already -> on the rest", {node},
                            withInputs(*node, std::move(inputs)));
}

} // namespace

Module eliminateDependValue(const Module &module, PassContext &context) {
    return rewriteRepeatedly(module, context, dependValueSimplifiedOnce);
}

} // namespace jitscope::inline passes
