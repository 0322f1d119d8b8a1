// SPDX-License-Identifier: Apache-2.0
// Computes what a module gives by calling each operator in turn: the yardstick for passes, kernels and the executor.
#pragma once

#include "engine/ir/graph.h"
#include "engine/ops/opdef.h"

#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace jitscope::testing {

class Evaluator {
public:
    explicit Evaluator(const Module &module)
        : m_module(module) {}

    /** `arguments`: one for each parameter of the graph that is no weight. Throws what the operators throw. */
    Value run(const Graph &graph, const std::vector<Value> &arguments) const { return run(graph, arguments, {}); }

private:
    /** Parameters of a dump that a model's weights were may be written to. */
    static Value ownCopy(const Node &parameter, const Value &argument) {
        if (parameter.abstract->referenceKey.empty() || !argument.asTensor()) return argument;
        return argument.asTensor()->clone();
    }

    /** By id: an inner graph may hold an older form of a node of the graph around it. */
    using Values = std::unordered_map<NodeId, Value>;

    /** `values`: those of the callers, among them those of the graphs around this one. */
    Value run(const Graph &graph, const std::vector<Value> &arguments, Values values) const {
        size_t next = 0;
        for (const NodePtr &parameter : graph.parameters)
            if (!parameter->weight->defined()) values[parameter->id] = ownCopy(*parameter, arguments.at(next++));
        for (const NodePtr &node : graph.nodes)
            values[node->id] = call(*node, values);
        return valueOf(*graph.output, values);
    }

    static Value valueOf(const Node &node, const Values &values) {
        if (node.isConstant()) return node.value;
        if (node.isParameter() && node.weight->defined()) return *node.weight;
        return values.at(node.id);
    }

    static bool isTrue(const Value &condition) {
        return condition.asTensor() ? condition.asTensor()->at(0) != 0 : *condition.number() != 0;
    }

    Value call(const Node &node, const Values &values) const {
        std::vector<Value> arguments;
        for (const NodePtr &input : node.inputs)
            arguments.push_back(valueOf(*input, values));
        if (!node.callee.empty()) return callGraph(*m_module.find(node.callee), node, arguments, values);
        if (node.function)
            return callGraph(*m_module.find(valueOf(*node.function, values).asGraph()->name), node, arguments, values);
        if (node.op == op::Switch) return arguments.at(isTrue(arguments.at(0)) ? 1 : 2);
        if (node.op == op::MakeTuple) return Value::tuple(std::move(arguments));
        if (node.op == op::TupleGetItem)
            return arguments.at(0).asSequence()->items.at(size_t(*arguments.at(1).asInt()));
        if (node.op == op::Depend) return arguments.at(0);
        if (node.op == op::Load) return arguments.at(0).asTensor()->clone();
        if (node.op == op::UpdateState) return Monad::U;
        const OpDef *op = findOp(node.op);
        if (!op) throw std::invalid_argument("no operator " + node.op);
        if (op->effect != Effect::None && arguments.size() > op->params.size()) arguments.pop_back(); // the token
        return op->eval(arguments);
    }

    /** A weight that is handed to a kernel as an argument is an ordinary parameter of that kernel. */
    Value callGraph(const Graph &callee, const Node &node, const std::vector<Value> &arguments,
                    const Values &caller) const {
        std::vector<Value> passed;
        for (size_t i = 0; i < node.inputs.size(); ++i)
            if (!callee.parameters.at(i)->weight->defined()) passed.push_back(arguments[i]);
        return run(callee, passed, caller);
    }

    const Module &m_module;
};

/** What the entry gives for these arguments (see Evaluator::run). */
inline Value evaluate(const Module &module, const std::vector<Value> &arguments) {
    return Evaluator(module).run(*module.entry(), arguments);
}

/** Equal structure, tensors close to each other, numbers equal. */
inline bool closeValues(const Value &a, const Value &b, double relative, double absolute) {
    if (a.asTensor() && b.asTensor()) {
        const Tensor &left = *a.asTensor(), &right = *b.asTensor();
        return left.dtype() == right.dtype() && left.shape() == right.shape() && close(left, right, relative, absolute);
    }
    const Sequence *left = a.asSequence(), *right = b.asSequence();
    if (!left || !right) return a == b;
    if (left->items.size() != right->items.size()) return false;
    for (size_t i = 0; i < left->items.size(); ++i)
        if (!closeValues(left->items[i], right->items[i], relative, absolute)) return false;
    return true;
}

} // namespace jitscope::testing
