// SPDX-License-Identifier: Apache-2.0
// Drops calls whose results nobody uses, and graphs that nobody calls.
//
// Rules
//   a call that the output of its graph does not need  ->  gone
//   a graph that the entry does not reach              ->  gone
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/ir/nodetables.h"
#include "engine/ir/nodewalk.h"
#include "engine/passes/support/rewriter.h"

#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline passes {

namespace {

GraphPtr withoutDeadCalls(const GraphPtr &graph, PassContext &context) {
    if (!graph->output) return graph;
    NodeIdSet needed(2 * graph->nodes.size());
    needed.insert(graph->output->id);
    size_t dead = 0;
    forEachNodeBackwards(graph->nodes, [&](const NodePtr &node) { // each stands behind its inputs
        if (!needed.contains(node->id)) {
            ++dead;
            return;
        }
        for (const NodePtr &input : node->inputs)
            if (input->isCall()) needed.insert(input->id);
        if (node->function) needed.insert(node->function->id);
    });
    if (dead == 0) return graph;
    std::vector<NodePtr> live;
    Rewrite removed{"result of no use -> removed", {}, {}};
    for (const NodePtr &node : graph->nodes) {
        if (needed.contains(node->id))
            live.push_back(node);
        else
            removed.before.push_back(node->id);
    }
    context.rewrites.push_back(std::move(removed));
    auto result = std::make_shared<Graph>(*graph);
    result->nodes = std::move(live);
    return result;
}

/** The graphs that the entry calls or holds as values, directly or through others. */
std::unordered_set<const Graph *> reachedGraphs(const Module &module) {
    std::unordered_map<std::string, const Graph *> byName;
    for (const GraphPtr &graph : module.graphs)
        byName.emplace(graph->name, graph.get());
    std::unordered_set<const Graph *> reached{module.entry().get()};
    std::vector<const Graph *> open{module.entry().get()};
    const auto reach = [&](const std::string &name) {
        const auto found = byName.find(name);
        if (found != byName.end() && reached.insert(found->second).second) open.push_back(found->second);
    };
    const auto reachValue = [&](const NodePtr &node) {
        if (const GraphReference *reference = node->value->asGraph()) reach(reference->name);
    };
    while (!open.empty()) {
        const Graph *graph = open.back();
        open.pop_back();
        forEachNode(graph->nodes, [&](const NodePtr &node) {
            if (!node->callee.empty()) reach(node->callee);
            for (const NodePtr &input : node->inputs)
                reachValue(input);
        });
        if (graph->output) reachValue(graph->output);
    }
    return reached;
}

Module withoutDeadGraphs(const Module &module, PassContext &context) {
    if (module.graphs.size() == 1) return module;
    const auto reached = reachedGraphs(module);
    Module result = module;
    result.graphs.clear();
    for (const GraphPtr &graph : module.graphs) {
        if (reached.contains(graph.get())) {
            result.graphs.push_back(graph);
            continue;
        }
        Rewrite removed{"graph @" + graph->name + " of no use -> removed", {}, {}};
        for (const NodePtr &node : graph->nodes)
            removed.before.push_back(node->id);
        context.rewrites.push_back(std::move(removed));
    }
    return result;
}

} // namespace

Module eliminateDeadNodes(const Module &module, PassContext &context) {
    const Module live = changeGraphs(module, [&](const GraphPtr &graph) { return withoutDeadCalls(graph, context); });
    return withoutDeadGraphs(live, context);
}

} // namespace jitscope::inline passes
