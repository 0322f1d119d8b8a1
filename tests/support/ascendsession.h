// SPDX-License-Identifier: Apache-2.0
// Recordings for the simulated device, made by hand: operators with tensors, a graph, a training step, collectives.
#pragma once

#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <string>
#include <vector>

namespace jitscope::testing {

/** Puts operators one behind the other, 1 us each on the host. */
class AscendSession {
public:
    int64_t tensor(DType dtype, const Dims &shape) {
        TensorRecord record;
        record.id = int64_t(m_session.tensors.size());
        record.dtype = dtype;
        record.shape = shape;
        m_session.tensors.push_back(record);
        return record.id;
    }
    /** `change` gets it before it is in the session. */
    template<class Change>
    void op(const std::string &name, const std::vector<int64_t> &inputs, const std::vector<int64_t> &outputs,
            Change change) {
        OpEvent made;
        made.number = int64_t(m_session.ops.size()) + 1;
        made.op = name;
        made.startNs = 1000 * made.number;
        made.durationNs = 1000;
        made.inputs = IdList(inputs);
        made.outputs = IdList(outputs);
        made.operands = "f32[2]";
        made.result = "f32[2]";
        change(made);
        m_session.ops.push_back(made);
    }
    void op(const std::string &name, const std::vector<int64_t> &inputs, const std::vector<int64_t> &outputs) {
        op(name, inputs, outputs, [](OpEvent &) {});
    }
    Session &session() { return m_session; }
    Session take() {
        m_session.linkTensors();
        return std::move(m_session);
    }

private:
    Session m_session;
};

/** Two steps of a small training: a product, an activation, a collective over the gradient, an optimizer; then a graph
    of three kernels. */
inline Session trainingSession() {
    AscendSession made;
    const int64_t data = made.tensor(DType::Float32, {64, 1024}), weight = made.tensor(DType::Float32, {1024, 512});
    const auto backward = [](OpEvent &op) { op.phase = OpPhase::Backward; };
    for (int step = 0; step < 2; ++step) {
        const int64_t product = made.tensor(DType::Float32, {64, 512}), active = made.tensor(DType::Float32, {64, 512});
        const int64_t flat = made.tensor(DType::Float32, {32768}), gradient = made.tensor(DType::Float32, {1024, 512});
        const int64_t sum = made.tensor(DType::Float32, {1024, 512}), after = made.tensor(DType::Float32, {1024, 512});
        made.op("MatMul", {data, weight}, {product}, [](OpEvent &op) { op.cost.flops = 2.0 * 64 * 1024 * 512; });
        made.op("ReLU", {product}, {active});
        made.op("Reshape", {active}, {flat});
        made.op("MatMul", {data, active}, {gradient}, backward);
        made.op("AllReduce", {gradient}, {sum}, backward);
        made.op("ApplyMomentum", {weight, sum}, {after}, [](OpEvent &op) {
            op.phase = OpPhase::Optimizer;
            op.writes = true;
        });
    }
    Compilation compilation;
    compilation.index = 0;
    compilation.function = "f";
    compilation.jitLevel = "O1";
    made.session().compilations.push_back(compilation);
    made.session().graphCalls.push_back({1, "f", 0, 12500, 5000, -1});
    int64_t last = data;
    for (int i = 0; i < 3; ++i) {
        const int64_t next = made.tensor(DType::Float32, {64, 1024});
        made.op("Exp", {last}, {next}, [](OpEvent &op) {
            op.graphCall = 1;
            op.compilation = 0;
        });
        last = next;
    }
    return made.take();
}

} // namespace jitscope::testing
