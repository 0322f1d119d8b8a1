// SPDX-License-Identifier: Apache-2.0
// Gives calls that others need too to some of their users alone, where somebody decided so.
//
// Rule, for the nodes of a decision (Decision::Kind::Duplicate)
//   a pure call that nodes of the decision and others use  ->  the others use a copy of it
// A copy takes copies of what it uses in turn, so that the nodes of the decision are used by each other alone. Runs in
// variants with such a decision only: before the fusions, and before the kernels are chosen.
#include "engine/passes/decisions.h"
#include "engine/ir/nodetables.h"
#include "engine/passes/passes.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

constexpr const char *duplicationRule = "value that others use too -> a copy for the others";

/** The nodes of one decision in one graph. */
class Duplication {
public:
    Duplication(const Graph &graph, const DecisionBook &book, size_t decision, Rewriter &rewriter)
        : m_graph(graph)
        , m_rewriter(rewriter) {
        for (const NodePtr &node : graph.nodes)
            if (book.isOf(decision, node->id)) m_inside.insert(node.get());
        for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node)
            look(*node);
    }

    bool isNeeded() const { return !m_copied.empty(); }

    GraphPtr run() {
        auto result = std::make_shared<Graph>(m_graph);
        result->nodes.clear();
        for (const NodePtr &node : m_graph.nodes) {
            const bool isInside = m_inside.contains(node.get());
            m_originals[node.get()] = over(node, isInside ? m_originals : m_copies);
            result->nodes.push_back(m_originals.at(node.get()));
            if (!m_copied.contains(node.get())) continue;
            const NodePtr copy = over(m_rewriter.copy(node), m_copies);
            m_copies[node.get()] = m_rewriter.log(duplicationRule, {node}, copy);
            result->nodes.push_back(copy);
        }
        if (result->output) result->output = standing(result->output, m_copies);
        return result;
    }

private:
    using Standing = NodeMap<NodePtr>;

    /** Users come first: `node` is copied where others use it, or copies of those that use it. */
    void look(const NodePtr &node) {
        const bool isInside = m_inside.contains(node.get());
        const bool isWanted = m_wanted.contains(node.get()) || node == m_graph.output;
        const bool isCopied = isInside && isWanted && m_usedInside.contains(node.get()) && isPure(*node);
        if (isCopied) m_copied.insert(node.get());
        const auto use = [&](const NodePtr &input) {
            if (isInside) m_usedInside.insert(input.get());
            if (!isInside || isCopied) m_wanted.insert(input.get());
        };
        std::ranges::for_each(node->inputs, use);
        if (node->function) use(node->function);
    }

    /** What stands for it: where there is no copy, the node itself. */
    NodePtr standing(const NodePtr &node, const Standing &first) const {
        const auto found = first.find(node.get());
        if (found != first.end()) return found->second;
        const auto original = m_originals.find(node.get());
        return original == m_originals.end() ? node : original->second;
    }

    NodePtr over(const NodePtr &node, const Standing &first) const {
        std::vector<NodePtr> inputs;
        for (const NodePtr &input : node->inputs)
            inputs.push_back(standing(input, first));
        const NodePtr function = node->function ? standing(node->function, first) : nullptr;
        if (inputs == node->inputs && function == node->function) return node;
        auto changed = std::make_shared<Node>(*node);
        changed->inputs = std::move(inputs);
        changed->function = function;
        return changed;
    }

    const Graph &m_graph;
    Rewriter &m_rewriter;
    NodeSet m_inside, m_usedInside, m_wanted, m_copied;
    Standing m_originals, m_copies; ///< what stands for each node where the decision's nodes use it, and elsewhere
};

Module duplicated(const Module &module, size_t decision, PassContext &context) {
    Rewriter rewriter(context);
    return changeGraphs(module, [&](const GraphPtr &graph) {
        Duplication duplication(*graph, *context.decisions, decision, rewriter);
        if (!duplication.isNeeded()) return graph;
        context.decisions->noteUse(decision);
        return duplication.run();
    });
}

Module duplicateNodes(const Module &module, PassContext &context) {
    Module result = module;
    if (!context.decisions) return result;
    const std::vector<Decision> &decisions = context.decisions->decisions();
    for (size_t i = 0; i < decisions.size(); ++i)
        if (decisions[i].kind == Decision::Kind::Duplicate) result = duplicated(result, i, context);
    return result;
}

/** In the phase, the stage and at the level of `pass`. */
PassDef duplicationBefore(const PassDef &pass) {
    return {"duplicate_nodes", pass.phase,        "Copies what is used elsewhere too, where a decision says so.",
            duplicateNodes,    pass.minimumLevel, pass.stage};
}

} // namespace

std::vector<PassDef> withDuplication(std::vector<PassDef> passes, const std::vector<Decision> &decisions) {
    if (std::ranges::find(decisions, Decision::Kind::Duplicate, &Decision::kind) == decisions.end()) return passes;
    const auto insertBefore = [&](auto place) {
        if (place != passes.end()) passes.insert(place, duplicationBefore(*place));
    };
    insertBefore(std::ranges::find(passes, PassPhase::HardwareOptimization, &PassDef::phase));
    insertBefore(std::ranges::find(passes, "graph_kernel_cluster", &PassDef::name));
    return passes;
}

} // namespace jitscope::inline passes
