// SPDX-License-Identifier: Apache-2.0
// Members of kernels go back to where the kernel is called, and into new kernels from there.
#include "engine/passes/support/kernelparts.h"

#include "engine/ir/nodetables.h"
#include "engine/passes/support/rewriter.h"
#include "engine/passes/support/substitution.h"

#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline passes {

namespace {

/** Puts the members of kernels back into the graph that calls them. */
class Opener {
public:
    Opener(const GraphPtr &graph, const std::unordered_map<std::string, GraphPtr> &kernels)
        : m_graph(graph)
        , m_kernels(kernels) {
        for (const NodePtr &node : graph->nodes)
            for (const NodePtr &input : node->inputs)
                if (!elementIndex(*node)) m_neededWhole.insert(input.get());
        if (graph->output) m_neededWhole.insert(graph->output.get());
    }

    OpenedGraph run() {
        for (const NodePtr &node : m_graph->nodes)
            place(node);
        auto result = std::make_shared<Graph>(*m_graph);
        result->nodes = std::move(m_nodes);
        if (result->output) result->output = m_outside.of(result->output);
        return {result, std::move(m_members), std::move(m_former)};
    }

private:
    void place(const NodePtr &node) {
        const auto kernel = m_kernels.find(node->callee);
        if (kernel != m_kernels.end()) return open(node, *kernel->second);
        if (const auto index = elementIndex(*node))
            if (const auto results = m_results.find(node->inputs[0].get()); results != m_results.end()) {
                m_outside.set(node, results->second[*index]);
                m_former.elements[results->second[*index]->id].push_back(node->id);
                return;
            }
        const NodePtr placed = m_outside.applied(node);
        m_outside.set(node, placed);
        m_nodes.push_back(placed);
    }

    void open(const NodePtr &call, const Graph &kernel) {
        Substitution inside;
        for (size_t i = 0; i < kernel.parameters.size(); ++i)
            inside.set(kernel.parameters[i], m_outside.of(call->inputs[i]));
        const bool isTuple = kernel.output->isCallOf(op::MakeTuple);
        for (const NodePtr &member : kernel.nodes) {
            const NodePtr placed = inside.applied(member);
            inside.set(member, placed);
            if (isTuple && member == kernel.output && !m_neededWhole.contains(call.get())) continue;
            m_nodes.push_back(placed);
            m_members.emplace(placed->id, placed);
            m_former.calls.emplace(placed->id, call->id);
        }
        m_outside.set(call, inside.of(kernel.output));
        if (!isTuple) return;
        std::vector<NodePtr> &results = m_results[call.get()];
        for (const NodePtr &result : kernel.output->inputs)
            results.push_back(inside.of(result));
    }

    const GraphPtr &m_graph;
    const std::unordered_map<std::string, GraphPtr> &m_kernels;
    NodeSet m_neededWhole; ///< not only by its elements
    Substitution m_outside;
    NodeMap<std::vector<NodePtr>> m_results;
    NodeIdMap<NodePtr> m_members;
    FormerKernels m_former;
    std::vector<NodePtr> m_nodes;
};

/** The parts as they are in the opened graph; those of one call need no kernel, only a line in the log. */
void addParts(const KernelParts &parts, const OpenedGraph &opened, KernelGrouping &grouping, PassContext &context) {
    for (const std::vector<NodePtr> &part : parts) {
        if (part.size() == 1)
            context.rewrites.push_back({grouping.rule, opened.former.around(part.front()->id), part.front()->id});
        if (part.size() < 2) continue;
        std::vector<NodePtr> members;
        for (const NodePtr &member : part)
            members.push_back(opened.members.at(member->id));
        grouping.groups.push_back(std::move(members));
    }
}

} // namespace

KernelIndex::KernelIndex(const Module &module) {
    std::unordered_map<std::string, int> calls;
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &node : graph->nodes)
            if (!node->callee.empty()) ++calls[node->callee];
    for (const GraphPtr &graph : module.graphs)
        if (graph->isKernel() && calls[graph->name] == 1) m_kernels.emplace(graph->name, graph);
}

GraphPtr KernelIndex::of(const Node &call) const {
    const auto found = call.callee.empty() ? m_kernels.end() : m_kernels.find(call.callee);
    return found == m_kernels.end() ? nullptr : found->second;
}

OpenedGraph openKernels(const GraphPtr &graph, const std::unordered_map<std::string, GraphPtr> &kernels) {
    return Opener(graph, kernels).run();
}

Module repartitionKernels(const Module &module, const Repartition &repartition, const KernelGrouping &style,
                          PassContext &context) {
    const KernelIndex kernels(module);
    const NodeIdSet pinned = freelyUsedCalls(module);
    KernelNames names(module);
    std::unordered_set<std::string> gone;
    std::vector<GraphPtr> added;
    Module result = changeGraphs(module, [&](const GraphPtr &graph) {
        std::unordered_map<std::string, GraphPtr> opening;
        std::vector<KernelParts> all;
        for (const NodePtr &node : graph->nodes) {
            const GraphPtr kernel = kernels.of(*node);
            if (!kernel) continue;
            KernelParts parts = repartition(*graph, node, *kernel);
            if (parts.empty()) continue;
            opening.emplace(kernel->name, kernel);
            names.giveBack(kernel->name);
            all.push_back(std::move(parts));
        }
        if (opening.empty()) return graph;
        const OpenedGraph opened = openKernels(graph, opening);
        KernelGrouping grouping = style;
        grouping.pinned = pinned;
        grouping.former = opened.former;
        for (const KernelParts &parts : all)
            addParts(parts, opened, grouping, context);
        const GraphPtr needed = withOutput(*opened.graph, opened.graph->output);
        GroupedGraph grouped = groupIntoKernels(needed, grouping, names, context);
        for (const auto &[name, kernel] : opening)
            gone.insert(name);
        added.insert(added.end(), grouped.kernels.begin(), grouped.kernels.end());
        return grouped.graph;
    });
    std::erase_if(result.graphs,
                  [&](const GraphPtr &graph) { return graph->isKernel() && gone.contains(graph->name); });
    result.graphs.insert(result.graphs.end(), added.begin(), added.end());
    return result;
}

} // namespace jitscope::inline passes
