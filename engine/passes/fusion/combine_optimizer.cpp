// SPDX-License-Identifier: Apache-2.0
// Takes the steps of an optimizer on many variables in one call, so that small variables cost next to nothing.
//
// Rule, for ApplyMomentum, SGD, Adam and AdamWeightDecay
//   steps one after another by tokens, with the same numbers  ->  one step on tuples of variables, moments, gradients
// Between two steps there may be nothing but the token from one to the next: then nothing reads what the first has
// written before the second is done.
#include "engine/ops/opdef.h"
#include "engine/ir/nodetables.h"
#include "engine/passes/passes.h"

#include "engine/ir/nodename.h"
#include "engine/passes/support/constants.h"
#include "engine/passes/support/fusion.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

struct Combination {
    std::string_view single, combined;
    std::vector<size_t> tuples; ///< the inputs that differ from variable to variable
};

const Combination *combinationOf(const Node &step) {
    static const std::vector<Combination> all = {
        {"ApplyMomentum", "CombineMomentum", {0, 1, 3}},
        {"SGD", "CombineSGD", {0, 1, 3, 5}},
        {"Adam", "CombineAdam", {0, 1, 2, 9}},
        {"AdamWeightDecay", "CombineAdamWeightDecay", {0, 1, 2, 8}},
    };
    const auto found = std::ranges::find(all, step.op, &Combination::single);
    const bool isOrdered = found != all.end() && step.inputs.size() == findOp(step.op)->params.size() + 1;
    return isOrdered ? &*found : nullptr;
}

bool isTuple(const Combination &combination, size_t place) {
    return std::ranges::find(combination.tuples, place) != combination.tuples.end();
}

/** The token that everything begins with is a constant; a dump has one for each use. */
bool isSameToken(const Node &a, const Node &b) {
    return a.id == b.id || (a.isConstant() && b.isConstant());
}

/** The step that `state` = UpdateState(token, reads..., step) follows, or null. */
NodePtr stepBefore(const Node &state) {
    if (!state.isCallOf(op::UpdateState) || state.inputs.size() < 2) return nullptr;
    const NodePtr &step = state.inputs.back();
    if (!step->isCall() || !combinationOf(*step)) return nullptr;
    return isSameToken(*step->inputs.back(), *state.inputs.front()) ? step : nullptr;
}

/** A step with the token that follows it. */
struct Link {
    NodePtr step, state;
};

/** What two steps share, as a value where it is known. */
std::string argumentText(const Node &argument) {
    return argument.isConstant() ? nodeName(argument) : nodeTitle(argument);
}

/** Why `next`, which stands behind `link`, does not join it; none if it does. */
std::optional<Predicate> whyNot(const Link &link, const Link &next, const NodeUsers &users) {
    const Combination &combination = *combinationOf(*next.step);
    if (link.step->op != next.step->op)
        return failedFor(PredicateKind::StepOperator, *next.step, link.step->op.text(), next.step->op.text(),
                         nodeTitle(*link.step));
    const OpDef &op = *findOp(next.step->op);
    for (size_t i = 0; i < op.params.size(); ++i) {
        const Node &a = *link.step->inputs[i], &b = *next.step->inputs[i];
        const bool isSame = a.id == b.id || (a.isConstant() && b.isConstant() && identicalValues(a.value, b.value));
        if (!isTuple(combination, i) && !isSame)
            return failedFor(PredicateKind::StepArgument, *next.step, argumentText(b), argumentText(a),
                             nodeTitle(*link.step), op.params[i].name);
        if (isTuple(combination, i) && a.id == b.id)
            return failedFor(PredicateKind::StepVariable, *next.step, nodeTitle(b), nodeTitle(a),
                             nodeTitle(*link.step));
    }
    for (const Node *step : {link.step.get(), next.step.get()})
        if (users.count(*step) != 1) return tooManyUsers(*step, users.count(*step), 1);
    if (users.count(*link.state) != 2) return tooManyUsers(*link.state, users.count(*link.state), 2);
    return {};
}

