// SPDX-License-Identifier: Apache-2.0
// Follows nodes through one pass by identity, copies, places, origins and the pass's log.
#include "engine/run/successors.h"

#include "engine/ir/nodename.h"

#include <algorithm>
#include <unordered_set>

namespace jitscope::inline run {

Successors::Successors(const PassRecord &pass)
    : m_pass(pass)
    , m_places(pass.before, pass.after) {
    for (const Rewrite &rewrite : pass.rewrites)
        for (const NodeId before : rewrite.before)
            if (rewrite.after.valid() && before != rewrite.after) m_next[before].push_back(rewrite.after);
    for (const GraphPtr &graph : pass.after.graphs)
        for (const NodePtr &node : graph->nodes) {
            if (m_places.nodeBefore(node->id)) continue;
            for (const NodeId origin : node->origins)
                m_next[origin].push_back(node->id);
            if (node->origins.size() != 1) continue;
            const NodePtr origin = m_places.nodeBefore(node->origins.front());
            if (origin && origin->op == node->op && origin->callee == node->callee &&
                sameType(origin->abstract, node->abstract))
                m_copies[origin->id].push_back(node->id);
        }
}

std::vector<Successors::Choice> Successors::of(const std::vector<NodeId> &nodes) const {
    Choice kept{{}, true}, copied{{}, true}, placed{{}, true};
    std::vector<NodeId> further;
    for (const NodeId node : nodes) {
        const bool isKept = m_places.nodeAfter(node) != nullptr;
        if (isKept)
            for (Choice *choice : {&kept, &copied, &placed})
                choice->nodes.push_back(node);
        if (const auto copies = m_copies.find(node); copies != m_copies.end())
            copied.nodes.insert(copied.nodes.end(), copies->second.begin(), copies->second.end());
        if (isKept) continue;
        std::vector<NodeId> made = descendants(node);
        for (const NodeId taker : m_places.taken(node)) {
            if (standsForAnother(taker, node))
                made.push_back(taker);
            else
                placed.nodes.push_back(taker);
        }
        further.insert(further.end(), made.begin(), made.end());
    }
    std::vector<Choice> choices{copied, kept, placed};
    for (const NodeId node : further)
        choices.push_back({{node}, false});
    std::erase_if(choices, [](const Choice &choice) { return choice.nodes.empty(); });
    return choices;
}

/** What was made of several nodes gives what the last of them gave; some outputs of an earlier one may still be its. */
bool Successors::standsForAnother(NodeId taker, NodeId node) const {
    const NodePtr after = m_places.nodeAfter(taker);
    const auto &origins = after->origins;
    if (origins.size() < 2) return false;
    const bool isLast = origins.back() == node && after->abstract->items.empty();
    return !isLast && std::find(origins.begin(), origins.end(), node) != origins.end();
}

std::vector<NodeId> Successors::descendants(NodeId node) const {
    std::vector<NodeId> found, open{node};
    std::unordered_set<NodeId> seen{node};
    for (size_t at = 0; at < open.size(); ++at) {
        const auto next = m_next.find(open[at]);
        if (next == m_next.end()) continue;
        for (const NodeId each : next->second) {
            if (!seen.insert(each).second) continue;
            open.push_back(each);
            if (m_places.nodeAfter(each)) found.push_back(each);
        }
    }
    return found;
}

std::string Successors::fateOf(NodeId node) const {
    const std::string pass = fullName(m_pass);
    for (const Rewrite &rewrite : m_pass.rewrites) {
        if (std::find(rewrite.before.begin(), rewrite.before.end(), node) == rewrite.before.end()) continue;
        const std::string by = " by " + pass + (rewrite.rule.empty() ? "" : ": " + rewrite.rule);
        if (!rewrite.after.valid()) return "removed" + by;
        const NodePtr after = m_places.nodeAfter(rewrite.after);
        if (after) return "became part of " + nodeTitle(*after) + by;
        if (const NodePtr other = findNode(m_pass.after, rewrite.after); other && other->isConstant())
            return "folded to a constant" + by;
        return "rewritten" + by;
    }
    if (m_places.nodeAfter(node)) return "computes something else behind " + pass;
    return "removed by " + pass;
}

} // namespace jitscope::inline run
