// SPDX-License-Identifier: Apache-2.0
// Lets a layer normalisation add the residual before it, where no kernels are compiled for it.
//
// Rule, along the last axis
//   s = Add(x, y), LayerNorm(s, gamma, beta)  ->  AddLayerNorm(x, y, gamma, beta), whose last result is s
// The sum stays for whoever else reads it, a gradient among them. At O1 a compiled kernel holds both.
#include "engine/passes/passes.h"

#include "engine/ir/nodename.h"
#include "engine/ir/nodetables.h"
#include "engine/passes/support/constants.h"
#include "engine/passes/support/fusion.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

constexpr std::string_view addLayerNormRule = "Add + LayerNorm -> AddLayerNorm";
constexpr size_t normInputs = 6;

/** Known before anything of the graph runs, so that the call can stand where the sum stood. */
bool isGiven(const Node &node) {
    if (node.isParameter() || node.isConstant()) return true;
    return node.isCallOf(op::Load) && node.inputs[0]->isParameter() && node.inputs[1]->isConstant();
}

bool isLastAxis(const Node &axis, int rank) {
    return isNumber(axis, -1) || isNumber(axis, rank - 1);
}

std::optional<Predicate> whyNot(const Node &norm, const Node &sum) {
    const Abstract &x = sum.abstract;
    if (x.dtype != DType::Float32) return givesOtherType(sum);
    for (const NodePtr &operand : sum.inputs)
        if (!sameType(operand->abstract, x))
            return failedFor(PredicateKind::OperandType, sum, brief(operand->abstract), brief(x));
    for (const size_t axis : {size_t(3), size_t(4)})
        if (!isLastAxis(*norm.inputs[axis], x.shape.rank()))
            return failedFor(PredicateKind::NormAxes, norm, nodeName(*norm.inputs[axis]), x.shape.rank() - 1);
    for (const size_t parameter : {size_t(1), size_t(2)})
        if (!isGiven(*norm.inputs[parameter]))
            return failedFor(PredicateKind::ParameterGiven, *norm.inputs[parameter], "computed", "given");
    return {};
}

class Plan {
public:
    Plan(const Graph &graph, Rewriter &rewriter)
        : m_rewriter(rewriter) {
        for (const NodePtr &node : graph.nodes) {
            if (!node->isCallOf(op::LayerNorm) || node->inputs.size() != normInputs) continue;
            const NodePtr &sum = node->inputs[0];
            const bool isOwn = std::ranges::find(graph.nodes, sum) != graph.nodes.end();
            if (!sum->isCallOf(op::Add) || !isOwn || m_norms.contains(sum->id)) continue;
            if (std::optional<Predicate> failed = whyNot(*node, *sum))
                rewriter.refuse(std::string(addLayerNormRule), {sum, node}, *std::move(failed));
            else if (!rewriter.isRefused(std::string(addLayerNormRule), {sum, node}))
                m_norms.emplace(sum->id, node);
        }
        for (const auto &[sum, norm] : m_norms)
            m_isNorm[norm->id] = true;
    }

    bool isEmpty() const { return m_norms.empty(); }

    NodePtr rewritten(const NodePtr &node) const {
        if (m_isNorm.contains(node->id)) return node->inputs[0]->inputs[0];
        const auto found = m_norms.find(node->id);
        if (found == m_norms.end()) return node;
        const Node &norm = *found->second;
        const std::vector<NodePtr> replaced = {node, found->second};
        const NodePtr call = m_rewriter.call(
            "AddLayerNorm", {node->inputs[0], node->inputs[1], norm.inputs[1], norm.inputs[2], norm.inputs[5]},
            replaced);
        return m_rewriter.item(m_rewriter.log(std::string(addLayerNormRule), replaced, call), 3, {node});
    }

private:
    Rewriter &m_rewriter;
    NodeIdMap<NodePtr> m_norms; ///< by the sum
    NodeIdMap<bool> m_isNorm;
};

} // namespace

Module fuseAddLayerNorm(const Module &module, PassContext &context) {
    if (context.level != JitLevel::O0) return module;
    Rewriter rewriter(context);
    return changeGraphs(module, [&](const GraphPtr &graph) {
        const Plan plan(*graph, rewriter);
        if (plan.isEmpty()) return graph;
        return rewrite(graph, [&](const NodePtr &node) { return plan.rewritten(node); });
    });
}

} // namespace jitscope::inline passes
