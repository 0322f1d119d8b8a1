// SPDX-License-Identifier: Apache-2.0
// Writes out the rounds of a loop whose number is known.
//
// Rules
//   call @header(known arguments)  ->  header, body, header, body, ..., header, call @after
// The condition is computed round by round from what is known; anything unknown that it needs, a body that does not end
// in the next round, or too many rounds leave the loop as it is.
#include "engine/ops/complexuse.h"
#include "engine/ir/nodetables.h"
#include "engine/ops/opdef.h"
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/passes/support/callfamilies.h"
#include "engine/passes/support/constants.h"
#include "engine/passes/support/effects.h"
#include "engine/passes/support/rewriter.h"
#include "engine/passes/support/substitution.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <variant>

namespace jitscope::inline passes {

namespace {

constexpr int mostRounds = 64;
constexpr size_t mostNodes = 10'000;    ///< of all rounds together
constexpr int64_t mostBytes = 4 * 1024; ///< of a value that is followed from round to round

constexpr const char *unrollRule = "loop of known rounds -> written out";

/** A header graph that asks for a condition, and goes on with its body or with what comes after. */
struct Loop {
    GraphPtr header, body, after;
    NodePtr condition;
    NodePtr next; ///< the body's call of the header
};

/** The loop that begins with `header`, if it is one of this form. */
std::optional<Loop> loopOf(const GraphPtr &header, const Module &module, const CallFamilies &families) {
    const NodePtr &choice = header->output;
    if (!choice || !choice->function || !choice->function->isCallOf(op::Switch)) return {};
    const Node &branches = *choice->function;
    const auto bodies = families.graphsOf(*branches.inputs[1]), afters = families.graphsOf(*branches.inputs[2]);
    if (bodies.size() != 1 || afters.size() != 1) return {};
    Loop loop{header, module.graphs[bodies[0]], module.graphs[afters[0]], branches.inputs[0], nullptr};
    if (!loop.body->output || loop.body->output->callee != header->name || loop.body->isKernel()) return {};
    if (loop.body == header || loop.after == loop.body) return {};
    const CallFamily &taken = families.all()[families.of(bodies[0])];
    const bool isPlain =
        taken.fixed.empty() && taken.sites.size() == 1 && loop.body->output->inputs.size() == header->parameters.size();
    if (!isPlain) return {};
    loop.next = loop.body->output;
    return loop;
}

/** What is known of values while the rounds are counted. */
class KnownValues {
public:
    std::optional<Value> of(const Node &node) const {
        if (node.isConstant()) return node.value;
        const auto known = m_values.find(&node);
        return known == m_values.end() ? std::nullopt : std::optional(known->second);
    }

    std::vector<std::optional<Value>> of(const std::vector<NodePtr> &nodes) const {
        std::vector<std::optional<Value>> values;
        for (const NodePtr &node : nodes)
            values.push_back(of(*node));
        return values;
    }

    void enter(const Graph &graph, const std::vector<std::optional<Value>> &arguments) {
        m_values.clear();
        for (size_t i = 0; i < arguments.size(); ++i)
            if (arguments[i]) m_values[graph.parameters[i].get()] = *arguments[i];
        for (const NodePtr &node : graph.nodes)
            if (auto value = computed(*node)) m_values[node.get()] = *std::move(value);
    }

private:
    std::optional<Value> computed(const Node &node) const {
        const OpDef *op = isPure(node) ? findOp(node.op) : nullptr;
        if (!op || node.abstract->bytes() > mostBytes || node.inputs.size() != op->params.size()) return {};
        std::vector<Value> arguments;
        for (const NodePtr &input : node.inputs) {
            auto value = of(*input);
            if (!value) return {};
            arguments.push_back(*std::move(value));
        }
        try {
            return evaluate(*op, arguments);
        } catch (const std::invalid_argument &) {
            return {};
        }
    }

    NodeMap<Value> m_values;
};

/** How many rounds a call of the loop makes, or why that is not known. */
std::variant<int, Predicate> countedRounds(const Loop &loop, const Node &call) {
    KnownValues known;
    std::vector<std::optional<Value>> arguments = known.of(call.inputs);
    for (int rounds = 0; rounds <= mostRounds; ++rounds) {
        known.enter(*loop.header, arguments);
        const auto value = known.of(*loop.condition);
        if (!value) return failedFor(PredicateKind::LoopCondition, call, "known at run time", "known now");
        Node condition;
        condition.kind = NodeKind::Constant;
        condition.value = *value;
        const auto goesOn = constantBool(condition);
        if (!goesOn) return failedFor(PredicateKind::LoopTruth, call, brief(Abstract::constant(*value)), "bool");
        if (!*goesOn) return rounds;
        arguments = known.of(loop.header->output->inputs);
        known.enter(*loop.body, arguments);
        arguments = known.of(loop.next->inputs);
    }
    return failedFor(PredicateKind::LoopRounds, call, {format("more than %d", mostRounds), mostRounds + 1}, mostRounds);
}

class Unrolling {
public:
    Unrolling(const Module &module, Rewriter &rewriter)
        : m_module(module)
        , m_rewriter(rewriter)
        , m_families(module) {}

