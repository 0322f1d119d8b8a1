// SPDX-License-Identifier: Apache-2.0
// Writes composite element-wise operators as basic ones, so that clusters can grow across them.
//
// Rules (float32 only; each is a record in `expansions()`)
//   BiasAdd(x, b)   ->  x + b, with b reshaped to the channel axis where that is not the last
//   Square(x)       ->  x * x
//   Sigmoid(x)      ->  1 / (1 + exp(-x))
//   SiLU(x)         ->  x / (1 + exp(-x))
//   GeLU(x, "tanh")  ->  0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))
//   GeLU(x, "none")  ->  0.5 x (1 + erf(x / sqrt(2)))
#include "engine/passes/passes.h"

#include "engine/passes/constants.h"
#include "engine/passes/rewriter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace jitscope {

namespace {

/** Writes the basic calls for one composite call; null as soon as one of them cannot be built. */
class Formula {
public:
    Formula(const NodePtr &composite, Rewriter &rewriter)
        : m_replaced({composite})
        , m_rewriter(rewriter) {}

    NodePtr operator()(std::string_view op, const NodePtr &x) const {
        return x ? m_rewriter.call(op, {x}, m_replaced) : nullptr;
    }
    NodePtr operator()(std::string_view op, const NodePtr &x, const NodePtr &y) const {
        return x && y ? m_rewriter.call(op, {x, y}, m_replaced) : nullptr;
    }
    NodePtr number(double value) const { return m_rewriter.constant(value, m_replaced); }
    NodePtr shape(const Dims &dims) const { return m_rewriter.constant(Value::ints(dims), m_replaced); }

private:
    std::vector<NodePtr> m_replaced;
    Rewriter &m_rewriter;
};

NodePtr biasAdd(const Node &node, const Formula &f) {
    constexpr int channelAxis = 1;
    const int rank = node.abstract.shape.rank();
    const bool isChannelLast = node.inputs.size() > 2 && isNumber(*node.inputs[2], 1); // data_format NHWC
    if (isChannelLast || rank - 1 == channelAxis) return f("Add", node.inputs[0], node.inputs[1]);
    Dims shape = Dims::filled(rank - channelAxis, 1);
    shape[0] = node.inputs[1]->abstract.count();
    return f("Add", node.inputs[0], f("Reshape", node.inputs[1], f.shape(shape)));
}

NodePtr square(const Node &node, const Formula &f) {
    return f("Mul", node.inputs[0], node.inputs[0]);
}

NodePtr onePlusExpOfMinus(const NodePtr &x, const Formula &f) {
    return f("Add", f("Exp", f("Neg", x)), f.number(1));
}

NodePtr sigmoid(const Node &node, const Formula &f) {
    return f("Div", f.number(1), onePlusExpOfMinus(node.inputs[0], f));
}

NodePtr silu(const Node &node, const Formula &f) {
    return f("Div", node.inputs[0], onePlusExpOfMinus(node.inputs[0], f));
}

NodePtr geluByTanh(const NodePtr &x, const Formula &f) {
    const NodePtr cube = f("Mul", f("Mul", x, x), x);
    const NodePtr inner = f("Add", x, f("Mul", cube, f.number(0.044715)));
    const NodePtr tanh = f("Tanh", f("Mul", inner, f.number(std::sqrt(2 / std::numbers::pi))));
    return f("Mul", f("Mul", x, f.number(0.5)), f("Add", tanh, f.number(1)));
}

NodePtr geluByErf(const NodePtr &x, const Formula &f) {
    const NodePtr erf = f("Erf", f("Mul", x, f.number(std::numbers::sqrt2 / 2)));
    return f("Mul", f("Mul", x, f.number(0.5)), f("Add", erf, f.number(1)));
}

NodePtr gelu(const Node &node, const Formula &f) {
    const std::string *way = node.inputs.size() > 1 ? node.inputs[1]->value.asString() : nullptr;
    if (way && *way == "tanh") return geluByTanh(node.inputs[0], f);
    return geluByErf(node.inputs[0], f);
}

struct Expansion {
    std::string_view op;
    NodePtr (*expand)(const Node &node, const Formula &formula);
    std::string_view rule;
};

constexpr Expansion expansions[] = {
    {"BiasAdd", biasAdd, "BiasAdd -> Add"},
    {"Square", square, "Square -> Mul"},
    {"Sigmoid", sigmoid, "Sigmoid -> Neg, Exp, Add, Div"},
    {"SiLU", silu, "SiLU -> Neg, Exp, Add, Div"},
    {"GeLU", gelu, "GeLU -> Mul, Add, Tanh or Erf"},
};

NodePtr expanded(const NodePtr &node, Rewriter &rewriter) {
    const auto expansion = std::find_if(std::begin(expansions), std::end(expansions),
                                        [&](const Expansion &candidate) { return node->isCallOf(candidate.op); });
    if (expansion == std::end(expansions)) return node;
    if (!node->abstract.isTensor() || node->abstract.dtype != DType::Float32) {
        rewriter.refuse(std::string(expansion->rule), {node},
                        "gives " + brief(node->abstract) + ", kernels compute Float32");
        return node;
    }
    const NodePtr basic = expansion->expand(*node, Formula(node, rewriter));
    if (!basic || !sameType(basic->abstract, node->abstract)) return node;
    return rewriter.log(std::string(expansion->rule), {node}, basic);
}

} // namespace

Module expandGraphKernels(const Module &module, PassContext &context) {
    Rewriter rewriter(context);
    return rewriteGraphs(module, [&](const NodePtr &node) { return expanded(node, rewriter); });
}

} // namespace jitscope
