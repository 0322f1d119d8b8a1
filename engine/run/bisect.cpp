// SPDX-License-Identifier: Apache-2.0
// Runs one snapshot after the other and compares node by node what each computes.
#include "engine/run/bisect.h"

#include "engine/base/text.h"
#include "engine/run/graphplan.h"
#include "engine/run/undo.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_map>

namespace jitscope {
namespace {

/** Rounds of a loop of which the values of each node are kept. */
constexpr size_t mostRounds = 16;

/** The elements as they are now, whatever is written to the tensor later. */
Value frozen(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) {
        if (!tensor->defined()) return value;
        const StoragePtr now(tensor->storage()->snapshot());
        return Tensor(now, tensor->shape(), tensor->strides(), tensor->offset(), tensor->dtype());
    }
    const Sequence *sequence = value.asSequence();
    if (!sequence) return value;
    std::vector<Value> items;
    for (const Value &item : sequence->items)
        items.push_back(frozen(item));
    return sequence->kind == SequenceKind::List ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

/** All that one run computed. */
class Trail : public NodeListener {
public:
    bool seesAll() const override { return true; }
    void nodeDone(const Node &node, bool, std::span<const Value>, const Value &result, int64_t, int64_t) override {
        std::vector<Value> &known = values[node.id];
        if (known.empty()) order.push_back(node.id);
        if (known.size() < mostRounds) known.push_back(frozen(result));
    }
    std::unordered_map<NodeId, std::vector<Value>> values;
    std::vector<NodeId> order; ///< of the first time
};

struct Outcome {
    Trail trail;
    Value result;
    std::vector<Value> weights; ///< after the run
};

double toleranceOf(DType dtype, double tolerance) {
    return dtype == DType::Float16 || dtype == DType::BFloat16 ? 100 * tolerance : tolerance;
}

double largestMagnitude(const Tensor &tensor) {
    const TensorStatistics all = statistics(tensor, 1);
    return std::max(std::abs(all.min), std::abs(all.max));
}

std::string tensorDifference(const Tensor &expected, const Tensor &actual, double tolerance) {
    if (expected.dtype() != actual.dtype() || !(expected.shape() == actual.shape()))
        return brief(Abstract::of(actual)) + " instead of " + brief(Abstract::of(expected));
    if (identical(expected, actual) || expected.count() == 0) return {};
    const double allowed = toleranceOf(expected.dtype(), tolerance) * largestMagnitude(expected);
    const Difference off = difference(expected, actual);
    if (off.maxAbsolute <= allowed) return {};
    return format("off by %g at element %lld: %g instead of %g", off.maxAbsolute,
                  static_cast<long long>(off.worstIndex), actual.at(off.worstIndex), expected.at(off.worstIndex));
}

/** How `actual` differs from `expected`, or "". */
std::string differenceOf(const Value &expected, const Value &actual, double tolerance) {
    if (const Tensor *tensor = expected.asTensor()) {
        const Tensor *other = actual.asTensor();
        return other ? tensorDifference(*tensor, *other, tolerance) : toString(actual) + " instead of a tensor";
    }
    const Sequence *wanted = expected.asSequence(), *given = actual.asSequence();
    if (wanted && given && wanted->items.size() == given->items.size()) {
        for (size_t i = 0; i < wanted->items.size(); ++i)
            if (std::string item = differenceOf(wanted->items[i], given->items[i], tolerance); !item.empty())
                return format("item %zu: ", i) + item;
        return {};
    }
    if (wanted || given || expected.asMonad() || expected.asGraph() || expected.asOpaque())
        return wanted || given ? "another structure" : "";
    if (expected.number() && actual.number() && *expected.number() == *actual.number()) return {};
    return expected == actual ? std::string() : toString(actual) + " instead of " + toString(expected);
}

std::string differenceOf(const std::vector<Value> &expected, const std::vector<Value> &actual, double tolerance) {
    for (size_t i = 0; i < std::min(expected.size(), actual.size()); ++i)
        if (std::string text = differenceOf(expected[i], actual[i], tolerance); !text.empty())
            return expected.size() > 1 ? format("round %zu: ", i + 1) + text : text;
    return {};
}

std::vector<Tensor> weightsOf(const Module &module) {
    std::vector<Tensor> weights;
    for (const NodePtr &parameter : module.entry()->parameters)
        if (parameter->weight.defined()) weights.push_back(parameter->weight);
    return weights;
}

/** For every node of one module, the node of the module before whose place it has taken. */
class Pairs {
public:
    Pairs(const Module &before, const Module &after) {
        for (const GraphPtr &graph : before.graphs)
            for (const NodePtr &node : graph->nodes)
                m_before.emplace(node->id, node);
        for (const GraphPtr &graph : after.graphs) {
            for (const NodePtr &node : graph->nodes)
                pairInputs(*node);
            const GraphPtr old = before.find(graph->name);
            if (old && old->output && graph->output) pair(*old->output, *graph->output);
        }
    }

