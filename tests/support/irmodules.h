// SPDX-License-Identifier: Apache-2.0
// Small modules that the tests of graphs, dumps and importers share.
#pragma once

#include "engine/ir/graph.h"

#include <random>

namespace jitscope::testing {

/** Makes nodes with ids and names of their own. */
class NodeMaker {
public:
    NodePtr parameter(const std::string &name, Abstract type) {
        Node node = blank(NodeKind::Parameter);
        node.name = name;
        node.abstract = std::move(type);
        return std::make_shared<Node>(std::move(node));
    }
    NodePtr weight(const std::string &name, const Dims &shape) {
        Node node = blank(NodeKind::Parameter);
        node.name = name;
        node.abstract = Abstract::tensor(DType::Float32, shape);
        node.abstract.write().referenceKey = name;
        return std::make_shared<Node>(std::move(node));
    }
    NodePtr constant(Value value) {
        Node node = blank(NodeKind::Constant);
        node.abstract = Abstract::constant(value);
        node.value = std::move(value);
        return std::make_shared<Node>(std::move(node));
    }
    /** A call that a test can still change before it shares it. */
    std::shared_ptr<Node> call(const std::string &op, std::vector<NodePtr> inputs, Abstract type) {
        Node node = blank(NodeKind::Call);
        node.name = "CNode_" + std::to_string(node.id.value);
        node.op = OpName(op);
        node.inputs = std::move(inputs);
        node.abstract = std::move(type);
        node.scope = "Default";
        return std::make_shared<Node>(std::move(node));
    }
    IdSource &ids() { return m_ids; }

private:
    Node blank(NodeKind kind) {
        Node node;
        node.id = m_ids.next();
        node.kind = kind;
        return node;
    }

