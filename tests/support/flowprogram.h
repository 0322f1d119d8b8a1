// SPDX-License-Identifier: Apache-2.0
// Random programs with functions, branches, loops, writes and prints, as graphs; the same for the same seed.
#pragma once

#include "engine/base/text.h"
#include "engine/ir/graph.h"
#include "engine/ops/opdef.h"

#include <random>
#include <string>
#include <vector>

namespace jitscope::testing {

struct FlowProgram {
    Module module;
    IdSource ids;
    std::vector<Tensor> weights; ///< what the graphs write to
};

/**
 * Builds graphs as a front end gives them: nodes in the order of the program, branches and loops as graphs with equal
 * parameters that a Switch chooses from, weights reached from everywhere, nothing ordered yet.
 */
class FlowProgramMaker {
public:
    explicit FlowProgramMaker(unsigned seed)
        : m_random(seed) {}

    FlowProgram make() {
        std::vector<Tensor> weights;
        for (int i = 0; i < 2; ++i) {
            weights.push_back(Tensor::full({3}, 0.5 + i, DType::Float32));
            m_weights.push_back(weight(format("w%d", i), weights.back()));
        }
        m_graphs.emplace_back();
        Graph entry;
        entry.name = "1_main";
        for (const Dims &shape : {Dims{3}, Dims{2, 3}, Dims{}})
            entry.parameters.push_back(parameter(format("x%d", shape.rank()), Abstract::tensor(DType::Float32, shape)));
        const std::vector<NodePtr> live = entry.parameters;
        entry.parameters.insert(entry.parameters.end(), m_weights.begin(), m_weights.end());
        fill(entry, live, 3, 8);
        m_graphs[0] = std::make_shared<const Graph>(std::move(entry));
        return {Module{m_graphs, {}}, m_ids, weights};
    }

private:
    int below(int limit) { return int(m_random() % unsigned(limit)); }

    NodePtr parameter(const std::string &name, const Abstract &type) {
        auto node = std::make_shared<Node>();
        node->id = m_ids.next();
        node->kind = NodeKind::Parameter;
        node->name = name;
        node->abstract = type;
        return node;
    }

    NodePtr weight(const std::string &name, const Tensor &tensor) {
        auto node = std::make_shared<Node>(*parameter(name, Abstract::tensor(tensor.dtype(), tensor.shape())));
        node->weight = tensor;
        node->abstract.write().referenceKey = name;
        return node;
    }

    NodePtr constant(const Value &value) {
        auto node = std::make_shared<Node>();
        node->id = m_ids.next();
        node->kind = NodeKind::Constant;
        node->value = value;
        node->abstract = Abstract::constant(value);
        return node;
    }

    NodePtr append(Graph &graph, Node node) {
        node.id = m_ids.next();
        node.name = format("CNode_%lld", static_cast<long long>(node.id.value));
        graph.nodes.push_back(std::make_shared<const Node>(std::move(node)));
        for (const NodePtr &input : graph.nodes.back()->inputs)
            if (input->weight->defined() && graph.name != "1_main" && graph.parent.empty()) graph.parent = "1_main";
        return graph.nodes.back();
    }

    /** A call of an operator, or null where it refuses these shapes. */
    NodePtr call(Graph &graph, const char *op, std::vector<NodePtr> inputs) {
        const OpDef &definition = *findOp(op);
        for (size_t i = inputs.size(); i < definition.params.size(); ++i)
            inputs.push_back(constant(definition.params[i].defaultValue));
        Node node;
        node.op = OpName(op);
        node.inputs = std::move(inputs);
        std::vector<Abstract> types;
        for (const NodePtr &input : node.inputs)
            types.push_back(input->abstract);
        auto type = definition.infer(types);
        if (!type) return nullptr;
        node.abstract = *std::move(type);
        return append(graph, std::move(node));
    }

    NodePtr structural(Graph &graph, const char *op, std::vector<NodePtr> inputs, const Abstract &type) {
        Node node;
        node.op = OpName(op);
        node.inputs = std::move(inputs);
        node.abstract = type;
        return append(graph, std::move(node));
    }

    NodePtr callOf(Graph &graph, const std::string &callee, std::vector<NodePtr> inputs, const Abstract &type) {
        Node node;
        node.callee = callee;
        node.inputs = std::move(inputs);
        node.abstract = type;
        return append(graph, std::move(node));
    }

    using Live = std::vector<NodePtr>;

    const NodePtr &any(const Live &live) { return live[size_t(below(int(live.size())))]; }
    /** What an operator may read: a live value, or a weight. */
    NodePtr operand(const Live &live) { return below(6) == 0 ? m_weights[size_t(below(2))] : any(live); }

    /** A value of that type made of what is live. */
    NodePtr ofType(Graph &graph, const Live &live, const Abstract &type) {
        for (size_t i = live.size(); i-- > 0;)
            if (sameType(live[i]->abstract, type) && live[i]->isCall()) return live[i];
        for (const NodePtr &value : live)
            if (sameType(value->abstract, type)) return call(graph, "Tanh", {value});
        const NodePtr zeros = constant(Tensor::zeros(type.shape, type.dtype));
        return call(graph, "Add", {zeros, constant(0.25)});
    }

