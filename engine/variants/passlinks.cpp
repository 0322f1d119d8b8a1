// SPDX-License-Identifier: Apache-2.0
// Reads ids, origins and the log of one pass.
#include "engine/variants/passlinks.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"

#include <algorithm>

namespace jitscope::inline variants {

namespace {

std::string titleOf(const ModuleIndex &index, NodeId id) {
    const PlacedNode *place = index.find(id);
    return place ? nodeTitle(*place->node) : nodeName(id);
}

bool holdsGraph(const Module &module, const std::string &name) {
    return module.find(name) != nullptr;
}

} // namespace

ModuleIndex::ModuleIndex(const Module &module)
    : m_module(module) {
    for (const GraphPtr &graph : m_module.graphs) {
        const auto add = [&](const NodePtr &node) {
            if (m_places.emplace(node->id, m_nodes.size()).second) m_nodes.push_back({node, graph.get()});
        };
        std::ranges::for_each(graph->parameters, add);
        for (const NodePtr &node : graph->nodes) {
            add(node);
            for (const NodePtr &input : node->inputs)
                addConstant(input);
            if (node->function) addConstant(node->function);
        }
        if (graph->output) addConstant(graph->output);
    }
}

void ModuleIndex::addConstant(const NodePtr &node) {
    if (node->isConstant()) m_constants.emplace(node->id, node);
}

const PlacedNode *ModuleIndex::find(NodeId id) const {
    const auto found = m_places.find(id);
    return found == m_places.end() ? nullptr : &m_nodes[found->second];
}

PassLinks::PassLinks(const PassRecord &pass, std::shared_ptr<const ModuleIndex> before,
                     std::shared_ptr<const ModuleIndex> after)
    : m_name(fullName(pass))
    , m_rewrites(pass.rewrites)
    , m_before(std::move(before))
    , m_after(std::move(after)) {
    for (size_t i = 0; i < m_rewrites.size(); ++i) {
        for (const NodeId id : m_rewrites[i].before)
            m_logged[id].push_back(i);
        if (m_rewrites[i].after.valid()) m_madeBy[m_rewrites[i].after].push_back(i);
    }
    for (const PlacedNode &place : m_after->nodes())
        if (!m_before->find(place.node->id)) noteOrigins(*place.node);
    for (const auto &[id, node] : m_after->constants())
        if (!m_before->holdsConstant(id)) noteOrigins(*node);
    std::ranges::for_each(m_rewrites, [this](const Rewrite &rewrite) { noteRewrite(rewrite); });
}

void PassLinks::noteOrigins(const Node &made) {
    if (m_before->find(made.id)) link(made.id, {made.id, false}); // a constant under the id of the call that it was
    for (const NodeId origin : made.origins) {
        if (origin == made.id || !m_before->holds(origin)) continue;
        link(origin, {made.id, false});
        m_withOrigins.insert(made.id);
    }
}

/** A node that stays was there for itself, and a new one that has origins came of those: others use it in the place of
    what is gone. */
void PassLinks::noteRewrite(const Rewrite &rewrite) {
    const NodeId after = rewrite.after.valid() ? resolved(rewrite.after) : NodeId();
    if (!after.valid()) return;
    const bool wasThere = m_before->holds(after), isOfOthers = wasThere || m_withOrigins.contains(after);
    for (const NodeId id : rewrite.before)
        if (id != after && m_before->holds(id) && (!wasThere || !m_after->holds(id))) link(id, {after, isOfOthers});
}

void PassLinks::link(NodeId from, StageLink to) {
    StageLinks &links = m_links[from];
    if (std::ranges::find(links, to.node, &StageLink::node) == links.end()) links.push_back(to);
}

/** What is in the module behind the pass: a rewrite may end at what a later one of the same run replaced again. */
NodeId PassLinks::resolved(NodeId after) const {
    std::vector<NodeId> open{after}, seen;
    while (!open.empty()) {
        const NodeId id = open.back();
        open.pop_back();
        if (m_after->holds(id)) return id;
        if (std::ranges::find(seen, id) != seen.end()) continue;
        seen.push_back(id);
        if (const auto logged = m_logged.find(id); logged != m_logged.end())
            for (const size_t entry : logged->second)
                if (m_rewrites[entry].after.valid()) open.push_back(m_rewrites[entry].after);
    }
    return {};
}

StageLinks PassLinks::of(NodeId node) const {
    StageLinks links;
    if (m_after->find(node)) links.push_back({node, false});
    if (const auto found = m_links.find(node); found != m_links.end())
        for (const StageLink &each : found->second)
            if (links.empty() || each.node != node) links.push_back(each);
    return links;
}

std::vector<NodeId> PassLinks::moved() const {
    std::vector<NodeId> ids;
    for (const PlacedNode &place : m_before->nodes())
        if (!m_after->find(place.node->id) || m_links.contains(place.node->id)) ids.push_back(place.node->id);
    return ids;
}

/** Whether all that used the node before the pass is gone, or was rewritten by a rule of the log. */
bool PassLinks::isUnused(NodeId node) const {
    if (m_users.empty())
        for (const PlacedNode &place : m_before->nodes()) {
            for (const NodePtr &input : place.node->inputs)
                m_users[input->id].push_back(place.node->id);
            if (place.node->function) m_users[place.node->function->id].push_back(place.node->id);
        }
    const auto users = m_users.find(node);
    if (users == m_users.end()) return true;
    return std::ranges::all_of(users->second,
                               [&](NodeId user) { return !m_after->find(user) || m_logged.contains(user); });
}

std::string PassLinks::fateOfUnlogged(NodeId node) const {
    const PlacedNode &place = *m_before->find(node);
    if (!holdsGraph(m_after->module(), place.graph->name) && place.node->isParameter())
        return "removed by " + m_name + ": a parameter of @" + place.graph->name + ", which is no more";
    if (isUnused(node)) return "removed by " + m_name + ": nobody uses it any more";
    return {};
}

std::string PassLinks::fateOf(NodeId node) const {
    const bool isGone = !m_after->find(node);
    const auto logged = m_logged.find(node);
    const auto links = m_links.find(node);
    if (logged == m_logged.end() && links == m_links.end())
        return isGone && m_before->find(node) ? fateOfUnlogged(node) : std::string();
    const std::string rule = logged == m_logged.end() ? std::string() : m_rewrites[logged->second.front()].rule;
    const std::string by = " by " + m_name + (rule.empty() ? "" : ": " + rule);
    if (!isGone) return "taken up" + by;
    if (links == m_links.end()) return "removed" + by;
    const StageLink &first = links->second.front();
    if (m_after->holdsConstant(first.node)) return "folded" + by;
    if (first.isStandIn) return "removed" + by + "; " + titleOf(*m_after, first.node) + " stands in its place";
    return "rewritten" + by;
}

std::string PassLinks::causeOf(NodeId made) const {
    if (const auto by = m_madeBy.find(made); by != m_madeBy.end())
        return "made by " + m_name + ": " + m_rewrites[by->second.front()].rule;
    const PlacedNode *place = m_after->find(made);
    if (!place || m_before->find(made)) return {};
    if (place->graph->isKernel() && place->node->isParameter())
        return "made by " + m_name + ": an input of @" + place->graph->name;
    if (place->graph->isKernel() && place->node == place->graph->output)
        return "made by " + m_name + ": the results of @" + place->graph->name;
    for (const NodeId origin : place->node->origins)
        if (m_before->find(origin)) return "made by " + m_name + " of " + titleOf(*m_before, origin);
    return {};
}

} // namespace jitscope::inline variants
