// SPDX-License-Identifier: Apache-2.0
// The gradients of activations as basic operators.
#include "engine/passes/support/expansions.h"

#include "engine/passes/support/constants.h"

#include <cmath>
#include <numbers>

namespace jitscope::inline passes {

namespace {

NodePtr oneMinus(const NodePtr &x, const Formula &f) {
    return f("Sub", f.number(1), x);
}

NodePtr reluGrad(const Node &node, const Formula &f) {
    const NodePtr &dy = node.inputs[0], &y = node.inputs[1];
    return f("Select", f("Greater", y, f.number(0)), dy, f.number(0));
}

NodePtr tanhGrad(const Node &node, const Formula &f) {
    const NodePtr &y = node.inputs[0], &dy = node.inputs[1];
    return f("Mul", dy, oneMinus(f("Mul", y, y), f));
}

NodePtr sigmoidGrad(const Node &node, const Formula &f) {
    const NodePtr &y = node.inputs[0], &dy = node.inputs[1];
    return f("Mul", dy, f("Mul", y, oneMinus(y, f)));
}

/** dy s (1 + x (1 - s)) with s = sigmoid(x). */
NodePtr siluGrad(const Node &node, const Formula &f) {
    const NodePtr &dy = node.inputs[0], &x = node.inputs[1];
    const NodePtr s = f("Div", f.number(1), f("Add", f("Exp", f("Neg", x)), f.number(1)));
    const NodePtr bend = f("Add", f("Mul", x, oneMinus(s, f)), f.number(1));
    return f("Mul", dy, f("Mul", s, bend));
}

/** 0.5 (1 + t) + 0.5 x (1 - t^2) u'(x), with t = tanh(u(x)), u(x) = sqrt(2/pi) (x + 0.044715 x^3). */
NodePtr geluSlopeByTanh(const NodePtr &x, const Formula &f) {
    const double scale = std::sqrt(2 / std::numbers::pi), cubic = 0.044715;
    const NodePtr squared = f("Mul", x, x);
    const NodePtr inner = f("Add", x, f("Mul", f("Mul", squared, x), f.number(cubic)));
    const NodePtr t = f("Tanh", f("Mul", inner, f.number(scale)));
    const NodePtr slope = f("Mul", f("Add", f("Mul", squared, f.number(3 * cubic)), f.number(1)), f.number(scale));
    const NodePtr bend = f("Mul", f("Mul", x, oneMinus(f("Mul", t, t), f)), slope);
    return f("Mul", f("Add", f("Add", t, f.number(1)), bend), f.number(0.5));
}

/** 0.5 (1 + erf(x / sqrt(2))) + x e^(-x^2 / 2) / sqrt(2 pi). */
NodePtr geluSlopeByErf(const NodePtr &x, const Formula &f) {
    const NodePtr erf = f("Erf", f("Mul", x, f.number(std::numbers::sqrt2 / 2)));
    const NodePtr area = f("Mul", f("Add", erf, f.number(1)), f.number(0.5));
    const NodePtr bell = f("Exp", f("Mul", f("Mul", x, x), f.number(-0.5)));
    const double density = 0.5 * std::numbers::inv_sqrtpi * std::numbers::sqrt2;
    return f("Add", area, f("Mul", f("Mul", x, bell), f.number(density)));
}

NodePtr geluGrad(const Node &node, const Formula &f) {
    const std::string *way = node.inputs.size() > 2 ? node.inputs[2]->value->asString() : nullptr;
    const NodePtr &dy = node.inputs[0], &x = node.inputs[1];
    return f("Mul", dy, way && *way == "tanh" ? geluSlopeByTanh(x, f) : geluSlopeByErf(x, f));
}

/** The sum over all axes but that of the channels. */
NodePtr biasAddGrad(const Node &node, const Formula &f) {
    const int rank = node.inputs[0]->abstract->shape.rank();
    const bool isChannelLast = node.inputs.size() > 1 && isNumber(*node.inputs[1], 1); // data_format NHWC
    const Dims axes = isChannelLast ? axesFrom(0, rank - 1) : axesWithoutChannels(rank);
    return f.reshape(f.reduce("ReduceSum", node.inputs[0], axes), node.abstract->shape);
}

constexpr Expansion list[] = {
    {"ReluGrad", reluGrad, "ReluGrad -> Greater, Select"},
    {"TanhGrad", tanhGrad, "TanhGrad -> Mul, Sub, Mul"},
    {"SigmoidGrad", sigmoidGrad, "SigmoidGrad -> Sub, Mul, Mul"},
    {"SiLUGrad", siluGrad, "SiLUGrad -> Neg, Exp, Add, Div, Sub, Mul"},
    {"GeLUGrad", geluGrad, "GeLUGrad -> Mul, Add, Tanh or Erf and Exp"},
    {"BiasAddGrad", biasAddGrad, "BiasAddGrad -> ReduceSum", ExpandWhen::NextToKernel},
};

} // namespace

std::span<const Expansion> activationGradientExpansions() {
    return list;
}

} // namespace jitscope::inline passes
