// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/passes/passtouches.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace jitscope {
inline namespace passespanel {

namespace {

using Ids = std::unordered_set<NodeId>;

std::unordered_map<NodeId, NodePtr> nodesOf(const Module &module) {
    std::unordered_map<NodeId, NodePtr> nodes;
    for (const GraphPtr &graph : module.graphs) {
        for (const NodePtr &parameter : graph->parameters)
            nodes.emplace(parameter->id, parameter);
        for (const NodePtr &node : graph->nodes) {
            for (const NodePtr &input : node->inputs)
                if (input->isConstant()) nodes.emplace(input->id, input);
            nodes.emplace(node->id, node);
        }
    }
    return nodes;
}

bool isSameOperator(const Node &a, const Node &b) {
    return a.op == b.op && a.callee == b.callee && sameType(a.abstract, b.abstract);
}

/** One pass with the nodes on both sides. */
class Step {
public:
    explicit Step(const PassRecord &pass)
        : m_pass(pass)
        , m_before(nodesOf(pass.before))
        , m_after(nodesOf(pass.after)) {}

    /** What the nodes before became. */
    Ids forward(const Ids &from) const {
        Ids to;
        for (const NodeId id : from)
            if (m_after.contains(id)) to.insert(id);
        for (const auto &[id, node] : m_after)
            if (!m_before.contains(id) &&
                std::ranges::any_of(node->origins, [&](NodeId o) { return from.contains(o); }))
                to.insert(id);
        for (const Rewrite &rewrite : m_pass.rewrites)
            if (m_after.contains(rewrite.after) && std::ranges::any_of(rewrite.before, [&](NodeId id) {
                    return from.contains(id) && !m_after.contains(id);
                }))
                to.insert(rewrite.after);
        return to;
    }

    /** What the nodes after were made from. */
    Ids backward(const Ids &from) const {
        Ids to;
        for (const NodeId id : from) {
            const auto node = m_after.find(id);
            if (m_before.contains(id))
                to.insert(id);
            else if (node != m_after.end())
                for (const NodeId origin : node->second->origins)
                    if (m_before.contains(origin)) to.insert(origin);
        }
        return to;
    }

    bool hasTouched(const Ids &before, const Ids &after) const {
        if (before != after) return true;
        const bool isLogged = std::ranges::any_of(m_pass.rewrites, [&](const Rewrite &rewrite) {
            return before.contains(rewrite.after) ||
                   std::ranges::any_of(rewrite.before, [&](NodeId id) { return before.contains(id); });
        });
        return isLogged || std::ranges::any_of(before, [&](NodeId id) {
                   const auto a = m_before.find(id), b = m_after.find(id);
                   return a != m_before.end() && b != m_after.end() && !isSameOperator(*a->second, *b->second);
               });
    }

private:
    const PassRecord &m_pass;
    std::unordered_map<NodeId, NodePtr> m_before, m_after;
};

} // namespace

std::vector<int> passesTouching(const std::vector<PassRecord> &passes, int stage, NodeId node) {
    const size_t first = stage == -1 ? passes.size() : size_t(stage + 1 < 0 ? 0 : stage + 1); // passes behind the stage
    std::vector<int> touching;
    Ids ids = {node};
    for (size_t i = first; i < passes.size() && !ids.empty(); ++i) {
        if (!passes[i].changed) continue;
        const Step step(passes[i]);
        Ids next = step.forward(ids);
        if (step.hasTouched(ids, next)) touching.push_back(passes[i].index);
        ids = std::move(next);
    }
    ids = {node};
    for (size_t i = first; i-- > 0 && !ids.empty();) {
        if (!passes[i].changed) continue;
        const Step step(passes[i]);
        Ids last = step.backward(ids);
        if (step.hasTouched(last, ids)) touching.push_back(passes[i].index);
        ids = std::move(last);
    }
    std::ranges::sort(touching);
    return touching;
}

} // namespace passespanel
} // namespace jitscope