    /** The node before whose value `after` should give, or null. */
    NodePtr of(const Node &after) const {
        if (const auto same = m_before.find(after.id); same != m_before.end()) return same->second;
        const auto found = m_pairs.find(after.id);
        return found == m_pairs.end() ? nullptr : nodeBefore(found->second);
    }
    NodePtr nodeBefore(NodeId id) const {
        const auto found = m_before.find(id);
        return found == m_before.end() ? nullptr : found->second;
    }

private:
    /** A node that stayed uses at each place what took the place of what it used. */
    void pairInputs(const Node &after) {
        const NodePtr old = nodeBefore(after.id);
        if (!old || old->op != after.op || old->inputs.size() != after.inputs.size()) return;
        for (size_t i = 0; i < after.inputs.size(); ++i)
            pair(*old->inputs[i], *after.inputs[i]);
    }
    void pair(const Node &before, const Node &after) {
        if (before.isCall() && after.isCall() && before.id != after.id) m_pairs.emplace(after.id, before.id);
    }

    std::unordered_map<NodeId, NodePtr> m_before;
    std::unordered_map<NodeId, NodeId> m_pairs;
};

std::unordered_map<NodeId, NodePtr> callsById(const Module &module) {
    std::unordered_map<NodeId, NodePtr> calls;
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &node : graph->nodes)
            calls.emplace(node->id, node);
    return calls;
}

class Bisection {
public:
    explicit Bisection(const BisectTask &task)
        : m_task(task)
        , m_weights(weightsOf(task.captured))
        , m_undo(m_weights) {}

