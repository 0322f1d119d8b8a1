// SPDX-License-Identifier: Apache-2.0
// Builds graphs of single kernels by hand, and runs compiled ones on tensors.
#pragma once

#include "engine/codegen/kernelcompiler.h"
#include "engine/ops/opdef.h"

#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace jitscope::testing {

/** A kernel graph under construction. Types come from the operators' own rules. */
class KernelGraph {
public:
    explicit KernelGraph(std::string name = "GraphKernel_test") { m_graph.name = std::move(name); }

    NodePtr parameter(const Dims &shape, DType dtype = DType::Float32) {
        Node node = newNode(NodeKind::Parameter);
        node.name = "x" + std::to_string(m_graph.parameters.size());
        node.abstract = Abstract::tensor(dtype, shape);
        m_graph.parameters.push_back(std::make_shared<const Node>(std::move(node)));
        return m_graph.parameters.back();
    }
    NodePtr constant(const Value &value) {
        Node node = newNode(NodeKind::Constant);
        node.value = value;
        node.abstract = Abstract::constant(value);
        return std::make_shared<const Node>(std::move(node));
    }
    NodePtr call(const std::string &op, std::vector<NodePtr> inputs, int line = 0) {
        std::vector<Abstract> types;
        for (const NodePtr &input : inputs)
            types.push_back(input->abstract);
        const OpDef *record = findOp(op);
        if (!record) throw std::invalid_argument("no operator " + op);
        auto type = record->infer(types);
        if (!type) throw std::invalid_argument(type.error().message);
        return callOfType(op, std::move(inputs), *type, line);
    }
    NodePtr callOfType(const std::string &op, std::vector<NodePtr> inputs, const Abstract &type, int line = 0) {
        Node node = newNode(NodeKind::Call);
        node.op = OpName(op);
        node.inputs = std::move(inputs);
        node.abstract = type;
        if (line > 0) node.spans = place(line);
        m_graph.nodes.push_back(std::make_shared<const Node>(std::move(node)));
        return m_graph.nodes.back();
    }
    const Graph &graph() const { return m_graph; }
    const Graph &finish(NodePtr output) {
        m_graph.attrs = {{"graph_kernel", true}};
        m_graph.output = std::move(output);
        return m_graph;
    }
    const Graph &finish(std::vector<NodePtr> outputs) {
        std::vector<Abstract> types;
        for (const NodePtr &output : outputs)
            types.push_back(output->abstract);
        return finish(callOfType("MakeTuple", std::move(outputs), Abstract::tuple(std::move(types))));
    }

private:
    Node newNode(NodeKind kind) {
        Node node;
        node.id = NodeId{m_next++};
        node.kind = kind;
        return node;
    }
    static SpanList place(int line) {
        SourceSpan span;
        span.file = "model.py";
        span.line = span.endLine = line;
        span.column = 4;
        span.text = "line " + std::to_string(line);
        return std::make_shared<const std::vector<SourceSpan>>(std::vector<SourceSpan>{span});
    }

    Graph m_graph;
    int64_t m_next = 1;
};

/** All outputs of the kernel on these tensors; memory around them is watched for stray writes. */
inline std::vector<Tensor> runKernel(const CompiledKernel &kernel, const Graph &graph,
                                     const std::vector<Tensor> &inputs) {
    constexpr size_t guard = 256;
    constexpr char untouched = 0x5a;
    std::vector<const void *> from;
    for (const Tensor &input : inputs)
        from.push_back(input.rawData());
    std::vector<NodePtr> outputs = {graph.output};
    if (graph.output->isCallOf(op::MakeTuple)) outputs = graph.output->inputs;
    std::vector<std::vector<char>> blocks;
    std::vector<void *> to;
    for (const NodePtr &output : outputs) {
        blocks.emplace_back(size_t(output->abstract->bytes()) + 2 * guard, untouched);
        to.push_back(blocks.back().data() + guard);
    }
    kernel.run(from.data(), to.data());
    std::vector<Tensor> results;
    for (size_t i = 0; i < outputs.size(); ++i) {
        const auto size = size_t(outputs[i]->abstract->bytes());
        for (size_t k = 0; k < guard; ++k)
            if (blocks[i][k] != untouched || blocks[i][guard + size + k] != untouched)
                throw std::runtime_error("the kernel writes outside of its output");
        Tensor &result = results.emplace_back(outputs[i]->abstract->shape, outputs[i]->abstract->dtype);
        if (size > 0) std::memcpy(result.mutableRawData(), to[i], size);
    }
    return results;
}

/** Reproducible numbers of many sizes and both signs. */
inline Tensor randomTensor(const Dims &shape, unsigned seed, double low = -4, double high = 4) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<float> number{float(low), float(high)};
    Tensor tensor(shape, DType::Float32);
    for (int64_t i = 0; i < tensor.count(); ++i)
        tensor.mutableData<float>()[i] = number(generator);
    return tensor;
}

} // namespace jitscope::testing
