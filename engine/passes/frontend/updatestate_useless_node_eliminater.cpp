// SPDX-License-Identifier: Apache-2.0
// Drops from the chain of tokens what no order is needed for.
//
// Rules
//   UpdateState(u, ...) behind constants, parameters or u itself  ->  UpdateState behind the rest, or u
#include "engine/passes/passes.h"

#include "engine/passes/support/rewriter.h"

namespace jitscope::inline passes {

namespace {

NodePtr uselessStateSimplifiedOnce(const NodePtr &node, Rewriter &rewriter) {
    if (!node->isCallOf(op::UpdateState)) return nullptr;
    const NodePtr &token = node->inputs[0];
    std::vector<NodePtr> inputs = {token};
    for (size_t i = 1; i < node->inputs.size(); ++i)
        if (node->inputs[i]->isCall() && node->inputs[i] != token) inputs.push_back(node->inputs[i]);
    if (inputs.size() == 1) return rewriter.replace("UpdateState(u, known) -> u", {node}, token);
    if (inputs.size() == node->inputs.size()) return nullptr;
    return rewriter.replace("UpdateState behind what is there already -> behind the rest", {node},
                            withInputs(*node, std::move(inputs)));
}

} // namespace

Module eliminateUselessUpdateState(const Module &module, PassContext &context) {
    return rewriteRepeatedly(module, context, uselessStateSimplifiedOnce);
}

} // namespace jitscope::inline passes
