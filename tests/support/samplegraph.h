// SPDX-License-Identifier: Apache-2.0
// A small network as it is captured, with the records of all passes over it and a tape of operators: what the tests of
// graph views look at, made without Python.
#pragma once

#include "engine/base/text.h"
#include "engine/capture/graphcapture.h"
#include "engine/ops/opdef.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <stdexcept>

namespace jitscope::testing {

/** Captures dense layers; every call is checked by the operator's own inference. */
class NetworkCapture {
public:
    /** `blocks` residual blocks of two dense layers; in each the compiler finds something to inline, fold and fuse. */
    Module network(int blocks) {
        m_capture.openGraph("Network.construct", spanAt(10, "def construct(self, x):"));
        NodePtr x = m_capture.addParameter("x", Abstract::tensor(DType::Float32, {32, 64}));
        for (int i = 0; i < blocks; ++i)
            x = block(x, i);
        const NodePtr pair = m_capture.makeTuple(
            {x, call("ReduceMean", {x, m_capture.constant(Value()), m_capture.constant(Value(false))},
                     "Default/network-Network", 31)},
            spanAt(31, "return x, x.mean()"), "Default/network-Network");
        m_capture.closeGraph(pair);
        return m_capture.finish();
    }
    IdSource &ids() { return m_capture.ids(); }

private:
    static SpanList spanAt(int line, const std::string &text) {
        return std::make_shared<const std::vector<SourceSpan>>(
            std::vector<SourceSpan>{{"/home/user/network.py", line, line, 8, 8 + int(text.size()), text}});
    }

    NodePtr call(const std::string &op, std::vector<NodePtr> inputs, const std::string &scope, int line) {
        const OpDef *def = findOp(op);
        if (!def) throw std::runtime_error("no operator " + op);
        auto node = m_capture.addCall(*def, std::move(inputs), "", spanAt(line, "x = ..."), scope);
        if (!node) throw std::runtime_error(node.error().message);
        return *node;
    }

    NodePtr dense(const NodePtr &x, const std::string &name, const std::string &scope, int line) {
        const NodePtr weight = m_capture.weight(name + ".weight", Tensor::zeros({64, 64}, DType::Float32));
        const NodePtr bias = m_capture.weight(name + ".bias", Tensor::zeros({64}, DType::Float32));
        const std::string inner = scope + "/" + name.substr(name.rfind('.') + 1) + "-Dense";
        const NodePtr product =
            call("MatMul", {x, weight, m_capture.constant(Value(false)), m_capture.constant(Value(true))}, inner, line);
        return call("BiasAdd", {product, bias}, inner, line);
    }

    NodePtr block(const NodePtr &x, int index) {
        const std::string name = format("block%d", index), scope = "Default/network-Network/" + name + "-Block";
        const NodePtr hidden = call("ReLU", {dense(x, name + ".fc1", scope, 20)}, scope, 21);
        const NodePtr second = dense(hidden, name + ".fc2", scope, 22);

        const std::string gate = m_capture.openGraph("gate", spanAt(4, "def gate(x):"));
        const NodePtr inside = m_capture.addParameter("x", second->abstract);
        m_capture.closeGraph(call("Mul", {call("Sigmoid", {inside}, scope, 5), inside}, scope, 5));

        const NodePtr gated = m_capture.addGraphCall(gate, {second}, "", spanAt(23, "x = gate(x)"), scope);
        const NodePtr neutral = call("Mul", {gated, m_capture.constant(Value(1.0))}, scope, 24);
        const NodePtr scaled = call("Exp", {call("Neg", {call("Abs", {neutral}, scope, 25)}, scope, 25)}, scope, 25);
        return call("Add", {x, scaled}, scope, 26);
    }

    GraphCapture m_capture;
};

/** The network compiled by the whole pipeline, and the operators of its first block as an eager tape. */
inline Session sampleSession(int blocks = 1) {
    NetworkCapture capture;
    Compilation compilation;
    compilation.index = 0;
    compilation.function = "Network.construct";
    compilation.key = "f32[32,64]";
    compilation.captureMode = "ast";
    compilation.jitLevel = "O1";
    compilation.device = "CPU";
    compilation.reason = "first call";
    compilation.captured = capture.network(blocks);
    PassContext context{capture.ids(), JitLevel::O1, {}, {}};
    SnapshotInstrument snapshots;
    PassInstrument *instruments[] = {&snapshots};
    compilation.final = runPasses(compilation.captured, builtinPasses(), context, instruments);
    compilation.passes = std::move(snapshots.records);
    compilation.stages = {{"capture", 0, 1900000}, {"passes", 1900000, 900000}, {"codegen", 2800000, 38200000}};

    Session session;
    session.info["script"] = "/home/user/network.py";
    session.compilations.push_back(std::move(compilation));
    const auto addTensor = [&](const std::string &name, const Dims &shape) {
        TensorRecord tensor;
        tensor.id = int64_t(session.tensors.size());
        tensor.shape = shape;
        tensor.name = name;
        session.tensors.push_back(tensor);
        return tensor.id;
    };
    const auto addOp = [&](const std::string &name, std::vector<int64_t> inputs, int64_t timeNs) {
        OpEvent op;
        op.number = int64_t(session.ops.size()) + 1;
        op.op = name;
        op.inputs = std::move(inputs);
        op.outputs = {addTensor("", {32, 64})};
        op.result = "f32[32,64]";
        op.durationNs = timeNs;
        op.scope = "Default/network-Network/fc1-Dense";
        session.ops.push_back(op);
        return op.outputs.front();
    };
    const int64_t x = addTensor("", {32, 64}), w = addTensor("fc1.weight", {64, 64}), b = addTensor("fc1.bias", {64});
    const int64_t hidden = addOp("ReLU", {addOp("BiasAdd", {addOp("MatMul", {x, w}, 26100), b}, 6000)}, 5800);
    addOp("Add", {x, hidden}, 2100);
    return session;
}

} // namespace jitscope::testing
