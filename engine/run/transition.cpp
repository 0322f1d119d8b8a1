// SPDX-License-Identifier: Apache-2.0
// Follows every node of the earlier run once, and walks up from a difference to where it began.
#include "engine/run/transition.h"

#include <algorithm>
#include <unordered_set>

namespace jitscope::inline run {

namespace {

/** What proves that a value stands for another: passes may round otherwise. */
constexpr double proofRelative = 1e-3, proofAbsolute = 1e-6;

} // namespace

Transition::Transition(const PassRecord &pass, const Trail &before, const Trail &after)
    : m_pass(pass)
    , m_before(before)
    , m_after(after)
    , m_successors(pass)
    , m_found(before.steps().size()) {
    for (size_t i = 0; i < before.steps().size(); ++i)
        if (before.rounds(before.steps()[i].node).front() == i) findAll(before.steps()[i].node);
}

void Transition::findAll(NodeId node) {
    const auto choices = m_successors.of({node});
    const std::vector<size_t> &rounds = m_before.rounds(node);
    for (const Successors::Choice &choice : choices) {
        if (!fits(choice, rounds, true)) continue;
        take(choice, rounds);
        for (const NodeId each : choice.nodes)
            m_isSettled[each] = true;
        return;
    }
    for (const Successors::Choice &choice : choices) {
        if (!choice.isPlace || !fits(choice, rounds, false)) continue;
        take(choice, rounds);
        for (const NodeId each : choice.nodes)
            m_moved.emplace(each, node);
        return;
    }
}

/** The rounds of all of them, in the order of the run. */
std::vector<size_t> Transition::mergedRounds(const std::vector<NodeId> &nodes) const {
    if (nodes.size() == 1) return m_after.rounds(nodes.front());
    std::vector<size_t> all;
    for (const NodeId node : nodes)
        all.insert(all.end(), m_after.rounds(node).begin(), m_after.rounds(node).end());
    std::sort(all.begin(), all.end());
    return all;
}

bool Transition::fits(const Successors::Choice &choice, const std::vector<size_t> &rounds, bool byValue) const {
    const std::vector<size_t> after = mergedRounds(choice.nodes);
    if (after.empty() || after.size() != rounds.size()) return false;
    for (size_t i = 0; i < after.size(); ++i) {
        const ValueDifference off = compare(m_before.steps()[rounds[i]].value, m_after.steps()[after[i]].value);
        if (byValue ? off.exceeds(proofRelative, proofAbsolute) : !off.structure.empty()) return false;
    }
    return true;
}

void Transition::take(const Successors::Choice &choice, const std::vector<size_t> &rounds) {
    const std::vector<size_t> after = mergedRounds(choice.nodes);
    for (size_t i = 0; i < after.size(); ++i) {
        const ValueDifference off = compare(m_before.steps()[rounds[i]].value, m_after.steps()[after[i]].value);
        m_found[rounds[i]] = {after[i], off.structure.empty() && off.maxAbsolute == 0};
    }
}

NodePtr Transition::blame(NodeId id) const {
    const NodePtr node = m_successors.places().nodeAfter(id);
    if (!node) return nullptr;
    const NodePtr found = furthestUp(node);
    const auto moved = m_moved.find(found->id);
    const NodePtr reference = moved == m_moved.end() ? nullptr : m_successors.places().nodeBefore(moved->second);
    if (!reference) return found;
    const CallRounding none;
    return culpritOf(found, *reference, m_successors.places(), {m_before, m_after, none, proofRelative, proofAbsolute});
}

/** The nodes that a node's value comes from: its inputs, and what the graph that it calls gives. */
std::vector<NodePtr> Transition::sourcesOf(const Node &node) const {
    std::vector<NodePtr> sources;
    if (const GraphPtr callee = node.callee.empty() ? nullptr : m_pass.after.find(node.callee))
        if (callee->output) sources.push_back(callee->output);
    if (node.function) sources.push_back(node.function);
    sources.insert(sources.end(), node.inputs.begin(), node.inputs.end());
    return sources;
}

/** A new node made of one other alone that gives something else than that; nodes inside of one rewrite share their
    origins and prove nothing. */
bool Transition::isWrongReplacement(const Node &node, const Node &user) const {
    if (m_successors.places().of(node) || node.origins.size() != 1 || node.origins == user.origins) return false;
    const std::vector<size_t> &right = m_before.rounds(node.origins.front()), &given = m_after.rounds(node.id);
    for (size_t i = 0; i < std::min(right.size(), given.size()); ++i)
        if (compare(m_before.steps()[right[i]].value, m_after.steps()[given[i]].value)
                .exceeds(proofRelative, proofAbsolute))
            return true;
    return false;
}

/** From `node` up through what gives something else or is new: of what has a place or one origin and gives something
    else there, the one that ran first. */
NodePtr Transition::furthestUp(const NodePtr &node) const {
    NodePtr furthest = node;
    size_t first = m_after.rounds(node->id).empty() ? size_t(-1) : m_after.rounds(node->id).front();
    std::vector<NodePtr> open{node};
    std::unordered_set<NodeId> seen{node->id};
    while (!open.empty()) {
        const NodePtr each = open.back();
        open.pop_back();
        for (const NodePtr &source : sourcesOf(*each)) {
            if (!source->isCall() || m_isSettled.contains(source->id) || !seen.insert(source->id).second) continue;
            open.push_back(source);
            const std::vector<size_t> &rounds = m_after.rounds(source->id);
            if (rounds.empty() || rounds.front() >= first) continue;
            if (!m_moved.contains(source->id) && !isWrongReplacement(*source, *each)) continue;
            furthest = source;
            first = rounds.front();
        }
    }
    return furthest;
}

} // namespace jitscope::inline run
