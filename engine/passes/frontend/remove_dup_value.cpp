// SPDX-License-Identifier: Apache-2.0
// Keeps one of several equal constant tensors of a graph, so that they are held once.
//
// Rules
//   a constant tensor equal to one before it  ->  that one
#include "engine/passes/passes.h"

#include "engine/ir/nodetables.h"
#include "engine/passes/support/constants.h"
#include "engine/passes/support/rewriter.h"

namespace jitscope::inline passes {

namespace {

struct HashConstant {
    size_t operator()(const NodePtr &node) const { return valueHash(node->value); }
};

struct SameConstant {
    bool operator()(const NodePtr &a, const NodePtr &b) const { return identicalValues(a->value, b->value); }
};

using Constants = DistinctNodes<HashConstant, SameConstant>;

GraphPtr withoutDuplicates(const GraphPtr &graph, Rewriter &rewriter) {
    Constants known;
    NodeSet logged;
    return rewrite(graph, [&](const NodePtr &node) -> NodePtr {
        std::vector<NodePtr> inputs;
        for (size_t i = 0; i < node->inputs.size(); ++i) {
            const NodePtr &input = node->inputs[i];
            if (!input->isConstant() || !input->value->asTensor()) continue;
            const NodePtr &first = *known.insert(input).first;
            if (first == input) continue;
            if (inputs.empty()) inputs = node->inputs;
            inputs[i] = first;
            if (logged.insert(input.get()).second) rewriter.log("equal constants -> one", {input}, first);
        }
        return inputs.empty() ? node : withInputs(*node, std::move(inputs));
    });
}

} // namespace

Module removeDuplicateValues(const Module &module, PassContext &context) {
    Rewriter rewriter(context);
    return changeGraphs(module, [&](const GraphPtr &graph) { return withoutDuplicates(graph, rewriter); });
}

} // namespace jitscope::inline passes
