// SPDX-License-Identifier: Apache-2.0
// What one pass did to the nodes of a module.
#include "engine/ir/diff.h"

#include "engine/ir/irvalue.h"

#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline ir {

namespace {

/** The same value for a reader: the same node, or constants that say the same. */
bool sameUse(const NodePtr &a, const NodePtr &b) {
    if (a == b) return true;
    if (!a || !b) return false;
    if (a->isConstant() && b->isConstant()) return a->value == b->value;
    return a->id == b->id;
}

bool sameUses(const Node &a, const Node &b) {
    if (a.inputs.size() != b.inputs.size() || !sameUse(a.function, b.function)) return false;
    for (size_t i = 0; i < a.inputs.size(); ++i)
        if (!sameUse(a.inputs[i], b.inputs[i])) return false;
    return true;
}

/** Some dumps know no scope of calls of a computed function. */
bool sameScope(const Node &a, const Node &b) {
    return a.scope == b.scope || a.function;
}

bool sameContent(const Node &a, const Node &b) {
    return a.op == b.op && a.callee == b.callee && sameType(a.abstract, b.abstract) && sameScope(a, b) &&
           a.primitiveAttrs == b.primitiveAttrs && a.attrs == b.attrs &&
           a.dumpText().primalAttrs == b.dumpText().primalAttrs;
}

NodeChange changeOf(const NodePtr &before, const NodePtr &after) {
    if (before == after) return NodeChange::Unchanged;
    if (!sameContent(*before, *after)) return NodeChange::Changed;
    return sameUses(*before, *after) ? NodeChange::Unchanged : NodeChange::Rewired;
}

/** The calls of a module by id, and the constants, which take the place of folded calls. The module outlives it. */
struct NodeIndex {
    std::unordered_map<NodeId, const NodePtr *> calls, constants;

    explicit NodeIndex(const Module &module) {
        size_t count = 0;
        for (const GraphPtr &graph : module.graphs)
            count += graph->nodes.size();
        calls.reserve(count);
        for (const GraphPtr &graph : module.graphs) {
            for (const NodePtr &node : graph->nodes) {
                calls.emplace(node->id, &node);
                for (const NodePtr &input : node->inputs)
                    if (input->isConstant()) constants.emplace(input->id, &input);
            }
            if (graph->output && graph->output->isConstant()) constants.emplace(graph->output->id, &graph->output);
        }
    }
};

class ModuleComparison {
public:
    ModuleComparison(const Module &before, const Module &after)
        : m_beforeModule(before)
        , m_afterModule(after)
        , m_before(before)
        , m_after(after) {
        for (const GraphPtr &graph : after.graphs)
            for (const NodePtr &node : graph->nodes)
                if (!m_before.calls.contains(node->id)) noteOrigins(*node);
        for (const auto &[id, node] : m_after.constants)
            noteOrigins(**node);
    }

    ModuleDiff run() {
        m_diff.nodes.reserve(m_after.calls.size());
        gone();
        place({});
        for (const GraphPtr &graph : m_afterModule.graphs)
            for (const NodePtr &node : graph->nodes) {
                stayed(*graph, node);
                place(node->id);
            }
        return std::move(m_diff);
    }

private:
    void noteOrigins(const Node &node) {
        for (const NodeId origin : node.origins)
            m_successors[origin].push_back(node.id);
    }

    /** Nodes that only `before` has, kept behind the last node before them that stayed. */
    void gone() {
        for (const GraphPtr &graph : m_beforeModule.graphs) {
            NodeId anchor;
            for (const NodePtr &node : graph->nodes) {
                if (m_after.calls.contains(node->id)) {
                    anchor = node->id;
                    continue;
                }
                m_gone[anchor].push_back(successionOf(*graph, node));
                ++m_diff.removed;
            }
        }
    }

    NodeDiff successionOf(const Graph &graph, const NodePtr &node) const {
        NodeDiff diff{NodeChange::Removed, graph.name, node, nullptr, {}};
        if (m_after.constants.contains(node->id)) {
            diff.change = NodeChange::Folded;
            diff.partners.push_back(node->id);
            return diff;
        }
        const auto successors = m_successors.find(node->id);
        if (successors == m_successors.end()) return diff;
        diff.partners = successors->second;
        const auto call = m_after.calls.find(diff.partners.front());
        if (call == m_after.calls.end()) {
            diff.change = NodeChange::Folded;
        } else {
            diff.change = knownOrigins(**call->second).size() > 1 ? NodeChange::Fused : NodeChange::Replaced;
        }
        return diff;
    }

    std::vector<NodeId> knownOrigins(const Node &node) const {
        std::vector<NodeId> known;
        for (const NodeId origin : node.origins)
            if (m_before.calls.contains(origin)) known.push_back(origin);
        return known;
    }

    void place(NodeId anchor) {
        const auto found = m_gone.find(anchor);
        if (found == m_gone.end()) return;
        for (NodeDiff &diff : found->second)
            m_diff.nodes.push_back(std::move(diff));
        m_gone.erase(found);
    }

    void stayed(const Graph &graph, const NodePtr &node) {
        NodeDiff diff{NodeChange::Added, graph.name, nullptr, node, {}};
        if (const auto found = m_before.calls.find(node->id); found != m_before.calls.end()) {
            diff.before = *found->second;
            diff.change = changeOf(diff.before, node);
            if (diff.before != node) noteMerged(*diff.before, *node);
            if (diff.change != NodeChange::Unchanged) ++m_diff.changed;
        } else {
            diff.partners = knownOrigins(*node);
            if (diff.partners.size() == 1) diff.change = NodeChange::Replaced;
            if (diff.partners.size() > 1) diff.change = NodeChange::Fused;
            ++m_diff.added;
        }
        m_diff.nodes.push_back(std::move(diff));
    }

    void noteMerged(const Node &before, const Node &after) {
        if (before.inputs.size() != after.inputs.size()) return;
        for (size_t i = 0; i < before.inputs.size(); ++i) {
            const NodePtr &old = before.inputs[i], &now = after.inputs[i];
            const bool isOther = old->isConstant() && now->isConstant() && old->id != now->id;
            if (isOther && old->value == now->value && m_before.constants.contains(now->id)) m_merged.insert(old->id);
        }
        m_diff.merged = int(m_merged.size());
    }

    const Module &m_beforeModule;
    const Module &m_afterModule;
    std::unordered_set<NodeId> m_merged;
    NodeIndex m_before, m_after;
    std::unordered_map<NodeId, std::vector<NodeId>> m_successors; ///< of an origin: what took its place
    std::unordered_map<NodeId, std::vector<NodeDiff>> m_gone;     ///< by the node they stood behind
    ModuleDiff m_diff;
};

} // namespace

ModuleDiff diffModules(const Module &before, const Module &after) {
    return ModuleComparison(before, after).run();
}

} // namespace jitscope::inline ir
