// SPDX-License-Identifier: Apache-2.0
// Computes operators now whose arguments are all known, and puts the result in their place.
//
// Rules
//   Op(constants)              ->  the constant result, if it is small
//   Op(...) of known value     ->  that value (sizes, ranks: what inference already told)
#include "engine/ops/complexuse.h"
#include "engine/ir/nodetables.h"
#include "engine/ops/opdef.h"
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>
#include <stdexcept>

namespace jitscope::inline passes {

namespace {

/** Results are kept in every snapshot and in the session's file, so only small ones are worth it. */
constexpr int64_t mostBytes = 64 * 1024;

bool hasOnlyConstants(const Node &node) {
    return std::all_of(node.inputs.begin(), node.inputs.end(),
                       [](const NodePtr &input) { return input->isConstant(); });
}

/** The operator's result, or nothing where it refuses (the run will say so, with the user's line). */
std::optional<Value> computed(const Node &node) {
    std::vector<Value> arguments;
    for (const NodePtr &input : node.inputs)
        arguments.push_back(input->value);
    try {
        return evaluate(*findOp(node.op), arguments);
    } catch (const std::invalid_argument &) {
        return {};
    }
}

/** The calls that a graph's output needs, found when first asked for: most graphs have nothing to fold. */
class NeededCalls {
public:
    explicit NeededCalls(const Graph &graph)
        : m_graph(graph) {}
    bool contains(const Node &node) {
        if (!m_graph.output) return true;
        if (m_ids.empty())
            for (const NodePtr &call : callsOf(m_graph.output))
                m_ids.insert(call->id);
        return m_ids.contains(node.id);
    }

private:
    const Graph &m_graph;
    NodeIdSet m_ids;
};

constexpr const char *knownRule = "known value -> constant";

NodePtr folded(const NodePtr &node, NeededCalls &needed, Rewriter &rewriter) {
    if (!isPure(*node) || !findOp(node->op)) return node;
    if (!node->abstract->isConstant && !hasOnlyConstants(*node)) return node;
    if (!needed.contains(*node)) return node; // the constant would be of no use either
    const std::string rule = node->abstract->isConstant ? knownRule : node->op + " of constants -> constant";
    if (rewriter.isRefused(rule, {node})) return node;
    if (node->abstract->isConstant) return rewriter.log(rule, {node}, rewriter.constant(node->abstract->value, {node}));
    if (const int64_t bytes = node->abstract->bytes(); bytes > mostBytes) {
        rewriter.refuse(rule, {node},
                        failedFor(PredicateKind::FoldedBytes, *node, {humanBytes(bytes), bytes},
                                  {humanBytes(mostBytes), mostBytes}, brief(node->abstract)));
        return node;
    }
    const std::optional<Value> value = computed(*node);
    if (!value) return node;
    // Constants computed in this run are in no snapshot: the new one stands for the calls behind them too.
    std::vector<NodePtr> replaced = node->inputs;
    std::erase_if(replaced, [](const NodePtr &input) { return input->origins.empty(); });
    replaced.push_back(node);
    const NodePtr constant = rewriter.constant(*value, replaced);
    if (!sameType(constant->abstract, node->abstract)) return node;
    return rewriter.log(rule, replaced, constant);
}

} // namespace

Module foldConstants(const Module &module, PassContext &context) {
    Rewriter rewriter(context);
    return changeGraphs(module, [&](const GraphPtr &graph) {
        NeededCalls needed(*graph);
        return rewrite(graph, [&](const NodePtr &node) { return folded(node, needed, rewriter); });
    });
}

} // namespace jitscope::inline passes
