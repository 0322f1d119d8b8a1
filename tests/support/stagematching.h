// SPDX-License-Identifier: Apache-2.0
// What every match of two stages must hold, worked out from the log of a pass on its own.
#pragma once

#include "engine/base/text.h"
#include "engine/ir/nodecounts.h"
#include "engine/ir/nodename.h"
#include "engine/variants/stagematch.h"
#include "tests/support/passchecks.h"

#include <map>
#include <set>
#include <string>
#include <unordered_map>

namespace jitscope::testing {

using Matched = std::unordered_map<NodeId, const NodeMatch *>;

inline Matched byId(const std::vector<NodeMatch> &nodes) {
    Matched found;
    for (const NodeMatch &node : nodes)
        found.emplace(node.node->id, &node);
    return found;
}

inline std::string described(const NodeMatch &node) {
    std::string text = nodeTitle(*node.node) + " in @" + node.graph + " is " + std::string(toString(node.change));
    for (const NodeId id : node.counterparts)
        text += " " + nodeName(id);
    return text + (node.reason.empty() ? "" : " (" + node.reason + ")");
}

/** Each node of either side has a counterpart or a reason, and both sides name each other; "" if they do. */
inline std::string incompleteMatch(const StageMatch &match) {
    const Matched lefts = byId(match.leftNodes), rights = byId(match.rightNodes);
    const std::set<NodeId> all = idsOf(match.right), allLeft = idsOf(match.left);
    const auto names = [](const NodeMatch &node, NodeId id) {
        return std::ranges::find(node.counterparts, id) != node.counterparts.end();
    };
    for (const NodeMatch &node : match.leftNodes) {
        if (node.counterparts.empty() && node.reason.empty()) return "no counterpart, no reason: " + described(node);
        const bool isGone = node.change == StageChange::Removed || node.change == StageChange::Folded;
        if ((isGone || node.change == StageChange::Fused) && node.reason.empty())
            return "no reason: " + described(node);
        if (node.change == StageChange::Added || node.change == StageChange::Materialised)
            return "on the wrong side: " + described(node);
        for (const NodeId id : node.counterparts) {
            if (!all.contains(id)) return "a counterpart that is not there: " + described(node);
            if (rights.contains(id) && !names(*rights.at(id), node.node->id))
                return "only one side knows: " + described(node);
        }
    }
    for (const NodeMatch &node : match.rightNodes) {
        if (node.counterparts.empty() && node.reason.empty()) return "no counterpart, no reason: " + described(node);
        if (node.change == StageChange::Removed || node.change == StageChange::Folded)
            return "on the wrong side: " + described(node);
        for (const NodeId id : node.counterparts)
            if (!allLeft.contains(id)) return "a counterpart that is not there: " + described(node);
    }
    return {};
}

/** What the log of one pass says of the classes. */
class LoggedClasses {
public:
    LoggedClasses(const PassRecord &pass, const StageMatch &match)
        : m_pass(pass)
        , m_lefts(byId(match.leftNodes))
        , m_rights(byId(match.rightNodes))
        , m_after(idsOf(match.right)) {
        for (const Rewrite &rewrite : pass.rewrites)
            for (const NodeId id : rewrite.before)
                m_logged[id].push_back(&rewrite);
    }

    /** The first node whose class is another than the log says; "" if there is none. */
    std::string contradiction() const {
        for (const auto &[id, node] : m_lefts)
            if (const std::string expected = expectedOf(*node); !isOneOf(expected, node->change))
                return "expected " + expected + ": " + described(*node);
        for (const auto &[id, node] : m_rights)
            if (const std::string expected = expectedOfRight(*node); !isOneOf(expected, node->change))
                return "expected " + expected + ": " + described(*node);
        return {};
    }

private:
    static bool isOneOf(const std::string &words, StageChange change) {
        const std::vector<std::string> all = split(words, ' ');
        return std::ranges::find(all, toString(change)) != all.end();
    }

    bool isKept(NodeId id) const { return m_rights.contains(id); }

    /** Whether the node came of nodes before the pass, by its origins. */
    bool hasOrigins(NodeId id) const {
        const auto found = m_rights.find(id);
        return found != m_rights.end() && std::ranges::any_of(found->second->node->origins,
                                                              [&](NodeId origin) { return m_lefts.contains(origin); });
    }

