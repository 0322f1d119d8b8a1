// SPDX-License-Identifier: Apache-2.0
// Recordings of a training loop of any length, for the tests and benchmarks of stepping.
#pragma once

#include "engine/session/session.h"

namespace jitscope::testing {

/** Operators of one round of the loop, in the order of running. */
struct LoopOp {
    const char *op, *scope;
    int stack; ///< of loopStacks()
    OpPhase phase;
};

inline const std::vector<LoopOp> &loopOps() {
    static const std::vector<LoopOp> ops = {
        {"MatMul", "Default/network-Net/fc1-Dense", 0, OpPhase::Forward},
        {"BiasAdd", "Default/network-Net/fc1-Dense", 0, OpPhase::Forward},
        {"ReLU", "Default/network-Net", 1, OpPhase::Forward},
        {"MatMul", "Default/network-Net/fc2-Dense", 2, OpPhase::Forward},
        {"BiasAdd", "Default/network-Net/fc2-Dense", 2, OpPhase::Forward},
        {"Log", "Default/loss-Loss", 3, OpPhase::Forward},
        {"ReduceMean", "Default/loss-Loss", 3, OpPhase::Forward},
        {"MatMul", "Default/network-Net/fc2-Dense", 4, OpPhase::Backward},
        {"ReluGrad", "Default/network-Net", 4, OpPhase::Backward},
        {"ApplyMomentum", "Default/optimizer-SGD", 5, OpPhase::Optimizer},
    };
    return ops;
}

inline StackFrame frameAt(const std::string &function, int line) {
    StackFrame frame;
    frame.function = function;
    frame.span.file = "/home/me/train.py";
    frame.span.line = line;
    return frame;
}

inline std::vector<std::vector<StackFrame>> loopStacks() {
    const StackFrame module = frameAt("<module>", 40), step = frameAt("train_step", 30),
                     net = frameAt("Net.construct", 12);
    const StackFrame forward = frameAt("forward_fn", 22);
    return {
        {frameAt("Dense.construct", 5), frameAt("Net.construct", 10), forward, step, module},
        {frameAt("Net.construct", 11), forward, step, module},
        {frameAt("Dense.construct", 5), net, forward, step, module},
        {frameAt("Loss.construct", 17), forward, step, module},
        {frameAt("train_step", 31), module},
        {frameAt("train_step", 32), module},
    };
}

enum class LoopValues : uint8_t { None, Small };

/** `count` operators in rounds of loopOps(), numbered from `first`; as parts, only the first has the stacks. */
inline Session loopSession(int64_t count, LoopValues values = LoopValues::None, int64_t first = 1) {
    Session session;
    if (first == 1) {
        session.info = {{"script", "/home/me/train.py"}, {"mode", "pynative"}};
        session.stacks = loopStacks();
    }
    Tensor shared;
    if (values == LoopValues::Small) shared = Tensor::full({4, 8}, 1.5, DType::Float32);
    const std::vector<LoopOp> &ops = loopOps();
    for (int64_t i = 0; i < count; ++i) {
        const int64_t number = first + i;
        const LoopOp &kind = ops[size_t(number - 1) % ops.size()];
        TensorRecord tensor;
        tensor.id = number - 1;
        tensor.shape = {4, 8};
        if (shared.defined()) tensor.value = RecordedValue(shared);
        session.tensors.push_back(std::move(tensor));
        OpEvent op;
        op.number = number;
        op.op = kind.op;
        if (number > 1) op.inputs = {number - 2};
        op.outputs = {number - 1};
        op.operands = "f32[4,8], f32[8,8]";
        op.result = "f32[4,8]";
        op.startNs = number * 2000;
        op.durationNs = 1000 + (number * 7919) % 5000;
        op.scope = kind.scope;
        op.stack = kind.stack;
        op.phase = kind.phase;
        session.ops.push_back(std::move(op));
    }
    return session;
}

} // namespace jitscope::testing
