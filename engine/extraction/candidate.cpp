// SPDX-License-Identifier: Apache-2.0
// Walks from the entry's result over all that is needed for it.
#include "engine/extraction/candidate.h"

#include "engine/passes/support/effects.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline extraction {

namespace {

/** All that the entry's result and the effects on the way need. */
class Reach {
public:
    explicit Reach(const Module &module)
        : m_module(module) {
        for (const GraphPtr &graph : module.graphs)
            for (const NodePtr &node : graph->nodes)
                m_current.emplace(node->id, node);
        enter(module.entry());
        while (!m_waiting.empty()) {
            const NodePtr node = m_waiting.back();
            m_waiting.pop_back();
            follow(*node);
        }
    }

    bool has(const NodePtr &node) const { return m_nodes.contains(node->id); }
    bool has(const GraphPtr &graph) const { return m_graphs.contains(graph.get()); }

private:
    /** An inner graph may hold an older form of a node of the graph around it. */
    void need(const NodePtr &node) {
        if (!node || !m_nodes.insert(node->id).second) return;
        const auto current = m_current.find(node->id);
        m_waiting.push_back(current == m_current.end() ? node : current->second);
    }

    void enter(const GraphPtr &graph) {
        if (!graph || !m_graphs.insert(graph.get()).second) return;
        need(graph->output);
        for (const NodePtr &node : graph->nodes)
            if (hasEffect(*node)) need(node);
    }

    void follow(const Node &node) {
        std::ranges::for_each(node.inputs, [&](const NodePtr &input) { need(input); });
        need(node.function);
        if (!node.callee.empty()) enter(m_module.find(node.callee));
        if (node.isConstant()) enterValue(node.value);
    }

    void enterValue(const Value &value) {
        if (const GraphReference *name = value.asGraph()) enter(m_module.find(name->name));
        if (const Sequence *sequence = value.asSequence())
            for (const Value &item : sequence->items)
                enterValue(item);
    }

    const Module &m_module;
    std::unordered_map<NodeId, NodePtr> m_current;
    std::unordered_set<NodeId> m_nodes;
    std::unordered_set<const Graph *> m_graphs;
    std::vector<NodePtr> m_waiting;
};

} // namespace

IdSource idsBehind(const Module &module) {
    int64_t last = 0;
    const auto see = [&](const NodePtr &node) { last = std::max(last, node->id.value); };
    for (const GraphPtr &graph : module.graphs) {
        std::ranges::for_each(graph->parameters, see);
        for (const NodePtr &node : graph->nodes) {
            see(node);
            std::ranges::for_each(node->inputs, see);
        }
    }
    return IdSource(last + 1);
}

Module withoutUnused(const Module &module) {
    const Reach reach(module);
    Module result;
    result.attrs = module.attrs;
    for (const GraphPtr &graph : module.graphs) {
        if (!reach.has(graph)) continue;
        const auto isUsed = [&](const NodePtr &node) { return reach.has(node); };
        if (std::ranges::all_of(graph->nodes, isUsed)) {
            result.graphs.push_back(graph);
            continue;
        }
        auto copy = std::make_shared<Graph>(*graph);
        std::erase_if(copy->nodes, [&](const NodePtr &node) { return !isUsed(node); });
        result.graphs.push_back(std::move(copy));
    }
    return result;
}

Candidate withoutUnusedParameters(Candidate candidate) {
    std::unordered_set<NodeId> used;
    const auto use = [&](const NodePtr &operand) {
        if (operand) used.insert(operand->id);
    };
    for (const GraphPtr &graph : candidate.module.graphs) {
        for (const NodePtr &node : graph->nodes) {
            std::ranges::for_each(node->inputs, use);
            use(node->function);
        }
        use(graph->output);
    }
    auto entry = std::make_shared<Graph>(*candidate.module.entry());
    std::vector<NodePtr> parameters;
    std::vector<Value> arguments;
    size_t next = 0;
    for (const NodePtr &parameter : entry->parameters) {
        const size_t place = parameter->weight->defined() ? 0 : next++;
        if (!used.contains(parameter->id)) continue;
        parameters.push_back(parameter);
        if (!parameter->weight->defined()) arguments.push_back(candidate.arguments[place]);
    }
    if (parameters.size() == entry->parameters.size()) return candidate;
    entry->parameters = std::move(parameters);
    candidate.module.graphs.front() = std::move(entry);
    candidate.arguments = std::move(arguments);
    return candidate;
}

} // namespace jitscope::inline extraction
