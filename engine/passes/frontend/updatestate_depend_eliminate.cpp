// SPDX-License-Identifier: Apache-2.0
// Goes on with the last token of a body that was put in the place of its call.
//
// Rules
//   UpdateState(u, Depend(x, t)), where the token t comes behind u  ->  t
#include "engine/passes/passes.h"

#include "engine/passes/support/effects.h"
#include "engine/passes/support/rewriter.h"

namespace jitscope::inline passes {

namespace {

/** Bodies have fewer tokens; where the walk takes longer, the two are on different chains. */
constexpr int mostSteps = 10'000;

bool comesBehind(const Node *token, const Node *earlier) {
    for (int step = 0; step < mostSteps; ++step) {
        if (token == earlier) return true;
        if (!token->isCallOf(op::UpdateState)) return false;
        token = token->inputs[0].get();
    }
    return false;
}

NodePtr stateDependSimplifiedOnce(const NodePtr &node, Rewriter &rewriter) {
    if (!node->isCallOf(op::UpdateState) || node->inputs.size() != 2) return nullptr;
    const NodePtr &depend = node->inputs[1];
    if (!depend->isCallOf(op::Depend) || depend->inputs.size() != 2 || !isToken(*depend->inputs[1])) return nullptr;
    if (!comesBehind(depend->inputs[1].get(), node->inputs[0].get())) return nullptr;
    return rewriter.replace("UpdateState(u, Depend(x, t)) -> t", {node}, depend->inputs[1]);
}

} // namespace

Module eliminateUpdateStateDepend(const Module &module, PassContext &context) {
    return rewriteRepeatedly(module, context, stateDependSimplifiedOnce);
}

} // namespace jitscope::inline passes
