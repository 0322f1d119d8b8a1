// SPDX-License-Identifier: Apache-2.0
// Writes composite operators as basic ones, so that clusters can grow across them (float32 only).
//
// Each operator with its formula is a record in activationexpansions.cpp, gradientexpansions.cpp, normexpansions.cpp or
// lossexpansions.cpp. Operators with a fast kernel of their own (softmax, layer norm) are expanded only where a
// neighbour then joins the fused kernel and saves more bytes of memory traffic than the parts read again.
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/ir/nodetables.h"
#include "engine/ir/nodewalk.h"
#include "engine/passes/support/expansions.h"
#include "engine/passes/support/fusion.h"
#include "engine/passes/support/kernelbuilder.h"
#include "engine/passes/support/kernelmembers.h"
#include "engine/passes/support/kernelspace.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

bool isFloat32(const Abstract &abstract) {
    if (abstract.kind == Abstract::Kind::Tuple)
        return std::all_of(abstract.items.begin(), abstract.items.end(), isFloat32);
    return abstract.isTensor() && abstract.dtype == DType::Float32;
}

/** Whether kernels can hold `node`, as it is or expanded. */
bool canBeInside(const Node &node) {
    if (!isFloat32(node.abstract) || node.inputs.empty()) return false;
    return findExpansion(node.op) || !whyNotMember(node);
}

/** The shape over which it runs, of its first input where the result may be reduced. */
Dims shapeRunOver(const Node &node) {
    const Abstract &input = node.inputs[0]->abstract;
    return findExpansion(node.op) && input.isTensor() ? input.shape : spaceOf(node).shape;
}

/** Which calls of a graph lie next to each other with nothing between them that kernels cannot hold. */
class Neighbourhood {
public:
    explicit Neighbourhood(const Graph &graph) {
        forEachNode(graph.nodes, [&](const NodePtr &node) {
            int level = 0;
            for (const NodePtr &input : node->inputs)
                if (input->isCall()) {
                    m_users[input->id].push_back(node.get());
                    level = std::max(level, levelOf(*input) + isBarrier(*input));
                }
            m_levels.emplace(node->id, level);
        });
        // Now, since the inputs of a node are others as soon as they are expanded themselves.
        for (const NodePtr &node : graph.nodes)
            if (const Expansion *expansion = findExpansion(node->op); expansion && !node->inputs.empty())
                if (expansion->when == ExpandWhen::NextToKernel) m_saved.emplace(node->id, bytesOf(*node));
    }

    /** Bytes that need not be written and read again where the neighbours of `node` join it. */
    int64_t savedBytes(const Node &node) const {
        const auto found = m_saved.find(node.id);
        return found == m_saved.end() ? 0 : found->second;
    }

private:
    int64_t bytesOf(const Node &node) const {
        const Abstract &x = node.inputs[0]->abstract;
        int64_t saved = 0;
        for (const NodePtr &input : node.inputs)
            if (input->isCall() && input->abstract->isTensor() && input->abstract->shape == x.shape &&
                isNextTo(producerOf(*input), node))
                saved += input->abstract->bytes() * (usersOf(*input).size() == 1 ? 2 : 1);
        if (node.abstract->isTensor()) return saved + savedBehind(node, node);
        for (const Node *element : usersOf(node))
            if (elementIndex(*element) && element->abstract->shape == x.shape) saved += savedBehind(*element, node);
        return saved;
    }

    static const Node &producerOf(const Node &value) { return elementIndex(value) ? *value.inputs[0] : value; }

    /** The number of calls on the longest way to it that no kernel can hold: equal for two calls that can join. */
    int levelOf(const Node &node) const {
        const auto found = m_levels.find(node.id);
        return found == m_levels.end() ? 0 : found->second;
    }

    static bool isBarrier(const Node &node) { return !elementIndex(node) && !canBeInside(node); }

    const std::vector<const Node *> &usersOf(const Node &node) const {
        static const std::vector<const Node *> none;
        const auto found = m_users.find(node.id);
        return found == m_users.end() ? none : found->second;
    }

    bool isNextTo(const Node &node, const Node &neighbour) const {
        return levelOf(node) == levelOf(neighbour) && canBeInside(node);
    }

    int64_t savedBehind(const Node &value, const Node &node) const {
        const std::vector<const Node *> &users = usersOf(value);
        const Abstract &x = node.inputs[0]->abstract;
        const auto joining = std::count_if(users.begin(), users.end(), [&](const Node *user) {
            return isNextTo(*user, node) && shapeRunOver(*user) == x.shape;
        });
        if (joining == 0) return 0;
        return x.bytes() * (joining == std::ptrdiff_t(users.size()) ? 2 : 1);
    }

    NodeIdMap<std::vector<const Node *>> m_users;
    NodeIdMap<int> m_levels;
    NodeIdMap<int64_t> m_saved;
};