    Module run() {
        for (const GraphPtr &graph : m_module.graphs)
            if (const auto loop = loopOf(graph, m_module, m_families)) m_loops.emplace(graph->name, *loop);
        if (m_loops.empty()) return m_module;
        Module result = m_module;
        for (GraphPtr &graph : result.graphs)
            if (!graph->isKernel()) graph = unrolledIn(graph);
        return result;
    }

private:
    GraphPtr unrolledIn(const GraphPtr &graph) {
        auto result = std::make_shared<Graph>(*graph);
        result->nodes.clear();
        Substitution substitution;
        bool changed = false;
        for (const NodePtr &old : graph->nodes) {
            const NodePtr node = substitution.applied(old);
            const int rounds = roundsOf(node, graph);
            if (rounds < 0) {
                substitution.set(old, node);
                result->nodes.push_back(node);
                continue;
            }
            changed = true;
            const Loop &loop = m_loops.at(node->callee);
            const NodePtr end = writeOut(loop, *node, rounds, result->nodes);
            for (const GraphPtr &part : {loop.header, loop.body})
                if (result->parent.empty() && part->parent != graph->name) result->parent = part->parent;
            substitution.set(old, m_rewriter.log(unrollRule, {old}, end));
        }
        if (!changed) return graph;
        if (result->output) result->output = substitution.of(result->output);
        return result;
    }

    /** Of a call that is to be written out; -1 for all others. */
    int roundsOf(const NodePtr &node, const GraphPtr &graph) {
        const auto found = node->callee.empty() ? m_loops.end() : m_loops.find(node->callee);
        if (found == m_loops.end() || found->second.body == graph) return -1;
        const Loop &loop = found->second;
        if (node->inputs.size() != loop.header->parameters.size()) return -1;
        const auto counted = countedRounds(loop, *node);
        if (const auto *failed = std::get_if<Predicate>(&counted)) return refused(node, *failed);
        const int rounds = std::get<int>(counted);
        const size_t size = size_t(rounds + 1) * (loop.header->nodes.size() + loop.body->nodes.size());
        if (size > mostNodes) return refused(node, failedFor(PredicateKind::LoopSize, *node, size, mostNodes));
        return rounds;
    }

    int refused(const NodePtr &node, Predicate failed) {
        m_rewriter.refuse(unrollRule, {node}, std::move(failed));
        return -1;
    }

    NodePtr writeOut(const Loop &loop, const Node &call, int rounds, std::vector<NodePtr> &nodes) {
        std::vector<NodePtr> arguments = call.inputs;
        for (int round = 0; round < rounds; ++round) {
            arguments = paste(*loop.header, loop.header->output, arguments, nodes);
            arguments = paste(*loop.body, loop.next, arguments, nodes);
        }
        arguments = paste(*loop.header, loop.header->output, arguments, nodes);
        auto end = std::make_shared<Node>(*m_rewriter.copy(loop.header->output));
        end->function = nullptr;
        end->callee = loop.after->name;
        end->inputs = std::move(arguments);
        nodes.push_back(end);
        return end;
    }

    /** Adds the body of `graph` without its last call; returns what that call is given. */
    std::vector<NodePtr> paste(const Graph &graph, const NodePtr &last, const std::vector<NodePtr> &arguments,
                               std::vector<NodePtr> &nodes) {
        Substitution substitution;
        for (size_t i = 0; i < arguments.size(); ++i)
            substitution.set(graph.parameters[i], arguments[i]);
        for (const NodePtr &old : graph.nodes) {
            if (old == last || old == last->function) continue;
            const NodePtr node = m_rewriter.copy(substitution.applied(old));
            substitution.set(old, node);
            nodes.push_back(node);
        }
        std::vector<NodePtr> given;
        for (const NodePtr &input : last->inputs)
            given.push_back(substitution.of(input));
        return given;
    }

    const Module &m_module;
    Rewriter &m_rewriter;
    CallFamilies m_families;
    std::unordered_map<std::string, Loop> m_loops; ///< by the header's name
};

/** A written-out round may hold a loop whose rounds are known in turn. */
constexpr int mostDepth = 8;

} // namespace

Module unrollLoops(const Module &module, PassContext &context) {
    if (module.graphs.size() < 3) return module;
    Rewriter rewriter(context);
    Module current = module;
    for (int depth = 0; depth < mostDepth; ++depth) {
        context.refusals.clear();
        Module next = Unrolling(current, rewriter).run();
        if (same(next, current)) break;
        current = std::move(next);
    }
    return current;
}

} // namespace jitscope::inline passes
