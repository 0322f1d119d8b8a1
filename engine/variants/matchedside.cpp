// SPDX-License-Identifier: Apache-2.0
#include "engine/variants/matchedside.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"

#include <algorithm>

namespace jitscope::inline variants {

MatchedSide::MatchedSide(const Module &module, const std::vector<NodeMatch> &nodes)
    : m_module(module) {
    for (const NodeMatch &node : nodes)
        m_nodes.emplace(node.node->id, &node);
}

std::vector<TitleGroup> MatchedSide::titlesOf(const std::vector<NodeId> &nodes) const {
    std::vector<TitleGroup> groups;
    for (const NodeId node : nodes) {
        const std::string kernel = kernelOf(node);
        auto group = std::ranges::find(groups, kernel, &TitleGroup::kernel);
        if (group == groups.end()) group = groups.insert(groups.end(), {kernel, {}});
        const auto found = m_nodes.find(node);
        const std::string called = found == m_nodes.end() ? std::string() : found->second->node->callee;
        const auto isMember = [&](NodeId other) { return !called.empty() && kernelOf(other) == called; };
        if (std::ranges::none_of(nodes, isMember)) group->titles.push_back(titleOf(node));
    }
    std::erase_if(groups, [](const TitleGroup &group) { return group.titles.empty(); });
    return groups;
}

std::string MatchedSide::titleOf(NodeId node) const {
    const auto found = m_nodes.find(node);
    return found == m_nodes.end() ? "constant" : nodeTitle(*found->second->node);
}

std::string MatchedSide::kernelOf(NodeId node) const {
    const auto found = m_nodes.find(node);
    if (found == m_nodes.end()) return {};
    const GraphPtr graph = m_module.find(found->second->graph);
    return graph && graph->isKernel() ? graph->name : std::string();
}

std::string groupedText(const std::vector<TitleGroup> &groups) {
    std::vector<std::string> parts;
    for (const TitleGroup &group : groups)
        parts.push_back(join(group.titles, ", ") + (group.kernel.empty() ? "" : " in @" + group.kernel));
    return join(parts, ", ");
}

} // namespace jitscope::inline variants
