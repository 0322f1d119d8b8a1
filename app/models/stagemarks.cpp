// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/models/stagemarks.h"

#include "engine/session/compilation.h"

#include <algorithm>

namespace jitscope {
inline namespace models {

namespace {

bool isLeft(StageSide side) {
    return side == StageSide::Left;
}

std::vector<NodeId> selectedIn(const Anchor &selected, const StageRef &stage, const Compilation *stages) {
    const bool isHere = stages && !stage.variant && selected.compilation == stage.compilation && selected.node.valid();
    if (!isHere) return {};
    if (stage.pass == selected.pass) return {selected.node};
    return descendants(*stages, selected.pass, selected.node, stage.pass);
}

} // namespace

std::vector<NodeId> counterpartsOf(const StageMatch &match, StageSide side, const std::vector<NodeId> &nodes) {
    std::vector<NodeId> found;
    for (const NodeMatch &node : isLeft(side) ? match.leftNodes : match.rightNodes) {
        if (std::ranges::find(nodes, node.node->id) == nodes.end()) continue;
        for (const NodeId id : node.counterparts)
            if (std::ranges::find(found, id) == found.end()) found.push_back(id);
    }
    return found;
}

MarkedNodes markedBy(const Anchor &selected, const ComparedStages &compared, const StageMatch &match) {
    MarkedNodes marked{selectedIn(selected, compared.stages.left, compared.left.get()),
                       selectedIn(selected, compared.stages.right, compared.right.get())};
    for (NodeId &node : marked.right)
        node = match.shownRight(node);
    if (marked.left.empty()) marked.left = counterpartsOf(match, StageSide::Right, marked.right);
    if (marked.right.empty()) marked.right = counterpartsOf(match, StageSide::Left, marked.left);
    return marked;
}

MarkedNodes markedAround(const StageMatch &match, StageSide side, NodeId shown) {
    std::vector<NodeId> here{shown}, there = counterpartsOf(match, side, here);
    if (isLeft(side)) return {std::move(here), std::move(there)};
    return {std::move(there), std::move(here)};
}

std::optional<StagedNode> recordedNode(const StagePair &stages, const StageMatch &match, StageSide side, NodeId shown) {
    const StageRef &own = isLeft(side) ? stages.left : stages.right, &other = isLeft(side) ? stages.right : stages.left;
    if (!own.variant) return StagedNode{own.compilation, own.pass, isLeft(side) ? shown : match.givenRight(shown)};
    const std::vector<NodeId> there = counterpartsOf(match, side, {shown});
    if (other.variant || there.empty()) return {};
    return StagedNode{other.compilation, other.pass, isLeft(side) ? match.givenRight(there.front()) : there.front()};
}

} // namespace models
} // namespace jitscope
