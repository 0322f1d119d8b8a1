// SPDX-License-Identifier: Apache-2.0
// Walks graphs from the outermost inwards, as inner ones use the nodes of those around them.
#include "engine/ir/nodereplacement.h"

#include <algorithm>

namespace jitscope::inline ir {

namespace {

/** Graphs in an order in which each stands behind the one whose nodes it uses. */
std::vector<size_t> parentsFirst(const Module &module) {
    const auto depthOf = [&](const GraphPtr &graph) {
        size_t depth = 0;
        for (GraphPtr at = graph; at && !at->parent.empty() && depth < module.graphs.size();
             at = module.find(at->parent))
            ++depth;
        return depth;
    };
    std::vector<std::pair<size_t, size_t>> order;
    for (size_t i = 0; i < module.graphs.size(); ++i)
        order.emplace_back(depthOf(module.graphs[i]), i);
    std::ranges::sort(order);
    std::vector<size_t> places;
    for (const auto &[depth, place] : order)
        places.push_back(place);
    return places;
}

} // namespace

const NodePtr *NodeReplacement::givenFor(const Node &node) const {
    if (const auto exact = m_given.find(&node); exact != m_given.end()) return &exact->second;
    const auto same = m_givenIds.find(node.id);
    return same == m_givenIds.end() || same->second->id == node.id ? nullptr : &same->second;
}

NodePtr NodeReplacement::of(const NodePtr &node) const {
    NodePtr now = node;
    while (const NodePtr *given = givenFor(*now))
        now = *given;
    const auto made = m_made.find(now.get());
    return made == m_made.end() ? now : made->second;
}

Module NodeReplacement::in(const Module &module) {
    if (m_given.empty()) return module;
    Module result = module;
    for (const size_t place : parentsFirst(module))
        result.graphs[place] = remade(module.graphs[place]);
    return result;
}

GraphPtr NodeReplacement::remade(const GraphPtr &graph) {
    auto copy = std::make_shared<Graph>(*graph);
    bool isOther = false;
    const auto take = [&](const NodePtr &node) {
        isOther = isOther || of(node) != node;
        return of(node);
    };
    for (NodePtr &parameter : copy->parameters)
        parameter = take(parameter);
    std::vector<NodePtr> nodes;
    for (const NodePtr &node : graph->nodes) {
        const bool isReplaced = givenFor(*node) != nullptr;
        isOther = isOther || isReplaced;
        if (isReplaced) continue;
        nodes.push_back(remadeNode(node));
        isOther = isOther || nodes.back() != node;
    }
    copy->nodes = std::move(nodes);
    if (copy->output) copy->output = take(copy->output);
    return isOther ? copy : graph;
}

NodePtr NodeReplacement::remadeNode(const NodePtr &node) {
    if (const auto made = m_made.find(node.get()); made != m_made.end()) return made->second;
    const auto isOther = [&](const NodePtr &input) { return of(input) != input; };
    const bool isComputed = node->function && isOther(node->function);
    if (!isComputed && std::ranges::none_of(node->inputs, isOther)) return node;
    auto copy = std::make_shared<Node>(*node);
    for (NodePtr &input : copy->inputs)
        input = of(input);
    if (isComputed) copy->function = of(node->function);
    m_made.emplace(node.get(), copy);
    return copy;
}

} // namespace jitscope::inline ir
