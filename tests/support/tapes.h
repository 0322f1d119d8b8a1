// SPDX-License-Identifier: Apache-2.0
// Recordings of eager runs of any length, made without Python: straight lines, loops, training steps.
#pragma once

#include "engine/session/session.h"

namespace jitscope::testing {

/** Writes operators into a session as a recorder would. */
class TapeMaker {
public:
    Session session;
    OpPhase phase = OpPhase::Forward;
    std::string scope;

    /** Frames from the innermost outwards: "forward:12". */
    void at(std::initializer_list<std::pair<const char *, int>> frames) {
        std::vector<StackFrame> stack;
        for (const auto &[function, line] : frames)
            stack.push_back({function, {"train.py", line, line, 4, 20, "..."}});
        for (size_t i = 0; i < session.stacks.size(); ++i) {
            m_stack = int(i);
            if (session.stacks[i] == stack) return;
        }
        session.stacks.push_back(std::move(stack));
        m_stack = int(session.stacks.size()) - 1;
    }
    int64_t tensor(const std::string &name = {}) {
        TensorRecord record;
        record.id = int64_t(session.tensors.size());
        record.shape = {8, 8};
        record.name = name;
        session.tensors.push_back(record);
        return record.id;
    }
    /** Runs an operator; the id of its result. */
    int64_t run(const std::string &name, std::initializer_list<int64_t> inputs) {
        OpEvent op;
        op.number = int64_t(session.ops.size()) + 1;
        op.op = name;
        op.inputs = inputs;
        op.outputs = {tensor()};
        op.result = "f32[8,8]";
        op.durationNs = 1000;
        op.scope = scope;
        op.phase = phase;
        op.stack = m_stack;
        session.tensors.change(session.tensors.size() - 1, [&](TensorRecord &tensor) { tensor.op = op.number; });
        session.ops.push_back(op);
        return op.outputs.front();
    }

private:
    int m_stack = -1;
};

/** `steps` training steps of a network of one dense layer: forward in a cell, backward, an optimizer. */
inline Session trainingTape(int steps) {
    TapeMaker tape;
    const int64_t w = tape.tensor("fc.weight"), b = tape.tensor("fc.bias");
    for (int step = 0; step < steps; ++step) {
        const int64_t x = tape.tensor();
        tape.phase = OpPhase::Forward;
        tape.scope = "Default/fc-Dense";
        tape.at({{"Net.construct", 12}, {"forward", 20}, {"<module>", 30}});
        const int64_t y = tape.run("BiasAdd", {tape.run("MatMul", {x, w}), b});
        tape.scope = "";
        tape.at({{"forward", 21}, {"<module>", 30}});
        const int64_t loss = tape.run("ReduceMean", {y});
        tape.at({{"<module>", 30}});
        tape.phase = OpPhase::Backward;
        const int64_t g = tape.run("BroadcastTo", {loss});
        const int64_t gw = tape.run("MatMul", {x, g}), gb = tape.run("BiasAddGrad", {g});
        tape.phase = OpPhase::Optimizer;
        tape.at({{"<module>", 31}});
        tape.run("SGD", {w, gw});
        tape.run("SGD", {b, gb});
    }
    return tape.session;
}

} // namespace jitscope::testing
