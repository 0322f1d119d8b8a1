// SPDX-License-Identifier: Apache-2.0
// Keeps one StopGradient of several in a row.
//
// Rules
//   StopGradient(StopGradient(x))  ->  StopGradient(x)
#include "engine/passes/passes.h"

#include "engine/passes/support/rewriter.h"

namespace jitscope::inline passes {

namespace {

NodePtr stopGradientSimplifiedOnce(const NodePtr &node, Rewriter &rewriter) {
    if (!node->isCallOf(op::StopGradient) || !node->inputs[0]->isCallOf(op::StopGradient)) return nullptr;
    return rewriter.replace("StopGradient twice -> once", {node}, node->inputs[0]);
}

} // namespace

Module eliminateRedundantStopGradient(const Module &module, PassContext &context) {
    return rewriteRepeatedly(module, context, stopGradientSimplifiedOnce);
}

} // namespace jitscope::inline passes
