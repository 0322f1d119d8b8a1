// SPDX-License-Identifier: Apache-2.0
// Runs one snapshot after the other and compares node by node what each computes.
#include "engine/run/bisect.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/run/graphplan.h"
#include "engine/run/trail.h"
#include "engine/run/undo.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace jitscope::inline run {
namespace {

/** Rounds of a loop of which the values of each node are kept. */
constexpr size_t mostRounds = 16;

struct Outcome {
    Trail trail{mostRounds};
    Value result;
    std::vector<Value> weights; ///< after the run
};

Value copyOf(const Value &argument) {
    if (const Tensor *tensor = argument.asTensor(); tensor && tensor->defined()) return tensor->clone();
    return argument;
}

std::vector<Tensor> weightsOf(const Module &module) {
    std::vector<Tensor> weights;
    for (const NodePtr &parameter : module.entry()->parameters)
        if (parameter->weight->defined()) weights.push_back(parameter->weight);
    return weights;
}

class Bisection {
public:
    explicit Bisection(const BisectTask &task)
        : m_task(task)
        , m_weights(weightsOf(task.captured))
        , m_undo(m_weights)
        , m_modules(2 + int(std::ranges::count_if(task.passes, &PassRecord::changed))) {}

    Result<BisectReport> run() {
        auto captured = outcomeOf(m_task.captured, KernelUse::NodeByNode, "the captured graph");
        if (!captured) return captured.error();
        m_first = std::move(*captured);
        if (m_task.expected) {
            if (std::string off = differenceOf(*m_task.expected, m_first.result, &CallRounding::result); !off.empty())
                return finished(
                    wholeResult(Divergence::Where::Capture, -1, *m_task.expected, m_first.result, std::move(off)));
        }
        Outcome last = m_first;
        Module module = m_task.captured;
        for (const PassRecord &pass : m_task.passes) {
            if (!pass.changed) continue;
            auto now = outcomeOf(pass.after, KernelUse::NodeByNode, "the graph after pass " + fullName(pass));
            if (!now) return now.error();
            if (const std::string off = leaves(*now); !off.empty()) return finished(blame(pass, last, *now, off));
            noteOwn(now->result);
            last = std::move(*now);
            module = pass.after;
        }
        auto compiled = outcomeOf(module, KernelUse::Compiled, "the compiled graph");
        if (!compiled) return compiled.error();
        if (const std::string off = leaves(*compiled); !off.empty())
            return finished(blameKernel(module, last, *compiled, off));
        noteOwn(compiled->result);
        return finished(std::nullopt);
    }

private:
    Result<Outcome> outcomeOf(const Module &module, KernelUse use, const std::string &what) {
        if (m_task.progress && !m_task.progress(what, double(m_report.modulesRun) / m_modules))
            return Error{"The search was called off."};
        m_undo.restore();
        ++m_report.modulesRun;
        auto executable = Executable::prepare(module, use);
        if (!executable) return Error{what + " cannot run: " + executable.error().message};
        Outcome outcome;
        try {
            // Graphs may write into what they are given.
            std::vector<Value> own;
            for (const Value &argument : m_task.arguments)
                own.push_back(copyOf(argument));
            outcome.result = frozen((*executable)->run(own, {&outcome.trail}));
        } catch (const std::invalid_argument &failure) {
            return Error{what + " cannot run: " + failure.what()};
        }
        for (const Tensor &weight : m_weights)
            outcome.weights.push_back(frozen(weight));
        return outcome;
    }

    BisectReport finished(std::optional<Divergence> divergence) {
        m_report.divergence = std::move(divergence);
        return m_report;
    }

    void noteOwn(const Value &result) {
        m_report.largestOwnDifference =
            std::max(m_report.largestOwnDifference, compare(m_first.result, result).maxRelative);
    }

    /** How results or written weights differ from those of the captured graph, or "". */
    std::string leaves(const Outcome &now) {
        std::string off = differenceOf(m_first.result, now.result, &CallRounding::result);
        for (size_t i = 0; off.empty() && i < now.weights.size(); ++i)
            off = differenceOf(m_first.weights[i], now.weights[i],
                               [i](const CallRounding &rounding) -> const Rounding & { return rounding.ofWeight(i); });
        return off;
    }

    /** How `actual` differs from `expected`, or "". What rounding does is looked at where it matters. */
    template<class Part> std::string differenceOf(const Value &expected, const Value &actual, const Part &part) {
        if (!compare(expected, actual).exceeds(m_task.tolerance, 0)) return {};
        const ValueDifference off = compare(expected, actual, std::invoke(part, rounding()));
        if (off.exceeds(m_task.tolerance, 0)) return toString(off);
        m_report.isRoundingAllowed = true;
        return {};
    }

    /** Of the captured graph. */
    const CallRounding &rounding() {
        if (!m_rounding) m_rounding = roundingOf(m_task.captured, 0);
        return *m_rounding;
    }

    CallRounding roundingOf(const Module &module, size_t mostRounds) {
        m_undo.restore();
        return run::roundingOf(module, m_task.arguments, mostRounds);
    }

