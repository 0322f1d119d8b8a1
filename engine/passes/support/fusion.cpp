// SPDX-License-Identifier: Apache-2.0
// Plans the fusions of each graph, then rewrites it.
#include "engine/passes/support/fusion.h"

#include "engine/ir/nodetables.h"
#include "engine/ir/nodewalk.h"
#include "engine/ops/rules/activationrules.h"
#include "engine/passes/support/constants.h"

#include <algorithm>
#include <unordered_map>

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
        forEachNodeBackwards(graph.nodes, [&](const NodePtr &node) {
            if (!m_claimed.contains(node->id)) look(graph, node);
        });
    }

    bool isEmpty() const { return m_chains.empty(); }

    /** The fused call for the last node of a chain, over rewritten inputs; any other node as it is. */
    NodePtr fused(const NodePtr &node) const {
        const auto planned = m_chains.find(node->id);
        if (planned == m_chains.end()) return node;
        const std::optional<Fusion> fusion = m_find(node, m_users);
        if (!fusion || fusion->failed || idsOf(fusion->nodes) != planned->second) return node;
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
        if (std::optional<Predicate> failed = whyNot(*fusion)) {
            if (isNews(toString(*failed), idsOf(fusion->nodes)))
                m_rewriter.refuse(fusion->rule, fusion->nodes, *std::move(failed));
            return;
        }
        if (m_rewriter.isRefused(fusion->rule, fusion->nodes)) return;
        const std::vector<NodeId> ids = idsOf(fusion->nodes);
        for (const NodeId id : ids)
            m_claimed.emplace(id, fusion->rule);
        m_chains.emplace(last->id, ids);
    }

    /** A chain and its beginning may fail for one and the same node. */
    bool isNews(const std::string &reason, std::vector<NodeId> nodes) {
        std::ranges::sort(nodes);
        std::vector<std::vector<NodeId>> &known = m_refused[reason];
        if (std::ranges::any_of(known, [&](const auto &longer) { return std::ranges::includes(longer, nodes); }))
            return false;
        known.push_back(std::move(nodes));
        return true;
    }

    std::optional<Predicate> whyNot(const Fusion &fusion) const {
        if (fusion.failed) return fusion.failed;
        for (const NodePtr &node : fusion.nodes) {
            if (!m_own.contains(node->id))
                return failedFor(PredicateKind::SameGraph, *node, "another", "that of the others");
            if (const auto claimed = m_claimed.find(node->id); claimed != m_claimed.end())
                return failedFor(PredicateKind::OtherFusion, *node, claimed->second, "none");
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
    NodeIdSet m_own;                  ///< nodes of the graph
    NodeIdMap<std::string> m_claimed; ///< nodes of planned fusions, with their rule
    std::unordered_map<std::string, std::vector<std::vector<NodeId>>> m_refused; ///< by the reason
    NodeIdMap<std::vector<NodeId>> m_chains;                                     ///< by their last node
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

Predicate tooManyUsers(const Node &node, size_t users, size_t needed) {
    return failedFor(PredicateKind::Users, node, users, needed);
}

Predicate givesOtherType(const Node &node) {
    return failedFor(PredicateKind::GivesDType, node, dtypeText(node.abstract), "f32", brief(node.abstract));
}

Predicate takesOtherType(const Node &node, const Abstract &taken) {
    return failedFor(PredicateKind::TakesDType, node, dtypeText(taken), "f32", brief(taken));
}

std::string_view fusedActivationOf(const Node &node) {
    const auto isIt = [&](const FusedActivation &activation) {
        if (!node.isCall() || node.op.text() != activation.primitive) return false;
        if (node.inputs.size() < 2) return activation.function != UnaryOp::GeLUTanh;
        const std::string *way = node.inputs[1]->value->asString();
        return way && *way == (activation.function == UnaryOp::GeLUTanh ? "tanh" : "none");
    };
    const auto found = std::ranges::find_if(fusedActivations(), isIt);
    return found == fusedActivations().end() ? std::string_view() : found->text;
}

bool swapsLastAxes(const Node &node) {
    if (!node.isCallOf(op::Transpose) || node.inputs.size() != 2) return false;
    const std::optional<Dims> axes = constantDims(*node.inputs[1]);
    const int rank = axes ? axes->rank() : 0;
    if (rank < 2 || rank != node.abstract->shape.rank()) return false;
    const auto axis = [&](int i) { return ((*axes)[i] + rank) % rank; };
    for (int i = 0; i < rank - 2; ++i)
        if (axis(i) != i) return false;
    return axis(rank - 2) == rank - 1 && axis(rank - 1) == rank - 2;
}

} // namespace jitscope::inline passes
