// SPDX-License-Identifier: Apache-2.0
// Nodes over what stands for their inputs and for the function that they call.
#include "engine/passes/support/substitution.h"

#include <algorithm>

namespace jitscope::inline passes {

NodePtr Substitution::applied(const NodePtr &node) const {
    if (m_new.empty()) return node;
    const auto isReplaced = [this](const NodePtr &input) { return of(input) != input; };
    const bool computed = node->function && isReplaced(node->function);
    if (!computed && std::ranges::none_of(node->inputs, isReplaced)) return node;
    auto copy = std::make_shared<Node>(*node);
    for (NodePtr &input : copy->inputs)
        input = of(input);
    if (computed) copy->function = of(node->function);
    return copy;
}

GraphPtr substituted(const GraphPtr &graph, std::vector<NodePtr> parameters, Substitution substitution) {
    bool changed = parameters != graph->parameters;
    std::vector<NodePtr> nodes;
    nodes.reserve(graph->nodes.size());
    for (const NodePtr &old : graph->nodes) {
        nodes.push_back(substitution.applied(old));
        changed = changed || nodes.back() != old;
        substitution.set(old, nodes.back());
    }
    changed = changed || (graph->output && substitution.of(graph->output) != graph->output);
    if (!changed) return graph;
    auto result = std::make_shared<Graph>(*graph);
    result->parameters = std::move(parameters);
    result->nodes = std::move(nodes);
    if (result->output) result->output = substitution.of(result->output);
    return result;
}

} // namespace jitscope::inline passes