    IdSource m_ids;
};

inline GraphPtr graphOf(const std::string &name, std::vector<NodePtr> parameters, NodePtr output) {
    auto graph = std::make_shared<Graph>();
    graph->name = name;
    graph->parameters = std::move(parameters);
    graph->nodes = callsOf(output);
    graph->output = std::move(output);
    return graph;
}

inline SpanList spanAt(const std::string &file, int line, const std::string &text) {
    return std::make_shared<const std::vector<SourceSpan>>(
        std::vector<SourceSpan>{{file, line, line, 8, 8 + int(text.size()), "        " + text}});
}

inline Abstract matrix(int64_t rows = 2, int64_t columns = 3) {
    return Abstract::tensor(DType::Float32, {rows, columns});
}

/** relu(x @ w^T + b), of a cell with two weights and source lines. */
inline Module denseModule() {
    NodeMaker make;
    const NodePtr x = make.parameter("x", matrix(4, 784));
    const NodePtr w = make.weight("fc.weight", {512, 784}), b = make.weight("fc.bias", {512});
    const auto product = make.call("MatMul", {x, w, make.constant(false), make.constant(true)}, matrix(4, 512));
    product->scope = "Default/network-Net/fc-Dense";
    DumpText dump;
    dump.instanceName = "matmul";
    product->dump = std::make_shared<const DumpText>(dump);
    product->attrs = {{"checkpoint", Value(true)}};
    product->spans = std::make_shared<const std::vector<SourceSpan>>(std::vector<SourceSpan>{
        {"dense.py", 12, 12, 12, 39, "            x = self.matmul(x, self.weight)"},
        {"net.py", 5, 6, 8, 40, "        return self.relu(self.fc(x))"},
    });
    const auto sum = make.call("BiasAdd", {product, b}, matrix(4, 512));
    sum->scope = "Default/network-Net/fc-Dense";
    sum->spans = spanAt("dense.py", 14, "x = self.bias_add(x, self.bias)");
    const auto result = make.call("ReLU", {sum}, matrix(4, 512));
    result->scope = "Default/network-Net";
    result->spans = product->spans;
    Module module;
    module.attrs = {{"jit_level", Value("O1")}, {"less_bn", Value(0)}};
    auto graph = std::make_shared<Graph>(*graphOf("1_construct", {x, w, b}, result));
    graph->attrs = module.attrs;
    graph->spans = spanAt("net.py", 4, "def construct(self, x):");
    module.graphs = {graph};
    return module;
}

/** Four calls side by side that an AddN joins, in the order of `order`. */
inline Module fourCalls(const std::vector<size_t> &order, const char *last = "Tanh") {
    NodeMaker make;
    const NodePtr x = make.parameter("x", matrix());
    std::vector<NodePtr> calls;
    for (const char *op : {"Exp", "Neg", "Abs", last})
        calls.push_back(make.call(op, {x}, matrix()));
    const NodePtr sum = make.call("AddN", calls, matrix());
    GraphPtr graph = graphOf("f", {x}, sum);
    auto ordered = std::make_shared<Graph>(*graph);
    ordered->nodes.clear();
    for (const size_t at : order)
        ordered->nodes.push_back(calls[at]);
    ordered->nodes.push_back(sum);
    return {{ordered}, {}};
}

/** A call of a fused kernel, a branch over sub-graphs with free variables, and a computed call. */
inline Module branchModule() {
    NodeMaker make;
    const NodePtr x = make.parameter("x", matrix()), y = make.parameter("y", matrix());
    const NodePtr s = make.parameter("s", Abstract::tensor(DType::Float32, {}));
    const auto kernelCall = make.call("", {x, y}, matrix());
    kernelCall->callee = "GraphKernel_Mul_Exp_fusion";
    const Abstract flag = Abstract::tensor(DType::Bool, {});
    const auto positive = make.call("Greater", {s, make.constant(Tensor::scalar(0.1, DType::Float32))}, flag);
    const auto yes = make.call("Partial", {make.constant(GraphReference{"✓f"}), kernelCall}, Abstract::function());
    yes->primitiveAttrs = {{"side_effect_propagate", Value(1)}};
    const auto no = make.call("Partial", {make.constant(GraphReference{"✗f"})}, Abstract::function());
    const auto chosen = make.call("Switch", {positive, yes, no}, Abstract::function());
    const auto called = make.call("", {}, matrix());
    called->function = chosen;

    const NodePtr a = make.parameter("a", matrix()), b = make.parameter("b", matrix());
    const auto product = make.call("Mul", {a, b}, matrix());
    auto kernel =
        std::make_shared<Graph>(*graphOf("GraphKernel_Mul_Exp_fusion", {a, b}, make.call("Exp", {product}, matrix())));
    kernel->attrs = {{"graph_kernel", Value(true)}};

    const NodePtr t = make.parameter("t", matrix());
    const auto then = graphOf("✓f", {t}, make.call("Neg", {t}, matrix()));

    auto otherwise = std::make_shared<Graph>();
    otherwise->name = "✗f";
    otherwise->parent = "f";
    const auto outer = make.call("Sub", {kernelCall, y}, matrix());
    otherwise->nodes = {outer};
    otherwise->output = outer;

    Module module;
    module.graphs = {graphOf("f", {x, y, s}, called), kernel, then, otherwise};
    return module;
}

/** A graph of `size` calls over all kinds of constants and attributes, the same for the same seed. */
inline Module randomModule(unsigned seed, int size) {
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return int(random() % unsigned(limit)); };
    const std::vector<Value> constants = {
        Value(),
        Value(true),
        Value(-7),
        Value(0.1),
        Value(1e-30),
        Value("a \"quoted\", [odd]\\ text"),
        Value(DType::Float16),
        Value::ints({2, 3}),
        Value::list({Value(1), Value::tuple({})}),
        Value(Monad::U),
        Value(Monad::IO),
        Value(Opaque{"NameSpace[Entry: 'f']"}),
        Value(Opaque{"odd ) text, %3\n}"}),
        Value(Tensor::scalar(1.0 / 3, DType::Float32)),
        Value(Tensor::scalar(1.0 / 3, DType::Float64)),
        Value(Tensor::full({2, 1, 2}, -2.5e-7, DType::Float32)),
        Value(Tensor::full({3}, 1, DType::Bool)),
        Value(Tensor::full({40}, 1, DType::Int64)),
        Value(Tensor::zeros({2, 0}, DType::Float16)),
    };
    const std::vector<std::string> operators = {"Add", "MatMul", "MakeTuple", "TupleGetItem", "resolve", "S-Prim-Mul"};
    const std::vector<Abstract> types = {matrix(),
                                         Abstract::tensor(DType::BFloat16, {}),
                                         Abstract::function(),
                                         Abstract::tuple({matrix(), matrix(), Abstract::tensor(DType::Int32, {5})}),
                                         Abstract::tuple({}),
                                         Abstract()};
    NodeMaker make;
    std::vector<NodePtr> parameters, nodes;
    for (int i = 0; i < 3; ++i)
        parameters.push_back(i == 2 ? make.weight("w.0", {3})
                                    : make.parameter("p" + std::to_string(i), types[size_t(i)]));
    for (int i = 0; i < size; ++i) {
        std::vector<NodePtr> inputs;
        for (int k = below(4); k >= 0; --k) {
            const int from = below(3);
            if (from == 0) inputs.push_back(make.constant(constants[size_t(below(int(constants.size())))]));
            if (from == 1) inputs.push_back(parameters[size_t(below(3))]);
            if (from == 2 && !nodes.empty()) inputs.push_back(nodes[size_t(below(int(nodes.size())))]);
        }
        auto node =
            make.call(operators[size_t(below(int(operators.size())))], inputs, types[size_t(below(int(types.size())))]);
        if (below(2)) node->attrs.emplace_back("key", constants[size_t(below(int(constants.size())))]);
        if (below(3) == 0) {
            DumpText dump;
            dump.primalAttrs.emplace_back("unique_id", Value("12"));
            node->dump = std::make_shared<const DumpText>(dump);
        }
        if (below(3) == 0) node->scope = below(2) ? "" : "Default/a-B/c-D";
        if (below(2)) node->spans = spanAt("dir/f.py", 1 + below(90), "y = x / 2 # a/b");
        nodes.push_back(node);
    }
    auto graph = std::make_shared<Graph>();
    graph->name = "random";
    graph->parameters = parameters;
    graph->nodes = nodes;
    graph->output = nodes.empty() ? parameters[0] : nodes.back();
    Module module;
    module.graphs = {graph};
    module.attrs = {{"text", Value("0")}, {"number", Value(0)}, {"flag", Value(true)}, {"empty", Value("")}};
    return module;
}

} // namespace jitscope::testing