    /** Statements, and a result: a tensor of the type of the first live value. */
    void fill(Graph &graph, Live live, int depth, int statements) {
        const Abstract type = live.front()->abstract;
        for (int i = 0; i < statements; ++i)
            statement(graph, live, depth);
        NodePtr result = ofType(graph, live, type);
        if (depth == 3) {
            const NodePtr read = call(graph, "Mul", {m_weights[0], m_weights[1]});
            const Abstract both = Abstract::tuple({result->abstract, read->abstract});
            result = structural(graph, "MakeTuple", {result, read}, both);
        }
        graph.output = result;
    }

    void statement(Graph &graph, Live &live, int depth) {
        const int kind = below(depth > 0 ? 14 : 9);
        if (kind < 3) return add(live, call(graph, unary(), {operand(live)}));
        if (kind < 5) return add(live, call(graph, binary(), {operand(live), operand(live)}));
        if (kind == 5) return add(live, call(graph, binary(), {any(live), constant(number())}));
        if (kind == 6) return add(live, shapeWork(graph, live));
        if (kind == 7) return write(graph, live);
        if (kind == 8) return print(graph, live);
        if (kind < 10) return function(graph, live, depth);
        if (kind < 12) return branch(graph, live, depth);
        loop(graph, live, depth);
    }

    static void add(Live &live, const NodePtr &value) {
        if (value) live.push_back(value);
    }

    const char *unary() {
        constexpr const char *names[] = {"Neg", "Abs", "Tanh", "Sin", "Sigmoid"};
        return names[below(5)];
    }
    const char *binary() {
        constexpr const char *names[] = {"Add", "Sub", "Mul", "Maximum", "Minimum"};
        return names[below(5)];
    }
    double number() {
        constexpr double numbers[] = {0, 1, -1, 2, 0.5};
        return numbers[below(5)];
    }

    NodePtr shapeWork(Graph &graph, const Live &live) {
        const NodePtr &x = any(live);
        switch (below(7)) { // none of it on weights: a view of one shows what is written later
        case 6:
            return call(graph, "StopGradient", {call(graph, "StopGradient", {x})});
        case 0:
            return call(graph, "Cast", {call(graph, "Cast", {x, constant(DType::Float64)}), constant(DType::Float32)});
        case 1:
            return call(graph, "Tile", {x, constant(Value::ints(Dims{1}))});
        case 2:
            return call(graph, "Reshape", {x, constant(Value::ints(x->abstract->shape))});
        case 3:
            return call(graph, "ReduceSum", {call(graph, "ExpandDims", {x, constant(0)}), constant(0)});
        case 4:
            return call(graph, "Mul", {x, call(graph, "ScalarAdd", {constant(1), constant(below(3))})});
        default:
            return call(graph, "Transpose", {x, constant(reversed(x->abstract->shape.rank()))});
        }
    }

    static Value reversed(int rank) {
        Dims axes;
        for (int i = rank - 1; i >= 0; --i)
            axes.push(i);
        return Value::ints(axes);
    }

    void write(Graph &graph, const Live &live) {
        const NodePtr &target = m_weights[size_t(below(2))];
        const NodePtr value = call(graph, "Tanh", {ofType(graph, live, target->abstract)});
        Abstract plain = value->abstract;
        call(graph, below(2) == 0 ? "Assign" : "AssignAdd", {target, value});
    }

    void print(Graph &graph, const Live &live) {
        const NodePtr sum = call(graph, "ReduceSum", {operand(live)});
        const NodePtr items = structural(graph, "MakeTuple", {sum}, Abstract::tuple({sum->abstract}));
        call(graph, "Print", {items});
    }

    /** Parameters like the values passed for them; the first decides the type of the result. */
    Graph graphLike(const char *what, const Live &arguments, Live &inside) {
        Graph graph;
        graph.name = format("%zu_%s", m_graphs.size() + 1, what);
        m_graphs.push_back(nullptr);
        for (size_t i = 0; i < arguments.size(); ++i) {
            Abstract type = arguments[i]->abstract;
            type.isConstant = false;
            graph.parameters.push_back(parameter(format("p%zu", i), type));
            if (type.isTensor()) inside.push_back(graph.parameters.back());
        }
        return graph;
    }

    void keep(Graph graph) {
        const size_t place = size_t(std::stoi(graph.name)) - 1;
        m_graphs[place] = std::make_shared<const Graph>(std::move(graph));
    }

    Live someOf(const Live &live, int count) {
        Live chosen;
        for (int i = 0; i < count; ++i)
            chosen.push_back(any(live));
        return chosen;
    }

