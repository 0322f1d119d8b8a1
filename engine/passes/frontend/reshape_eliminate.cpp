// SPDX-License-Identifier: Apache-2.0
// Merges changes of shape in a row and drops those that change nothing.
//
// Rules
//   Reshape, Flatten, BroadcastTo to the shape that x has  ->  x
//   Reshape of Reshape or Flatten                          ->  one Reshape
//   BroadcastTo(BroadcastTo(x))                            ->  one BroadcastTo
#include "engine/passes/passes.h"

#include "engine/passes/support/rewriter.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace jitscope::inline passes {

namespace {

/** Operators of one family: what one of them does to another's result, `merged` does at once. */
struct Family {
    std::array<std::string_view, 4> members;
    std::string_view merged;
};

constexpr Family families[] = {
    {{"Reshape", "Flatten", "ExpandDims", "Squeeze"}, "Reshape"},
    {{"BroadcastTo"}, "BroadcastTo"},
};

bool isMember(const Family &family, const Node &node) {
    return node.isCall() && !node.op.empty() && node.inputs.size() >= 1 &&
           std::find(family.members.begin(), family.members.end(), node.op) != family.members.end();
}

NodePtr mergedWithInner(const Family &family, const NodePtr &node, Rewriter &rewriter) {
    const NodePtr &inner = node->inputs[0];
    if (!isMember(family, *inner)) return nullptr;
    const std::vector<NodePtr> replaced = {inner, node};
    const NodePtr shape = rewriter.constant(Value::ints(node->abstract->shape), replaced);
    const NodePtr merged = rewriter.call(family.merged, {inner->inputs[0], shape}, replaced);
    if (!merged || !sameType(merged->abstract, node->abstract)) return nullptr;
    return rewriter.replace(inner->op + " then " + node->op + " -> one " + std::string(family.merged), replaced,
                            merged);
}

NodePtr reshapeSimplifiedOnce(const NodePtr &node, Rewriter &rewriter) {
    const auto family = std::find_if(std::begin(families), std::end(families),
                                     [&](const Family &candidate) { return isMember(candidate, *node); });
    if (family == std::end(families) || !node->abstract->isTensor()) return nullptr;
    if (sameType(node->inputs[0]->abstract, node->abstract))
        return rewriter.replace(node->op + " to the same shape -> x", {node}, node->inputs[0]);
    return mergedWithInner(*family, node, rewriter);
}

} // namespace

Module eliminateReshape(const Module &module, PassContext &context) {
    return rewriteRepeatedly(module, context, reshapeSimplifiedOnce);
}

} // namespace jitscope::inline passes
