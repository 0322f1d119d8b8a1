// SPDX-License-Identifier: Apache-2.0
// Drops from the chain of tokens what only computes.
//
// Rules
//   UpdateState(u, ...) behind pure calls, of operators or of graphs  ->  UpdateState behind the rest, or u
#include "engine/passes/passes.h"

#include "engine/passes/support/callfamilies.h"
#include "engine/passes/support/effects.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

/** Which graphs only compute, directly and in all that they call. */
class PureGraphs {
public:
    explicit PureGraphs(const Module &module)
        : m_families(module)
        , m_isImpure(m_families.all().size()) {
        std::vector<size_t> open;
        const auto mark = [&](size_t family) {
            if (!m_isImpure[family]) open.push_back(family);
            m_isImpure[family] = true;
        };
        for (size_t i = 0; i < module.graphs.size(); ++i)
            if (!computesOnly(*module.graphs[i])) mark(m_families.of(i));
        while (!open.empty()) {
            const size_t family = open.back();
            open.pop_back();
            for (const CallSite &site : m_families.all()[family].sites)
                mark(m_families.of(site.caller));
        }
    }

    bool isPureCall(const Node &node) const {
        if (isPure(node)) return true;
        if (!node.isCall() || hasToken(node)) return false;
        const CallFamily *family = m_families.reachedBy(node);
        return family && !m_isImpure[m_families.indexOf(*family)];
    }

private:
    bool computesOnly(const Graph &graph) const {
        return std::ranges::all_of(graph.nodes, [this](const NodePtr &node) {
            return isPure(*node) || node->isCallOf(op::Switch) || m_families.reachedBy(*node);
        });
    }

    CallFamilies m_families;
    std::vector<bool> m_isImpure; ///< by family
};

NodePtr withoutPure(const NodePtr &node, const PureGraphs &graphs, Rewriter &rewriter) {
    if (!node->isCallOf(op::UpdateState)) return node;
    std::vector<NodePtr> inputs = {node->inputs[0]};
    for (size_t i = 1; i < node->inputs.size(); ++i)
        if (!graphs.isPureCall(*node->inputs[i])) inputs.push_back(node->inputs[i]);
    if (inputs.size() == node->inputs.size()) return node;
    if (inputs.size() == 1) return rewriter.log("UpdateState(u, pure) -> u", {node}, inputs[0]);
    return rewriter.log("UpdateState behind pure calls -> behind the rest", {node},
                        withInputs(*node, std::move(inputs)));
}

} // namespace

Module eliminatePureUpdateState(const Module &module, PassContext &context) {
    const PureGraphs graphs(module);
    Rewriter rewriter(context);
    return rewriteGraphs(module, [&](const NodePtr &node) { return withoutPure(node, graphs, rewriter); });
}

} // namespace jitscope::inline passes
