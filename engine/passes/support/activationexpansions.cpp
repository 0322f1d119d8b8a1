// SPDX-License-Identifier: Apache-2.0
// Activations and filled tensors as basic operators.
//
// Left out: softplus, logsigmoid, elu, selu, celu and mish. Near 0 and far below it they need log(1 + x) and e^x - 1
// without loss of digits, which the basic operators do not have. Gelu and silu neither: their formulas give NaN for
// -infinity, where the operators give 0; kernels have code for them as they are.
#include "engine/passes/support/expansions.h"

#include "engine/passes/support/constants.h"

namespace jitscope::inline passes {

namespace {

NodePtr biasAdd(const Node &node, const Formula &f) {
    const int rank = node.abstract->shape.rank();
    const bool isChannelLast = node.inputs.size() > 2 && isNumber(*node.inputs[2], 1); // data_format NHWC
    if (isChannelLast) return f("Add", node.inputs[0], node.inputs[1]);
    return f("Add", node.inputs[0], f.overChannels(node.inputs[1], rank));
}

NodePtr square(const Node &node, const Formula &f) {
    return f("Mul", node.inputs[0], node.inputs[0]);
}

NodePtr sigmoid(const Node &node, const Formula &f) {
    return f("Div", f.number(1), f("Add", f("Exp", f("Neg", node.inputs[0])), f.number(1)));
}

NodePtr addRelu(const Node &node, const Formula &f) {
    return f("ReLU", f("Add", node.inputs[0], node.inputs[1]));
}

NodePtr relu6(const Node &node, const Formula &f) {
    return f("Minimum", f("ReLU", node.inputs[0]), f.number(6));
}

NodePtr leakyRelu(const Node &node, const Formula &f) {
    const NodePtr &x = node.inputs[0];
    return f("Select", f("Greater", x, f.number(0)), x, f("Mul", x, node.inputs[1]));
}

/** x / 6 + 0.5, brought between 0 and 1. */
NodePtr hardSigmoid(const Node &node, const Formula &f) {
    const NodePtr line = f("Add", f("Div", node.inputs[0], f.number(6)), f.number(0.5));
    return f("Minimum", f("Maximum", line, f.number(0)), f.number(1));
}

NodePtr threshold(const Node &node, const Formula &f) {
    const NodePtr &x = node.inputs[0];
    return f("Select", f("Greater", x, node.inputs[1]), x, node.inputs[2]);
}

NodePtr softsign(const Node &node, const Formula &f) {
    return f("Div", node.inputs[0], f("Add", f("Abs", node.inputs[0]), f.number(1)));
}

/** One number, broadcast: kernels then hold it in their code. */
NodePtr filledLike(const Node &node, const Formula &f, double number) {
    return f.broadcast(number, node.abstract->shape);
}

NodePtr onesLike(const Node &node, const Formula &f) {
    return filledLike(node, f, 1);
}

NodePtr zerosLike(const Node &node, const Formula &f) {
    return filledLike(node, f, 0);
}

constexpr Expansion list[] = {
    {"BiasAdd", biasAdd, "BiasAdd -> Add"},
    {"Square", square, "Square -> Mul"},
    {"Sigmoid", sigmoid, "Sigmoid -> Neg, Exp, Add, Div"},
    {"FusedAddReluV2", addRelu, "FusedAddReluV2 -> Add, ReLU", ExpandWhen::NextToKernel},
    {"ReLU6", relu6, "ReLU6 -> ReLU, Minimum"},
    {"LeakyReLU", leakyRelu, "LeakyReLU -> Greater, Mul, Select"},
    {"HSigmoid", hardSigmoid, "HSigmoid -> Div, Add, Maximum, Minimum"},
    {"Threshold", threshold, "Threshold -> Greater, Select"},
    {"Softsign", softsign, "Softsign -> Abs, Add, Div"},
    {"OnesLike", onesLike, "OnesLike -> BroadcastTo of 1"},
    {"ZerosLike", zerosLike, "ZerosLike -> BroadcastTo of 0"},
};

} // namespace

std::span<const Expansion> activationExpansions() {
    return list;
}

} // namespace jitscope::inline passes
