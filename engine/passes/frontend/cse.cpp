// SPDX-License-Identifier: Apache-2.0
// Computes once what is computed several times from the same inputs (common subexpression elimination).
//
// Rules
//   two pure calls of the same operator with the same inputs, attributes and type  ->  the first of them
// Constants count as the same input when they are equal bit by bit. One sweep in topological order finds everything:
// when a call is looked up, its inputs have been merged already.
#include "engine/passes/passes.h"

#include "engine/ir/nodetables.h"
#include "engine/passes/support/constants.h"
#include "engine/passes/support/rewriter.h"

namespace jitscope::inline passes {

namespace {

bool sameInput(const NodePtr &a, const NodePtr &b) {
    if (a == b) return true;
    return a->isConstant() && b->isConstant() && identicalValues(a->value, b->value);
}

bool sameAttributes(const Attributes &a, const Attributes &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto &left, const auto &right) {
        return left.first == right.first && identicalValues(left.second, right.second);
    });
}

constexpr const char *cseRule = "computed before -> that result";

struct HashCall {
    size_t operator()(const NodePtr &node) const {
        size_t hash = node->op.hash();
        for (const NodePtr &input : node->inputs)
            hash = mixedHash(hash, input->isConstant() ? valueHash(input->value) : std::hash<NodePtr>{}(input));
        return hash;
    }
};

struct SameCall {
    bool operator()(const NodePtr &a, const NodePtr &b) const {
        return a->op == b->op &&
               std::equal(a->inputs.begin(), a->inputs.end(), b->inputs.begin(), b->inputs.end(), sameInput) &&
               sameAttributes(a->attrs, b->attrs) && sameAttributes(a->primitiveAttrs, b->primitiveAttrs) &&
               sameType(a->abstract, b->abstract);
    }
};

GraphPtr merged(const GraphPtr &graph, Rewriter &rewriter) {
    DistinctNodes<HashCall, SameCall> known(2 * graph->nodes.size());
    return rewrite(graph, [&](const NodePtr &node) {
        if (!isPure(*node)) return node;
        const auto [first, isNew] = known.insert(node);
        if (isNew || rewriter.isDuplicated(node) || rewriter.isRefused(cseRule, {node})) return node;
        return rewriter.log(cseRule, {node}, *first);
    });
}

} // namespace

Module eliminateCommonSubexpressions(const Module &module, PassContext &context) {
    Rewriter rewriter(context);
    return changeGraphs(module, [&](const GraphPtr &graph) { return merged(graph, rewriter); });
}

} // namespace jitscope::inline passes
