// SPDX-License-Identifier: Apache-2.0
// Lets a batch normalisation apply the activation to each row of its result on the way out.
//
// Rule
//   activation(TupleGetItem(BatchNorm(...), 0))  ->  TupleGetItem(BatchNormWithActivation(...), 0)
// The moments, the other results of the normalisation, stay as they are: it may be in training. At O1 only then: with
// given moments it is element-wise, and a compiled kernel holds it and whatever stands around it.
#include "engine/passes/passes.h"

#include "engine/ir/nodetables.h"
#include "engine/passes/support/constants.h"
#include "engine/passes/support/fusion.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

constexpr std::string_view batchNormActivationRule = "BatchNorm + activation -> BatchNormWithActivation";
constexpr size_t normInputs = 9, trainingAt = 5;

/** Planned on the graph as it is: the activations that go, by their norms. */
class Plan {
public:
    Plan(const Graph &graph, const NodeUsers &users, JitLevel level, Rewriter &rewriter)
        : m_users(users)
        , m_level(level)
        , m_rewriter(rewriter) {
        for (const NodePtr &node : graph.nodes) {
            if (node->isCallOf(op::BatchNorm)) m_own.insert(node->id);
            if (!fusedActivationOf(*node).empty()) look(node);
        }
    }

    bool isEmpty() const { return m_norms.empty(); }

    NodePtr rewritten(const NodePtr &node) const {
        if (m_activations.contains(node->id)) return node->inputs[0];
        const auto found = m_norms.find(node->id);
        if (found == m_norms.end()) return node;
        const std::vector<NodePtr> replaced = {node, found->second};
        std::vector<NodePtr> inputs = node->inputs;
        inputs.push_back(m_rewriter.constant(std::string(fusedActivationOf(*found->second)), replaced));
        return m_rewriter.log(std::string(batchNormActivationRule), replaced,
                              m_rewriter.call("BatchNormWithActivation", inputs, {found->second, node}));
    }

private:
    void look(const NodePtr &activation) {
        const NodePtr &item = activation->inputs[0];
        if (!item->isCallOf(op::TupleGetItem) || !isNumber(*item->inputs[1], 0)) return;
        const NodePtr &norm = item->inputs[0];
        if (!norm->isCallOf(op::BatchNorm) || norm->inputs.size() != normInputs || !m_own.contains(norm->id)) return;
        if (std::optional<Predicate> failed = whyNot(*norm, *item))
            return m_rewriter.refuse(std::string(batchNormActivationRule), {norm, item, activation},
                                     *std::move(failed));
        if (m_rewriter.isRefused(std::string(batchNormActivationRule), {norm, activation})) return;
        m_norms.emplace(norm->id, activation);
        m_activations.emplace(activation->id, norm);
    }

    std::optional<Predicate> whyNot(const Node &norm, const Node &item) const {
        const bool *isTraining = norm.inputs[trainingAt]->value->asBool();
        if (m_level != JitLevel::O0 && isTraining && !*isTraining)
            return failedFor(PredicateKind::LeftToKernels, norm, "O1", "O0");
        if (norm.inputs[0]->abstract->dtype != DType::Float32) return takesOtherType(norm, norm.inputs[0]->abstract);
        const size_t results = size_t(std::ranges::count_if(m_users.of(norm), [](const NodePtr &user) {
            return !user || !user->isCallOf(op::TupleGetItem) || isNumber(*user->inputs[1], 0);
        }));
        if (results != 1) return failedFor(PredicateKind::ResultUsers, norm, results, 1);
        if (m_users.count(item) != 1) return tooManyUsers(item, m_users.count(item), 1);
        return {};
    }

    const NodeUsers &m_users;
    JitLevel m_level;
    Rewriter &m_rewriter;
    NodeIdSet m_own; ///< norms of this graph
    NodeIdMap<NodePtr> m_norms, m_activations;
};

} // namespace

Module fuseBatchNormActivation(const Module &module, PassContext &context) {
    Rewriter rewriter(context);
    const NodeUsers users(module);
    return changeGraphs(module, [&](const GraphPtr &graph) {
        const Plan plan(*graph, users, context.level, rewriter);
        if (plan.isEmpty()) return graph;
        return rewrite(graph, [&](const NodePtr &node) { return plan.rewritten(node); });
    });
}

} // namespace jitscope::inline passes