    /** Of which no node is known. */
    static Divergence wholeResult(Divergence::Where where, int pass, Value expected, Value actual, std::string off) {
        Divergence found;
        found.where = where;
        found.pass = pass;
        found.expected = std::move(expected);
        found.actual = std::move(actual);
        found.difference = std::move(off);
        return found;
    }

    /** The first node after the pass whose values are others than those of the node whose place it has: beyond what
        rounding does to it, or else, as the results do differ, beyond the tolerance alone. */
    Divergence blame(const PassRecord &pass, const Outcome &before, const Outcome &after, const std::string &off) {
        const Divergence whole = wholeResult(Divergence::Where::Pass, pass.index, before.result, after.result, off);
        const NodePlaces places(pass.before, pass.after);
        for (const CallRounding &rounding : {roundingOf(pass.before, mostRounds), CallRounding()}) {
            const StageValues values{before.trail, after.trail, rounding, m_task.tolerance, 0};
            if (auto found = blamedNode(pass, places, values, whole)) return *std::move(found);
        }
        return whole;
    }

    static std::optional<Divergence> blamedNode(const PassRecord &pass, const NodePlaces &places,
                                                const StageValues &values, const Divergence &whole) {
        for (const Trail::Step &step : values.after.steps()) {
            const NodePtr node = places.nodeAfter(step.node);
            const NodePtr reference = node ? places.of(*node) : nullptr;
            const auto off = reference ? values.difference(reference->id, step.node) : std::nullopt;
            if (!off) continue;
            Divergence found = told(whole, values, reference->id, step.node, *off);
            found.node = culpritOf(node, *reference, places, values);
            found.reference = found.node == node ? reference : nullptr;
            found.rule = ruleOf(pass, *found.node);
            return found;
        }
        return std::nullopt;
    }

    /** With the values of the two nodes in that round. */
    static Divergence told(Divergence found, const StageValues &values, NodeId reference, NodeId node,
                           const StageValues::Found &off) {
        const auto &right = values.before.rounds(reference);
        found.expected = values.before.steps()[right[off.round]].value;
        found.actual = values.after.steps()[values.after.rounds(node)[off.round]].value;
        found.rounding = off.difference.rounding;
        found.difference = (right.size() > 1 ? format("round %zu: ", off.round + 1) : "") + toString(off.difference);
        return found;
    }

    static std::string ruleOf(const PassRecord &pass, const Node &node) {
        for (const Rewrite &rewrite : pass.rewrites)
            if (rewrite.after == node.id) return rewrite.rule;
        return {};
    }

    Divergence blameKernel(const Module &module, const Outcome &right, const Outcome &compiled,
                           const std::string &off) {
        const Divergence whole = wholeResult(Divergence::Where::Codegen, -1, right.result, compiled.result, off);
        const NodePlaces nodes(module, module);
        for (const CallRounding &rounding : {roundingOf(module, mostRounds), CallRounding()}) {
            const StageValues values{right.trail, compiled.trail, rounding, m_task.tolerance, 0};
            for (const Trail::Step &step : compiled.trail.steps()) {
                const NodePtr node = nodes.nodeAfter(step.node);
                const auto difference = node ? values.difference(step.node, step.node) : std::nullopt;
                if (!difference) continue;
                Divergence found = told(whole, values, step.node, step.node, *difference);
                found.node = node;
                return found;
            }
        }
        return whole;
    }

    const BisectTask &m_task;
    std::vector<Tensor> m_weights;
    Undo m_undo;
    int m_modules; ///< how many there are to run
    BisectReport m_report;
    Outcome m_first;
    std::optional<CallRounding> m_rounding; ///< of the captured graph, once it is asked for
};

} // namespace

Result<BisectReport> bisect(const BisectTask &task) {
    if (task.captured.graphs.empty()) return Error{"There is no captured graph to run."};
    return Bisection(task).run();
}

std::string toString(const Divergence &divergence, const BisectTask &task) {
    std::string text;
    if (divergence.where == Divergence::Where::Capture) text = "The captured graph leaves the eager values";
    if (divergence.where == Divergence::Where::Codegen) text = "Compiled kernels leave the values of their operators";
    if (divergence.where == Divergence::Where::Pass) {
        const auto pass = std::find_if(task.passes.begin(), task.passes.end(),
                                       [&](const PassRecord &each) { return each.index == divergence.pass; });
        text = "Pass " + (pass == task.passes.end() ? std::to_string(divergence.pass) : fullName(*pass)) +
               " leaves the values of the captured graph";
    }
    if (divergence.node) text += " at " + nodeTitle(*divergence.node);
    text += ": " + divergence.difference + ".";
    if (divergence.reference && divergence.reference->id != divergence.node->id)
        text += "\nIt took the place of " + nodeTitle(*divergence.reference) + ".";
    if (!divergence.rule.empty()) text += "\nRule: " + divergence.rule;
    if (divergence.node) text += placeOf(*divergence.node);
    return text;
}

} // namespace jitscope::inline run
