// SPDX-License-Identifier: Apache-2.0
// Which calls write, print or run in the language above, and which graphs hold such calls.
#include "engine/passes/support/effects.h"

#include "engine/ops/opdef.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

/** Nodes that leave the graph for the language around it; without the mark they may do anything there. */
bool leavesTheGraph(const Node &node) {
    if (!node.isCallOf(op::PyExecute)) return false;
    const Value *mark = findAttribute(node.attrs, "side_effect");
    return !mark || !mark->asBool() || *mark->asBool();
}

} // namespace

bool hasEffect(const Node &node) {
    if (!node.isCall() || node.op.empty()) return false;
    const OpDef *op = findOp(node.op);
    return op ? op->effect == Effect::Writes || op->effect == Effect::Prints : leavesTheGraph(node);
}

bool hasToken(const Node &node) {
    return std::ranges::any_of(node.inputs, [](const NodePtr &input) { return isToken(*input); });
}

const std::vector<size_t> &writtenInputs(const Node &node) {
    static const std::vector<size_t> none;
    const OpDef *op = node.isCall() ? findOp(node.op) : nullptr;
    return op && op->effect == Effect::Writes ? op->written : none;
}

bool isToken(const Node &node) {
    return node.abstract->kind == Abstract::Kind::Monad;
}

bool isWeight(const Node &node) {
    return node.isParameter() && (node.weight->defined() || !node.abstract->referenceKey.empty());
}

std::string memoryOf(const Node &weight) {
    if (!weight.weight->defined()) return weight.abstract->referenceKey;
    return "storage " + std::to_string(weight.weight->storage()->serial());
}

} // namespace jitscope::inline passes
