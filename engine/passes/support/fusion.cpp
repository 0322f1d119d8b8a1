// SPDX-License-Identifier: Apache-2.0
// Plans the fusions of each graph, then rewrites it.
#include "engine/passes/support/fusion.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/ops/rules/activationrules.h"
#include "engine/passes/support/constants.h"

#include <algorithm>
#include <unordered_set>

namespace jitscope::inline passes {

namespace {

std::vector<NodeId> idsOf(const std::vector<NodePtr> &nodes) {
    std::vector<NodeId> ids;
    for (const NodePtr &node : nodes)
        ids.push_back(node->id);
    return ids;
}

/** The fusions of one graph. */
class FusionPlan {
public:
    FusionPlan(const Graph &graph, const NodeUsers &users, const FindFusion &find, Rewriter &rewriter)
        : m_users(users)
        , m_find(find)
        , m_rewriter(rewriter) {
        for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node)
            if (!m_claimed.contains((*node)->id)) look(graph, *node);
    }

    bool isEmpty() const { return m_chains.empty(); }

    /** The fused call for the last node of a chain, over rewritten inputs; any other node as it is. */
    NodePtr fused(const NodePtr &node) const {
        const auto planned = m_chains.find(node->id);
        if (planned == m_chains.end()) return node;
        const std::optional<Fusion> fusion = m_find(node, m_users);
        if (!fusion || !fusion->reason.empty() || idsOf(fusion->nodes) != planned->second) return node;
        const NodePtr call = fusion->build(m_rewriter);
        if (!call || !sameType(call->abstract, node->abstract)) return node;
        return m_rewriter.log(fusion->rule, fusion->nodes, call);
    }

private:
    void look(const Graph &graph, const NodePtr &last) {
        const std::optional<Fusion> fusion = m_find(last, m_users);
        if (!fusion) return;
        if (m_own.empty())
            for (const NodePtr &node : graph.nodes)
                m_own.insert(node->id);
        const std::string reason = whyNot(*fusion);
        if (!reason.empty()) {
            // A chain and its beginning may fail for one and the same node.
            if (m_reasons.insert(reason).second) m_rewriter.refuse(fusion->rule, fusion->nodes, reason);
            return;
        }
        if (m_rewriter.isRefused(fusion->rule, fusion->nodes)) return;
        const std::vector<NodeId> ids = idsOf(fusion->nodes);
        m_claimed.insert(ids.begin(), ids.end());
        m_chains.emplace(last->id, ids);
    }

    std::string whyNot(const Fusion &fusion) const {
        if (!fusion.reason.empty()) return fusion.reason;
        for (const NodePtr &node : fusion.nodes) {
            if (!m_own.contains(node->id)) return nodeTitle(*node) + " belongs to another graph";
            if (m_claimed.contains(node->id)) return nodeTitle(*node) + " is part of another fusion";
            if (node == fusion.nodes.back()) continue;
            const size_t inside = size_t(std::ranges::count_if(m_users.of(*node), [&](const NodePtr &user) {
                return user && std::ranges::find(fusion.nodes, user->id, &Node::id) != fusion.nodes.end();
            }));
            if (const size_t all = m_users.count(*node); all != inside) return tooManyUsers(*node, all, inside);
        }
        return {};
    }

    const NodeUsers &m_users;
    const FindFusion &m_find;
    Rewriter &m_rewriter;
    std::unordered_set<NodeId> m_own, m_claimed; ///< nodes of the graph, nodes of planned fusions
    std::unordered_set<std::string> m_reasons;
    std::unordered_map<NodeId, std::vector<NodeId>> m_chains; ///< by their last node
};

} // namespace

NodeUsers::Users NodeUsers::usersIn(const Module &module) {
    Users users;
    for (const GraphPtr &graph : module.graphs) {
        for (const NodePtr &node : graph->nodes) {
            for (const NodePtr &input : node->inputs)
                if (input->isCall()) users[input->id].push_back(node);
            if (node->function && node->function->isCall()) users[node->function->id].push_back(node);
        }
        if (graph->output && graph->output->isCall()) users[graph->output->id].push_back(nullptr);
    }
    return users;
}

const std::vector<NodePtr> &NodeUsers::of(const Node &node) const {
    static const std::vector<NodePtr> none;
    if (!m_users) m_users = usersIn(m_module);
    const auto found = m_users->find(node.id);
    return found == m_users->end() ? none : found->second;
}

Module fuseChains(const Module &module, PassContext &context, const FindFusion &find) {
    Rewriter rewriter(context);
    const NodeUsers users(module);
    return changeGraphs(module, [&](const GraphPtr &graph) {
        const FusionPlan plan(*graph, users, find, rewriter);
        if (plan.isEmpty()) return graph;
        return rewrite(graph, [&](const NodePtr &node) { return plan.fused(node); });
    });
}

std::string tooManyUsers(const Node &node, size_t users, size_t needed) {
    return format("%s has %zu users, needs %zu", nodeTitle(node).c_str(), users, needed);
}

std::string_view fusedActivationOf(const Node &node) {
    const auto isIt = [&](const FusedActivation &activation) {
        if (!node.isCall() || node.op.text() != activation.primitive) return false;
        if (node.inputs.size() < 2) return activation.function != UnaryOp::GeLUTanh;
        const std::string *way = node.inputs[1]->value.asString();
        return way && *way == (activation.function == UnaryOp::GeLUTanh ? "tanh" : "none");
    };
    const auto found = std::ranges::find_if(fusedActivations(), isIt);
    return found == fusedActivations().end() ? std::string_view() : found->text;
}

bool swapsLastAxes(const Node &node) {
    if (!node.isCallOf(op::Transpose) || node.inputs.size() != 2) return false;
    const std::optional<Dims> axes = constantDims(*node.inputs[1]);
    const int rank = axes ? axes->rank() : 0;
    if (rank < 2 || rank != node.abstract.shape.rank()) return false;
    const auto axis = [&](int i) { return ((*axes)[i] + rank) % rank; };
    for (int i = 0; i < rank - 2; ++i)
        if (axis(i) != i) return false;
    return axis(rank - 2) == rank - 1 && axis(rank - 1) == rank - 2;
}

} // namespace jitscope::inline passes