    void function(Graph &graph, Live &live, int depth) {
        Live arguments = someOf(live, 2), inside;
        const bool takesTuple = below(3) == 0;
        Graph callee = graphLike("function", arguments, inside);
        if (takesTuple) {
            const Abstract type = Abstract::tuple({arguments[1]->abstract, arguments[0]->abstract});
            arguments.push_back(structural(graph, "MakeTuple", {arguments[1], arguments[0]}, type));
            callee.parameters.push_back(parameter("t", type));
            inside.push_back(
                structural(callee, "TupleGetItem", {callee.parameters.back(), constant(1)}, type.items[1]));
        }
        fill(callee, inside, depth - 1, 3);
        const std::string name = callee.name;
        const Abstract type = callee.output->abstract;
        keep(std::move(callee));
        live.push_back(callOf(graph, name, arguments, type));
        if (below(3) == 0) live.push_back(callOf(graph, name, arguments, type));
    }

    NodePtr condition(Graph &graph, const Live &live) {
        if (below(4) == 0) return constant(Tensor::scalar(below(2), DType::Bool));
        // No sum comes so near to these numbers that its rounding would decide.
        constexpr double limits[] = {-0.3721, 0.1234, 0.7135};
        return call(graph, "Less", {call(graph, "ReduceSum", {any(live)}), constant(limits[below(3)])});
    }

    NodePtr chosen(Graph &graph, const NodePtr &condition, const std::string &yes, const std::string &no,
                   const Live &arguments, const Abstract &type) {
        const NodePtr choice =
            structural(graph, "Switch", {condition, constant(GraphReference{yes}), constant(GraphReference{no})},
                       Abstract::function());
        Node node;
        node.function = choice;
        node.inputs = arguments;
        node.abstract = type;
        return append(graph, std::move(node));
    }

    void branch(Graph &graph, Live &live, int depth) {
        Live arguments = someOf(live, 3);
        const NodePtr truth = condition(graph, live);
        const Abstract tuple = Abstract::tuple({arguments[1]->abstract, arguments[0]->abstract});
        const bool takesTuple = below(3) == 0, isClosure = below(4) == 0;
        if (takesTuple) arguments.push_back(structural(graph, "MakeTuple", {arguments[1], arguments[0]}, tuple));
        std::string names[2];
        for (std::string &name : names) {
            Live inside;
            Graph way = graphLike(&name == names ? "yes" : "no", arguments, inside);
            if (takesTuple) inside.push_back(itemOf(way, below(2)));
            if (isClosure) useEnclosing(graph, way, live, inside);
            fill(way, inside, depth - 1, 2);
            name = way.name;
            keep(std::move(way));
        }
        Abstract type = arguments.front()->abstract;
        type.isConstant = false;
        live.push_back(chosen(graph, truth, names[0], names[1], arguments, type));
    }

    NodePtr itemOf(Graph &graph, int place) {
        const NodePtr &tuple = graph.parameters.back();
        return structural(graph, "TupleGetItem", {tuple, constant(place)}, tuple->abstract->items[size_t(place)]);
    }

    /** `inner` sees what is live around it, as closures of a dump do; weights are found through the parents. */
    void useEnclosing(Graph &outer, Graph &inner, const Live &live, Live &inside) {
        if (outer.name != "1_main" && outer.parent.empty()) outer.parent = "1_main";
        inner.parent = outer.name;
        inside.push_back(any(live));
        inside.push_back(any(live));
    }

    /** while (i < rounds): a = body(a, b), and then after(a, b). */
    void loop(Graph &graph, Live &live, int depth) {
        Live arguments = someOf(live, 2);
        Abstract type = arguments.front()->abstract;
        type.isConstant = false;
        arguments.push_back(constant(Tensor::scalar(0, DType::Float32)));
        if (below(3) == 0) arguments.back() = call(graph, "Neg", {call(graph, "ReduceMax", {any(live)})});
        Live headerLive, bodyLive, afterLive;
        Graph header = graphLike("header", arguments, headerLive);
        Graph body = graphLike("body", arguments, bodyLive), after = graphLike("after", arguments, afterLive);
        const NodePtr truth = call(header, "Less", {header.parameters[2], constant(double(below(4)))});
        if (below(4) == 0) write(header, headerLive);
        header.output = chosen(header, truth, body.name, after.name, header.parameters, type);

        const NodePtr counter = body.parameters[2];
        const NodePtr next = call(body, "Add", {counter, constant(1)});
        fill(body, {bodyLive[0], bodyLive[1]}, depth - 1, 2);
        body.output = callOf(body, header.name, {body.output, body.parameters[1], next}, type);
        fill(after, afterLive, depth - 1, 1);
        const std::string name = header.name;
        keep(std::move(header));
        keep(std::move(body));
        keep(std::move(after));
        live.push_back(callOf(graph, name, arguments, type));
    }

    std::mt19937 m_random;
    IdSource m_ids;
    std::vector<NodePtr> m_weights;
    std::vector<GraphPtr> m_graphs; ///< the entry first; null while one is being filled
};

} // namespace jitscope::testing
