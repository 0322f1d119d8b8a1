// SPDX-License-Identifier: Apache-2.0
// Classes by how many stand for how many, then by what the two of a pair say.
#include "engine/variants/stageclasses.h"

#include "engine/ir/nodecounts.h"
#include "engine/ops/opdef.h"

#include <algorithm>
#include <array>
#include <functional>

namespace jitscope::inline variants {

namespace {

bool sameUse(const NodePtr &left, const NodePtr &right) {
    if (!left || !right) return left == right;
    if (left->isConstant() && right->isConstant()) return left->value == right->value;
    return left->id == right->id;
}

bool sameUses(const Node &left, const Node &right) {
    return sameUse(left.function, right.function) &&
           std::equal(left.inputs.begin(), left.inputs.end(), right.inputs.begin(), right.inputs.end(), sameUse);
}

/** Constants that a rewrite put in as operands of others stand for nothing by themselves. */
StageLinks withoutOperands(StageLinks links, const ModuleIndex &right) {
    const auto isNode = [&](const StageLink &link) { return right.find(link.node) != nullptr; };
    if (std::ranges::any_of(links, isNode)) std::erase_if(links, std::not_fn(isNode));
    return links;
}

bool isInKernel(const PlacedNode &place) {
    return place.graph->isKernel();
}

} // namespace

bool isMover(const Node &node) {
    if (!node.isCall()) return false;
    static constexpr std::array<std::string_view, 4> converters = {"Cast", "Load", "TensorMove", "TransData"};
    if (std::ranges::find(converters, node.op) != converters.end()) return true;
    const OpDef *op = findOp(node.op);
    return op && (op->use.dependence == Dependence::Movement || op->use.dependence == Dependence::SamePlace);
}

StageChange contentChange(const Node &left, const Node &right) {
    if (left.kind != right.kind || left.op != right.op || left.callee != right.callee) return StageChange::Replaced;
    if (!sameType(left.abstract, right.abstract)) return StageChange::Retyped;
    const bool sameScope = left.scope == right.scope || left.function; // some dumps know none of such calls
    const bool sameAttributes = left.primitiveAttrs == right.primitiveAttrs && left.attrs == right.attrs &&
                                left.dumpText().primalAttrs == right.dumpText().primalAttrs;
    return sameScope && sameAttributes ? StageChange::Unchanged : StageChange::Reattributed;
}

StageClasses::StageClasses(const ModuleIndex &left, const ModuleIndex &right,
                           const std::function<StageLinks(NodeId left)> &links)
    : m_left(left)
    , m_right(right) {
    for (const auto &[names, index] : {std::pair(&m_kernels[0], &left), std::pair(&m_kernels[1], &right)})
        for (const GraphPtr &graph : index->module().graphs)
            if (graph->isKernel()) names->insert(graph->name);
    for (const PlacedNode &place : left.nodes()) {
        const NodeId id = place.node->id;
        for (const StageLink &link : m_links[id] = withoutOperands(links(id), right)) {
            m_allSources[link.node].push_back(id);
            if (link.isStandIn) continue;
            m_sources[link.node].push_back(id);
            const PlacedNode *to = right.find(link.node);
            if (to && isInKernel(*to) && !isPlumbing(*place.node)) m_kernelSources[to->graph].insert(id);
        }
    }
}

bool StageClasses::isKernelCall(const PlacedNode &place, const ModuleIndex &side) const {
    return !place.node->callee.empty() && m_kernels[&side == &m_right].contains(place.node->callee);
}

/** Tuples and their elements only carry what others compute, and the call of a kernel stands for its members beside
    them: neither makes one into several. */
StageClasses::Nodes StageClasses::relevant(Nodes nodes, const PlacedNode &to) const {
    const auto keepOnly = [&](const auto &isWanted) {
        if (std::ranges::any_of(nodes, isWanted))
            std::erase_if(nodes, [&](const PlacedNode *each) { return !isWanted(each); });
    };
    if (!isPlumbing(*to.node)) keepOnly([](const PlacedNode *each) { return !isPlumbing(*each->node); });
    if (isInKernel(to))
        keepOnly([](const PlacedNode *each) { return isInKernel(*each); });
    else
        keepOnly([](const PlacedNode *each) { return !isInKernel(*each); });
    return nodes;
}

StageClasses::Nodes StageClasses::rightsOf(const PlacedNode &left) const {
    Nodes nodes;
    const auto links = m_links.find(left.node->id);
    if (links == m_links.end()) return nodes;
    for (const StageLink &link : links->second)
        if (const PlacedNode *right = m_right.find(link.node); right && !link.isStandIn) nodes.push_back(right);
    return relevant(std::move(nodes), left);
}

StageClasses::Nodes StageClasses::leftsOf(const PlacedNode &right) const {
    Nodes nodes;
    if (const auto sources = m_sources.find(right.node->id); sources != m_sources.end())
        for (const NodeId id : sources->second)
            nodes.push_back(m_left.find(id));
    return relevant(std::move(nodes), right);
}

StageChange StageClasses::intoKernel(const PlacedNode &right) const {
    const auto sources = m_kernelSources.find(right.graph);
    return sources != m_kernelSources.end() && sources->second.size() > 1 ? StageChange::Fused : StageChange::Split;
}

StageChange StageClasses::content(const PlacedNode &left, const PlacedNode &right) const {
    Node named = *right.node; // what a kernel is called goes by its members; that alone changes nothing
    if (isKernelCall(left, m_left) && isKernelCall(right, m_right)) named.callee = left.node->callee;
    const StageChange change = left.node == right.node ? StageChange::Unchanged : contentChange(*left.node, named);
    if (change != StageChange::Unchanged) return change;
    return sameUses(*left.node, *right.node) ? StageChange::Unchanged : StageChange::Rewired;
}

StageChange StageClasses::relation(const PlacedNode &left, const PlacedNode &right) const {
    if (!isInKernel(left) && isInKernel(right)) return intoKernel(right);
    if (isInKernel(left) && !isInKernel(right) && !isKernelCall(right, m_right)) return StageChange::Split;
    const Nodes rights = rightsOf(left), lefts = leftsOf(right);
    if (isKernelCall(right, m_right) && !isKernelCall(left, m_left))
        return lefts.size() > 1 ? StageChange::Fused : StageChange::Split;
    if (rights.size() <= 1 && lefts.size() <= 1) return content(left, right);
    if (lefts.size() <= 1) return StageChange::Split;
    return rights.size() <= 1 ? StageChange::Fused : StageChange::Replaced;
}

namespace {

/** Of several relations of one node the one that says most. */
StageChange strongest(const std::vector<StageChange> &changes) {
    for (const StageChange each : {StageChange::Fused, StageChange::Replaced, StageChange::Split})
        if (std::ranges::find(changes, each) != changes.end()) return each;
    return changes.front();
}

} // namespace

StageChange StageClasses::ofLeft(NodeId id) const {
    const PlacedNode &left = *m_left.find(id);
    std::vector<StageChange> changes;
    Nodes rights = rightsOf(left);
    // Outside of kernels the call is what one sees, but what became of the node shows inside.
    for (const StageLink &link : m_links.at(id))
        if (const PlacedNode *right = m_right.find(link.node))
            if (!link.isStandIn && isInKernel(*right) && !isInKernel(left)) rights.push_back(right);
    for (const PlacedNode *right : rights)
        changes.push_back(relation(left, *right));
    if (!changes.empty()) return strongest(changes);
    const auto isConstant = [&](const StageLink &link) { return m_right.holdsConstant(link.node); };
    return std::ranges::any_of(m_links.at(id), isConstant) ? StageChange::Folded : StageChange::Removed;
}

StageChange StageClasses::ofRight(NodeId id) const {
    const PlacedNode &right = *m_right.find(id);
    Nodes lefts = leftsOf(right);
    if (lefts.empty()) return isMover(*right.node) ? StageChange::Materialised : StageChange::Added;
    std::vector<StageChange> changes;
    for (const PlacedNode *left : lefts)
        changes.push_back(relation(*left, right));
    const StageChange change = strongest(changes);
    const bool isOther = change == StageChange::Split || change == StageChange::Replaced;
    const auto isMoved = [&](const PlacedNode *left) { return isMover(*left->node) || left->node->id == id; };
    if (isOther && isMover(*right.node) && std::ranges::none_of(lefts, isMoved)) return StageChange::Materialised;
    return change;
}

std::vector<NodeId> StageClasses::counterpartsOfLeft(NodeId id) const {
    std::vector<NodeId> ids;
    for (const StageLink &link : m_links.at(id))
        ids.push_back(link.node);
    return ids;
}

std::vector<NodeId> StageClasses::counterpartsOfRight(NodeId id) const {
    const auto found = m_allSources.find(id);
    return found == m_allSources.end() ? std::vector<NodeId>() : found->second;
}

} // namespace jitscope::inline variants
