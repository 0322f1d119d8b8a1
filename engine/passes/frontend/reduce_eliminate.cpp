// SPDX-License-Identifier: Apache-2.0
// Drops reductions over axes of size 1: there is nothing to reduce.
//
// Rules
//   ReduceSum, ReduceMean, ReduceMax, ReduceMin, ReduceProd, ReduceAll, ReduceAny over one element each
//     ->  Reshape, or x where the axes are kept
#include "engine/passes/passes.h"

#include "engine/passes/support/rewriter.h"

#include <algorithm>
#include <string_view>

namespace jitscope::inline passes {

namespace {

constexpr std::string_view reductions[] = {"ReduceSum",  "ReduceMean", "ReduceMax", "ReduceMin",
                                           "ReduceProd", "ReduceAll",  "ReduceAny"};

NodePtr reductionSimplifiedOnce(const NodePtr &node, Rewriter &rewriter) {
    if (!node->isCall() || std::ranges::find(reductions, node->op) == std::end(reductions)) return nullptr;
    if (node->inputs.empty() || !node->abstract->isTensor()) return nullptr;
    const NodePtr &x = node->inputs[0];
    const bool reductionsNothing = x->abstract->isTensor() && x->abstract->dtype == node->abstract->dtype &&
                                   x->abstract->count() == node->abstract->count() && x->abstract->count() > 0;
    if (!reductionsNothing) return nullptr;
    const std::string rule = node->op + " of one element each -> ";
    if (sameType(x->abstract, node->abstract)) return rewriter.replace(rule + "x", {node}, x);
    const NodePtr shape = rewriter.constant(Value::ints(node->abstract->shape), {node});
    const NodePtr reshape = rewriter.call("Reshape", {x, shape}, {node});
    if (!reshape || !sameType(reshape->abstract, node->abstract)) return nullptr;
    return rewriter.replace(rule + "Reshape", {node}, reshape);
}

} // namespace

Module eliminateReduce(const Module &module, PassContext &context) {
    return rewriteRepeatedly(module, context, reductionSimplifiedOnce);
}

} // namespace jitscope::inline passes