/** Why the operator is better off with its own kernel, if it is. */
std::optional<Predicate> whyNotWorth(const Node &node, const Expansion &expansion, const Neighbourhood &around) {
    const int64_t saved = around.savedBytes(node);
    if (saved == 0) return failedFor(PredicateKind::NoNeighbour, node, 0, 0);
    const int64_t extra = expansion.tensorsReadAgain * node.inputs[0]->abstract->bytes();
    if (saved > extra) return {};
    return failedFor(PredicateKind::SavedBytes, node, saved, extra);
}

/** Why the reductions that a formula needs cannot be in a kernel, if they cannot: they would each run alone. */
std::optional<Predicate> whyNotReductions(const NodePtr &basic, const Node &composite) {
    const auto isNew = [&](const Node &node) {
        return std::find(node.origins.begin(), node.origins.end(), composite.id) != node.origins.end();
    };
    std::vector<NodePtr> open = {basic};
    NodeSet seen;
    while (!open.empty()) {
        const NodePtr node = std::move(open.back());
        open.pop_back();
        if (!node->isCall() || !isNew(*node) || !seen.insert(node.get()).second) continue;
        if (isKernelReduction(*node))
            if (std::optional<Predicate> failed = whyNotReduction(*node)) {
                failed->node = {}; // it is in no snapshot
                failed->subject = node->op;
                return failed;
            }
        for (const NodePtr &input : node->inputs) {
            const bool isLate = isKernelReduction(*input) && spaceOf(*input).pattern() == ReductionPattern::Columns;
            if (isLate && node->abstract->count() > input->abstract->count())
                return failedFor(PredicateKind::ReadAgain, composite, input->inputs[0]->abstract->bytes(), 0, input->op,
                                 toString(spaceOf(*input).shape));
            open.push_back(input);
        }
    }
    return {};
}

class Expander {
public:
    Expander(const Graph &graph, Rewriter &rewriter)
        : m_graph(graph)
        , m_rewriter(rewriter) {}

    NodePtr expanded(const NodePtr &node) {
        if (const auto index = elementIndex(*node); index && m_tuples.contains(node->inputs[0].get()))
            return m_rewriter.log("element of an expanded operator -> itself", {node->inputs[0], node},
                                  node->inputs[0]->inputs[*index]);
        const Expansion *expansion = node->isCall() ? findExpansion(node->op) : nullptr;
        if (!expansion || m_rewriter.isRefused(std::string(expansion->rule), {node})) return node;
        std::optional<Predicate> failed = whyNotTypes(*node);
        if (!failed && expansion->when == ExpandWhen::NextToKernel && !m_rewriter.isForced(node))
            failed = whyNotWorth(*node, *expansion, around());
        if (failed) return refused(node, *expansion, *std::move(failed));
        const NodePtr basic = expansion->expand(*node, Formula(node, m_rewriter));
        if (!basic)
            return refused(node, *expansion,
                           failedFor(PredicateKind::Formula, *node, argumentsOf(*node), "what it is written for"));
        if (!sameType(basic->abstract, node->abstract))
            return refused(node, *expansion,
                           failedFor(PredicateKind::FormulaType, *node, brief(basic->abstract), brief(node->abstract)));
        failed = whyNotReductions(basic, *node);
        if (failed) return refused(node, *expansion, *std::move(failed));
        if (basic->isCallOf(op::MakeTuple)) m_tuples.insert(basic.get());
        return m_rewriter.log(std::string(expansion->rule), {node}, basic);
    }

private:
    /** Found when first asked for: many graphs hold nothing that it decides. */
    const Neighbourhood &around() {
        if (!m_around) m_around.emplace(m_graph);
        return *m_around;
    }

    static std::optional<Predicate> whyNotTypes(const Node &node) {
        if (!isFloat32(node.abstract)) return givesOtherType(node);
        for (const NodePtr &input : node.inputs)
            if (input->abstract->isTensor() && input->abstract->dtype != DType::Float32)
                return takesOtherType(node, input->abstract);
        return {};
    }

    static std::string argumentsOf(const Node &node) {
        std::vector<std::string> arguments;
        for (const NodePtr &input : node.inputs) {
            const bool isPlain = input->isConstant() && !input->value->asTensor();
            arguments.push_back(isPlain ? toString(input->value) : brief(input->abstract));
        }
        return "(" + join(arguments, ", ") + ")";
    }

    NodePtr refused(const NodePtr &node, const Expansion &expansion, Predicate failed) {
        m_rewriter.refuse(std::string(expansion.rule), {node}, std::move(failed));
        return node;
    }

    const Graph &m_graph;
    std::optional<Neighbourhood> m_around;
    NodeSet m_tuples; ///< the results of expanded operators
    Rewriter &m_rewriter;
};

} // namespace

Module expandGraphKernels(const Module &module, PassContext &context) {
    Rewriter rewriter(context);
    return changeGraphs(module, [&](const GraphPtr &graph) {
        Expander expander(*graph, rewriter);
        return rewrite(graph, [&](const NodePtr &node) { return expander.expanded(node); });
    });
}

} // namespace jitscope::inline passes
