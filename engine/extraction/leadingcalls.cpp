// SPDX-License-Identifier: Apache-2.0
#include "engine/extraction/leadingcalls.h"

#include "engine/extraction/candidate.h"
#include "engine/ir/nodereplacement.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline extraction {

namespace {

bool holdsCall(const Graph &graph, NodeId node) {
    return std::ranges::any_of(graph.nodes, [&](const NodePtr &call) { return call->id == node; });
}

/** The first graph that holds the call, or null. */
GraphPtr graphOfCall(const Module &module, NodeId node) {
    const auto found =
        std::ranges::find_if(module.graphs, [&](const GraphPtr &each) { return holdsCall(*each, node); });
    return found == module.graphs.end() ? nullptr : *found;
}

/** The members of a kernel one by one, over what one call gives it. */
class OpenedCall {
public:
    OpenedCall(const Graph &kernel, const Node &call) {
        for (size_t i = 0; i < kernel.parameters.size() && i < call.inputs.size(); ++i)
            m_now[kernel.parameters[i].get()] = call.inputs[i];
    }

    NodePtr member(const NodePtr &node) {
        std::vector<NodePtr> inputs;
        for (const NodePtr &input : node->inputs)
            inputs.push_back(of(input));
        return m_now[node.get()] = inputs == node->inputs ? node : withInputs(*node, std::move(inputs));
    }

    NodePtr memberNamed(const NodePtr &node, NodeId id) {
        auto copy = std::make_shared<Node>(*member(node));
        copy->id = id;
        return m_now[node.get()] = copy;
    }

    NodePtr of(const NodePtr &node) const {
        const auto found = m_now.find(node.get());
        return found == m_now.end() ? node : found->second;
    }

private:
    std::unordered_map<const Node *, NodePtr> m_now;
};

} // namespace

std::vector<NodeId> callsLeadingTo(const Module &module, NodeId node) {
    const GraphPtr graph = graphOfCall(module, node);
    if (!graph) return {};
    std::unordered_set<NodeId> needed = {node};
    std::vector<NodeId> calls;
    for (size_t i = graph->nodes.size(); i-- > 0;) {
        const Node &call = *graph->nodes[i];
        if (!needed.contains(call.id)) continue;
        calls.push_back(call.id);
        for (const NodePtr &input : call.inputs)
            needed.insert(input->id);
        if (call.function) needed.insert(call.function->id);
    }
    std::ranges::reverse(calls);
    return calls;
}

LeadingCalls allLeadingTo(const Module &module, NodeId node) {
    LeadingCalls leading;
    GraphPtr graph = graphOfCall(module, node);
    if (!graph) return leading;
    Module open = module;
    if (graph->isKernel()) {
        open = withOpenKernel(module, graph->name);
        if (const GraphPtr home = graphOfCall(open, node); home && home->name != graph->name) {
            leading.kernel = graph->name;
            graph = home;
        }
    }
    leading.nodes = callsLeadingTo(open, node);
    if (graph->name != open.entry()->name) leading.border = graph->name;
    return leading;
}

Module withOpenKernel(const Module &module, const std::string &kernel) {
    const GraphPtr inside = module.find(kernel);
    if (!inside || !inside->isKernel() || !inside->output) return module;
    Module open = module;
    IdSource ids = idsBehind(module);
    const auto isCall = [&](const NodePtr &node) { return node->callee == kernel; };
    for (bool isFirst = true;; isFirst = false) {
        const auto home = std::ranges::find_if(
            open.graphs, [&](const GraphPtr &graph) { return std::ranges::any_of(graph->nodes, isCall); });
        if (home == open.graphs.end()) break;
        auto laidOut = std::make_shared<Graph>(**home);
        const auto place = std::ranges::find_if(laidOut->nodes, isCall);
        const NodePtr call = *place;
        OpenedCall opened(*inside, *call);
        std::vector<NodePtr> members;
        for (const NodePtr &member : inside->nodes)
            members.push_back(isFirst ? opened.member(member) : opened.memberNamed(member, ids.next()));
        laidOut->nodes.insert(place, members.begin(), members.end());
        NodeReplacement replacement;
        replacement.set(call, opened.of(inside->output));
        *home = laidOut;
        open = replacement.in(open);
    }
    std::erase_if(open.graphs, [&](const GraphPtr &graph) { return graph->name == kernel; });
    return open;
}

} // namespace jitscope::inline extraction