/** The steps before the token `state` in order; as many as fit together. */
class StepChain {
public:
    StepChain(const NodePtr &state, const NodeUsers &users) {
        for (NodePtr at = state; at;) {
            const NodePtr step = stepBefore(*at);
            if (!step) break;
            const Link link = {step, at};
            if (!m_links.empty()) m_failed = jitscope::whyNot(link, m_links.front(), users);
            if (m_failed) {
                m_refused = link;
                break;
            }
            m_links.insert(m_links.begin(), link);
            at = link.step->inputs.back();
        }
    }

    const std::vector<Link> &links() const { return m_links; }
    /** Why the step before the first does not join, with that step. */
    const std::optional<Predicate> &failed() const { return m_failed; }
    const Link &refused() const { return m_refused; }

private:
    std::vector<Link> m_links;
    std::optional<Predicate> m_failed;
    Link m_refused;
};

class Combiner {
public:
    Combiner(const Graph &graph, const NodeUsers &users, Rewriter &rewriter)
        : m_users(users)
        , m_rewriter(rewriter) {
        NodeIdSet inside;
        for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node) {
            if (!stepBefore(**node) || inside.contains((*node)->id)) continue;
            const StepChain chain(*node, users);
            if (chain.failed())
                rewriter.refuse(ruleOf(chain.links().front().step->op),
                                {chain.refused().step, chain.links().front().step}, *chain.failed());
            for (const Link &link : chain.links())
                inside.insert(link.state->id);
            if (chain.links().size() > 1 && !isRefused(chain)) m_ends.emplace((*node)->id, chain.links().size());
        }
    }

    bool isEmpty() const { return m_ends.empty(); }

    /** The token behind the last step of a chain becomes the token behind the combined one. */
    NodePtr rewritten(const NodePtr &node) const {
        const auto planned = m_ends.find(node->id);
        if (planned == m_ends.end()) return node;
        const StepChain chain(node, m_users);
        if (chain.links().size() != planned->second) return node;
        std::vector<NodePtr> steps, inputs = {chain.links().front().state->inputs.front()};
        for (const auto &[step, state] : chain.links()) {
            steps.push_back(step);
            for (size_t i = 1; i + 1 < state->inputs.size(); ++i)
                if (std::ranges::find(inputs, state->inputs[i]) == inputs.end()) inputs.push_back(state->inputs[i]);
        }
        const NodePtr combined = combinedStep(steps);
        if (!combined) return node;
        inputs.push_back(m_rewriter.log(ruleOf(steps.front()->op), steps, combined));
        std::vector<NodePtr> tokens;
        for (size_t i = 0; i + 1 < chain.links().size(); ++i)
            tokens.push_back(chain.links()[i].state);
        m_rewriter.log("token between combined steps -> the one behind them", tokens, node);
        return withInputs(*node, std::move(inputs));
    }

private:
    bool isRefused(const StepChain &chain) {
        std::vector<NodePtr> steps;
        for (const Link &link : chain.links())
            steps.push_back(link.step);
        return m_rewriter.isRefused(ruleOf(steps.front()->op), steps);
    }

    static std::string ruleOf(const std::string &op) { return op + " + " + op + " -> one step on all variables"; }

    NodePtr combinedStep(const std::vector<NodePtr> &steps) const {
        const Combination &combination = *combinationOf(*steps.front());
        std::vector<NodePtr> inputs = steps.front()->inputs;
        for (const size_t place : combination.tuples) {
            std::vector<NodePtr> items;
            for (const NodePtr &step : steps)
                items.push_back(step->inputs[place]);
            inputs[place] = m_rewriter.tuple(std::move(items), steps);
        }
        return m_rewriter.call(combination.combined, std::move(inputs), steps);
    }

    const NodeUsers &m_users;
    Rewriter &m_rewriter;
    NodeIdMap<size_t> m_ends; ///< the token behind the last step, and how many steps
};

} // namespace

Module combineOptimizers(const Module &module, PassContext &context) {
    Rewriter rewriter(context);
    const NodeUsers users(module);
    return changeGraphs(module, [&](const GraphPtr &graph) {
        const Combiner combiner(*graph, users, rewriter);
        if (combiner.isEmpty()) return graph;
        return rewrite(graph, [&](const NodePtr &node) { return combiner.rewritten(node); });
    });
}

} // namespace jitscope::inline passes
