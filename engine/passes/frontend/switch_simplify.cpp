// SPDX-License-Identifier: Apache-2.0
// Takes the branch now where the condition is known, and calls by name what is known to be called.
//
// Rules
//   Switch(constant, a, b)          ->  a or b
//   Switch(c, a, a)                 ->  a
//   the call of a function known    ->  call @g
#include "engine/passes/passes.h"

#include "engine/passes/support/constants.h"
#include "engine/passes/support/rewriter.h"

namespace jitscope::inline passes {

namespace {

bool isSame(const Node &a, const Node &b) {
    return &a == &b || (a.isConstant() && b.isConstant() && identicalValues(a.value, b.value));
}

NodePtr chosenBranch(const NodePtr &node, Rewriter &rewriter) {
    if (!node->isCallOf(op::Switch) || node->inputs.size() != 3) return nullptr;
    if (isSame(*node->inputs[1], *node->inputs[2]))
        return rewriter.replace("Switch(c, a, a) -> a", {node}, node->inputs[1]);
    const auto truth = constantBool(*node->inputs[0]);
    if (!truth) return nullptr;
    return rewriter.replace(*truth ? "Switch(True, a, b) -> a" : "Switch(False, a, b) -> b", {node},
                            node->inputs[*truth ? 1 : 2]);
}

/** The same call under its id: only the way in which it names its function is another. */
NodePtr namedCall(const NodePtr &node, Rewriter &rewriter) {
    if (!node->function || !node->function->isConstant()) return nullptr;
    const GraphReference *graph = node->function->value->asGraph();
    if (!graph) return nullptr;
    auto call = std::make_shared<Node>(*node);
    call->callee = graph->name;
    call->function = nullptr;
    return rewriter.replace("call of the known @" + graph->name + " -> call by name", {node}, call);
}

NodePtr switchSimplifiedOnce(const NodePtr &node, Rewriter &rewriter) {
    if (NodePtr branch = chosenBranch(node, rewriter)) return branch;
    return namedCall(node, rewriter);
}

} // namespace

Module simplifySwitch(const Module &module, PassContext &context) {
    return rewriteRepeatedly(module, context, switchSimplifiedOnce);
}

} // namespace jitscope::inline passes