    /** What the log alone says of the node: it became these, which have no origins. */
    std::set<NodeId> madeOf(NodeId id) const {
        std::set<NodeId> made;
        if (const auto logged = m_logged.find(id); logged != m_logged.end())
            for (const Rewrite *rewrite : logged->second)
                if (m_rights.contains(rewrite->after) && !m_lefts.contains(rewrite->after) &&
                    !hasOrigins(rewrite->after))
                    made.insert(rewrite->after);
        return made;
    }

    std::string expectedOf(const NodeMatch &node) const {
        const NodeId id = node.node->id;
        const auto logged = m_logged.find(id);
        const bool hasHeir = hasHeirs(id) || !madeOf(id).empty();
        if (isKept(id)) {
            const std::string own = keptClass(*node.node, *m_rights.at(id)->node);
            return hasHeir ? own + " split fused replaced" : own;
        }
        if (hasHeir) return heirClasses(id);
        if (logged != m_logged.end())
            for (const Rewrite *rewrite : logged->second)
                if (rewrite->after.valid() && !m_rights.contains(rewrite->after)) return "folded removed";
        return "removed";
    }

    /** What the node itself says where it stays the only one. */
    std::string keptClass(const Node &before, const Node &after) const {
        if (before.op != after.op || before.callee != after.callee) return "replaced";
        if (!sameType(before.abstract, after.abstract)) return "retyped";
        if (before.scope != after.scope || !(before.attrs == after.attrs) ||
            !(before.primitiveAttrs == after.primitiveAttrs))
            return "re-attributed";
        const auto sameUse = [](const NodePtr &a, const NodePtr &b) {
            return a->isConstant() && b->isConstant() ? a->value == b->value : a->id == b->id;
        };
        const bool sameFunction =
            !before.function == !after.function && (!before.function || before.function->id == after.function->id);
        return sameFunction && std::ranges::equal(before.inputs, after.inputs, sameUse) ? "unchanged" : "rewired";
    }

    bool hasHeirs(NodeId id) const { return !heirsOf(id).empty(); }

    std::set<NodeId> heirsOf(NodeId id) const {
        std::set<NodeId> heirs;
        for (const auto &[other, node] : m_rights)
            if (!m_lefts.contains(other) && std::ranges::find(node->node->origins, id) != node->node->origins.end())
                heirs.insert(other);
        return heirs;
    }

    /** By the log: several that became one are fused; one that became one is replaced (or says the same of another
        type); a constant is what it was folded to. */
    std::string heirClasses(NodeId id) const {
        std::set<NodeId> heirs = heirsOf(id);
        heirs.merge(madeOf(id));
        if (heirs.empty()) return "folded removed";
        const auto isShared = [&](NodeId heir) {
            std::set<NodeId> others;
            for (const NodeId origin : m_rights.at(heir)->node->origins)
                others.insert(origin);
            for (const Rewrite &rewrite : m_pass.rewrites)
                if (rewrite.after == heir && !hasOrigins(heir))
                    others.insert(rewrite.before.begin(), rewrite.before.end());
            return others.size() > 1;
        };
        const bool shared = std::ranges::any_of(heirs, isShared);
        const std::string one = heirs.size() == 1 ? "replaced retyped re-attributed rewired unchanged"
                                                  : "split replaced retyped re-attributed rewired unchanged";
        return shared ? "fused replaced split retyped re-attributed rewired unchanged" : one;
    }

    std::string expectedOfRight(const NodeMatch &node) const {
        const NodeId id = node.node->id;
        if (m_lefts.contains(id))
            return keptClass(*m_lefts.at(id)->node, *node.node) +
                   (m_logged.contains(id) || hasHeirs(id) ? " split fused replaced" : "");
        bool hasSource = false;
        for (const NodeId origin : node.node->origins)
            hasSource = hasSource || m_lefts.contains(origin);
        for (const Rewrite &rewrite : m_pass.rewrites)
            if (rewrite.after == id)
                for (const NodeId before : rewrite.before)
                    hasSource = hasSource || m_lefts.contains(before);
        return hasSource ? "replaced split fused retyped re-attributed rewired unchanged materialised"
                         : "added materialised";
    }

    const PassRecord &m_pass;
    Matched m_lefts, m_rights;
    std::set<NodeId> m_after;
    std::unordered_map<NodeId, std::vector<const Rewrite *>> m_logged;
};

/** What is wrong with the match of one pass, or "". */
inline std::string wrongMatch(const PassRecord &pass) {
    const StageMatch match = matchPass(pass);
    if (std::string fault = incompleteMatch(match); !fault.empty()) return fault;
    return LoggedClasses(pass, match).contradiction();
}

} // namespace jitscope::testing