    Result<BisectReport> run() {
        auto captured = outcomeOf(m_task.captured, KernelUse::NodeByNode, "the captured graph");
        if (!captured) return captured.error();
        m_first = std::move(*captured);
        if (m_task.expected) {
            if (std::string off = differenceOf(*m_task.expected, m_first.result, m_task.tolerance); !off.empty()) {
                Divergence found{Divergence::Where::Capture,
                                 -1,
                                 nullptr,
                                 nullptr,
                                 {},
                                 *m_task.expected,
                                 m_first.result,
                                 std::move(off)};
                return finished(std::move(found));
            }
        }
        Outcome last = m_first;
        Module module = m_task.captured;
        for (const PassRecord &pass : m_task.passes) {
            if (!pass.changed) continue;
            auto now = outcomeOf(pass.after, KernelUse::NodeByNode, "the graph after pass " + fullName(pass));
            if (!now) return now.error();
            if (const std::string off = leaves(*now); !off.empty()) return finished(blame(pass, last, *now, off));
            last = std::move(*now);
            module = pass.after;
        }
        auto compiled = outcomeOf(module, KernelUse::Compiled, "the compiled graph");
        if (!compiled) return compiled.error();
        if (const std::string off = leaves(*compiled); !off.empty())
            return finished(blameKernel(module, last, *compiled, off));
        return finished(std::nullopt);
    }

private:
    Result<Outcome> outcomeOf(const Module &module, KernelUse use, const std::string &what) {
        m_undo.restore();
        ++m_report.modulesRun;
        auto executable = Executable::prepare(module, use);
        if (!executable) return Error{what + " cannot run: " + executable.error().message};
        Outcome outcome;
        try {
            outcome.result = frozen((*executable)->run(m_task.arguments, {&outcome.trail}));
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

    /** How results or written weights differ from those of the captured graph, or "". */
    std::string leaves(const Outcome &now) const {
        std::string off = differenceOf(m_first.result, now.result, m_task.tolerance);
        for (size_t i = 0; off.empty() && i < now.weights.size(); ++i)
            off = differenceOf(m_first.weights[i], now.weights[i], m_task.tolerance);
        return off;
    }

    /** The first node after the pass whose values are others than those of the node whose place it has. */
    Divergence blame(const PassRecord &pass, const Outcome &before, const Outcome &after,
                     const std::string &off) const {
        Divergence found{Divergence::Where::Pass, pass.index, nullptr, nullptr, {}, before.result, after.result, off};
        const Pairs pairs(pass.before, pass.after);
        const auto calls = callsById(pass.after);
        for (const NodeId id : after.trail.order) {
            const auto node = calls.find(id);
            if (node == calls.end()) continue;
            const NodePtr reference = pairs.of(*node->second);
            const auto right = reference ? before.trail.values.find(reference->id) : before.trail.values.end();
            if (right == before.trail.values.end()) continue;
            const std::vector<Value> &given = after.trail.values.at(id);
            const std::string difference = differenceOf(right->second, given, m_task.tolerance);
            if (difference.empty()) continue;
            found.node = culprit(node->second, *reference, pairs);
            if (const NodePtr earlier = wrongReplacement(found.node, pairs, before, after)) found.node = earlier;
            found.reference = found.node == node->second ? reference : nullptr;
            found.expected = right->second.front();
            found.actual = given.front();
            found.difference = difference;
            break;
        }
        if (found.node) found.rule = ruleOf(pass, *found.node);
        return found;
    }

    /** A node that is as it was computes something else because of what the pass put before it. */
    static NodePtr culprit(const NodePtr &node, const Node &reference, const Pairs &pairs) {
        if (node->id != reference.id || node->op != reference.op || node->callee != reference.callee) return node;
        for (auto input = node->inputs.rbegin(); input != node->inputs.rend(); ++input)
            if ((*input)->isCall() && !pairs.of(**input)) return *input;
        return node;
    }

    /** Of the new nodes that lead to `node`, the first that took the place of one other node and gives something else;
        null if there is none. Nodes inside of the rewrite that made `node` share its origins and prove nothing. */
    NodePtr wrongReplacement(const NodePtr &node, const Pairs &pairs, const Outcome &before,
                             const Outcome &after) const {
        if (pairs.nodeBefore(node->id)) return nullptr;
        for (const NodePtr &input : node->inputs) {
            if (!input->isCall() || pairs.nodeBefore(input->id)) continue;
            if (const NodePtr earlier = wrongReplacement(input, pairs, before, after)) return earlier;
            if (input->origins.size() != 1 || input->origins == node->origins) continue;
            const auto right = before.trail.values.find(input->origins.front());
            const auto given = after.trail.values.find(input->id);
            if (right == before.trail.values.end() || given == after.trail.values.end()) continue;
            if (!differenceOf(right->second, given->second, m_task.tolerance).empty()) return input;
        }
        return nullptr;
    }

    static std::string ruleOf(const PassRecord &pass, const Node &node) {
        for (const Rewrite &rewrite : pass.rewrites)
            if (rewrite.after == node.id) return rewrite.rule;
        return {};
    }

    Divergence blameKernel(const Module &module, const Outcome &right, const Outcome &compiled,
                           const std::string &off) const {
        Divergence found{Divergence::Where::Codegen, -1, nullptr, nullptr, {}, right.result, compiled.result, off};
        const auto calls = callsById(module);
        for (const NodeId id : compiled.trail.order) {
            const auto known = right.trail.values.find(id);
            const auto node = calls.find(id);
            if (known == right.trail.values.end() || node == calls.end()) continue;
            const std::vector<Value> &given = compiled.trail.values.at(id);
            const std::string difference = differenceOf(known->second, given, m_task.tolerance);
            if (difference.empty()) continue;
            found.node = node->second;
            found.expected = known->second.front();
            found.actual = given.front();
            found.difference = difference;
            break;
        }
        return found;
    }

    const BisectTask &m_task;
    std::vector<Tensor> m_weights;
    Undo m_undo;
    BisectReport m_report;
    Outcome m_first;
};

std::string whatOf(const Node &node) {
    const std::string what = node.op.empty() ? "call @" + node.callee : node.op;
    return node.name + " (" + what + ")";
}

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
    if (divergence.node) text += " at " + whatOf(*divergence.node);
    text += ": " + divergence.difference + ".";
    if (divergence.reference && divergence.reference->id != divergence.node->id)
        text += "\nIt took the place of " + whatOf(*divergence.reference) + ".";
    if (!divergence.rule.empty()) text += "\nRule: " + divergence.rule;
    if (divergence.node) text += placeOf(*divergence.node);
    return text;
}

} // namespace jitscope
