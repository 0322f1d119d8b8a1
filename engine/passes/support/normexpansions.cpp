// SPDX-License-Identifier: Apache-2.0
// Softmax and normalisations with their gradients, and means, as reductions and element-wise operators.
#include "engine/passes/support/expansions.h"

#include "engine/passes/support/constants.h"

namespace jitscope::inline passes {

namespace {

// --- softmax ---------------------------------------------------------------------------------------------------------

/** The one axis that input `index` names; nothing for a scalar. */
std::optional<Dims> axisInput(const Node &node, size_t index) {
    const int rank = node.abstract->shape.rank();
    const std::optional<Dims> axes = index < node.inputs.size() ? constantDims(*node.inputs[index]) : std::nullopt;
    if (!axes || axes->rank() != 1 || rank == 0) return {};
    const int64_t axis = (*axes)[0] < 0 ? (*axes)[0] + rank : (*axes)[0];
    return Dims{axis};
}

NodePtr softmax(const Node &node, const Formula &f) {
    const auto axis = axisInput(node, 1);
    if (!axis) return nullptr;
    const NodePtr &x = node.inputs[0];
    const NodePtr power = f("Exp", f("Sub", x, f.reduce("ReduceMax", x, *axis)));
    return f("Div", power, f.reduce("ReduceSum", power, *axis));
}

NodePtr logSoftmax(const Node &node, const Formula &f) {
    const auto axis = axisInput(node, 1);
    if (!axis) return nullptr;
    const NodePtr below = f("Sub", node.inputs[0], f.reduce("ReduceMax", node.inputs[0], *axis));
    return f("Sub", below, f("Log", f.reduce("ReduceSum", f("Exp", below), *axis)));
}

NodePtr softmaxBackward(const Node &node, const Formula &f) {
    const auto axis = axisInput(node, 2);
    if (!axis) return nullptr;
    const NodePtr &dout = node.inputs[0], &out = node.inputs[1];
    return f("Mul", f("Sub", dout, f.reduce("ReduceSum", f("Mul", dout, out), *axis)), out);
}

NodePtr logSoftmaxGrad(const Node &node, const Formula &f) {
    const auto axis = axisInput(node, 2);
    if (!axis) return nullptr;
    const NodePtr &out = node.inputs[0], &dout = node.inputs[1];
    return f("Sub", dout, f("Mul", f("Exp", out), f.reduce("ReduceSum", dout, *axis)));
}

// --- of rows ---------------------------------------------------------------------------------------------------------

/** The first axis that input `index` names for a tensor of that rank. */
std::optional<int> firstAxis(const Node &node, size_t index, int rank) {
    const int64_t *axis = index < node.inputs.size() ? node.inputs[index]->value->asInt() : nullptr;
    if (!axis || *axis < -rank || *axis >= rank) return {};
    return int(*axis < 0 ? *axis + rank : *axis);
}

std::optional<double> numberInput(const Node &node, size_t index) {
    return index < node.inputs.size() ? uniformNumber(*node.inputs[index]) : std::nullopt;
}

/** (x - mean) / sqrt(variance + epsilon) * gamma + beta, then the mean and the variance. */
std::vector<NodePtr> normalised(const NodePtr &x, const Dims &axes, const NodePtr &gamma, const NodePtr &beta,
                                double epsilon, const Formula &f) {
    const NodePtr mean = f.mean(x, axes);
    const NodePtr centred = f("Sub", x, mean);
    const NodePtr variance = f.mean(f("Mul", centred, centred), axes);
    const NodePtr factor = f("Rsqrt", f("Add", variance, f.number(epsilon)));
    return {f("Add", f("Mul", f("Mul", centred, factor), gamma), beta), mean, variance};
}

NodePtr layerNorm(const Node &node, const Formula &f) {
    const int rank = node.inputs[0]->abstract->shape.rank();
    const auto norm = firstAxis(node, 3, rank);
    const auto epsilon = numberInput(node, 5);
    if (!norm || !epsilon) return nullptr;
    return f.tuple(normalised(node.inputs[0], axesFrom(*norm, rank), node.inputs[1], node.inputs[2], *epsilon, f));
}

/** The same of x1 + x2 over the last axis, and the sum. */
NodePtr addLayerNorm(const Node &node, const Formula &f) {
    const auto epsilon = numberInput(node, 4);
    const NodePtr sum = f("Add", node.inputs[0], node.inputs[1]);
    if (!epsilon || !sum) return nullptr;
    const Dims axes = {sum->abstract->shape.rank() - 1};
    std::vector<NodePtr> results = normalised(sum, axes, node.inputs[2], node.inputs[3], *epsilon, f);
    results.push_back(sum);
    return f.tuple(std::move(results));
}

/** With c = x - mean, r = 1 / sqrt(variance + epsilon), h = dy gamma: dx = r (h - mean(h) - c r^2 mean(h c)),
    dgamma = sum(dy c r), dbeta = sum(dy). */
NodePtr layerNormGrad(const Node &node, const Formula &f) {
    const NodePtr &x = node.inputs[0], &dy = node.inputs[1], &gamma = node.inputs[4];
    const int rank = x->abstract->shape.rank();
    const auto norm = firstAxis(node, 5, rank), params = firstAxis(node, 6, rank);
    const auto epsilon = numberInput(node, 7);
    const auto isLeftOut = [](const NodePtr &gradient) {
        return (gradient->isConstant() && gradient->value->isNone()) || isNumber(*gradient, 0);
    };
    const bool isPlain = node.inputs.size() == 10 && isLeftOut(node.inputs[8]) && isLeftOut(node.inputs[9]);
    const bool hasMoments = node.inputs[2]->abstract->isTensor() && node.inputs[3]->abstract->isTensor();
    if (!norm || !params || !epsilon || !isPlain || !hasMoments || *params == 0) return nullptr;
    const Dims axes = axesFrom(*norm, rank);
    Dims rows;
    for (int axis = 0; axis < *params; ++axis)
        rows.push(axis);
    const NodePtr centred = f("Sub", x, node.inputs[3]);
    const NodePtr factor = f("Rsqrt", f("Add", node.inputs[2], f.number(*epsilon)));
    const NodePtr h = f("Mul", dy, gamma);
    const NodePtr along = f("Mul", f("Mul", factor, factor), f.mean(f("Mul", h, centred), axes));
    const NodePtr rest = f("Sub", f("Sub", h, f.mean(h, axes)), f("Mul", centred, along));
    const NodePtr dgamma = f.reduce("ReduceSum", f("Mul", dy, f("Mul", centred, factor)), rows);
    const NodePtr dbeta = f.reduce("ReduceSum", dy, rows);
    return f.tuple(
        {f("Mul", rest, factor), f.reshape(dgamma, gamma->abstract->shape), f.reshape(dbeta, gamma->abstract->shape)});
}

/** x / sqrt(mean(x^2) + epsilon) * gamma, with the factor. */
NodePtr rmsNorm(const Node &node, const Formula &f) {
    const NodePtr &x = node.inputs[0], &gamma = node.inputs[1];
    const auto epsilon = numberInput(node, 2);
    const int rank = x->abstract->shape.rank(), first = rank - gamma->abstract->shape.rank();
    if (!epsilon || first < 0) return nullptr;
    const NodePtr square = f.mean(f("Mul", x, x), axesFrom(first, rank));
    const NodePtr factor = f("Rsqrt", f("Add", square, f.number(*epsilon)));
    return f.tuple({f("Mul", f("Mul", x, factor), gamma), factor});
}

// --- of channels, with moments from outside --------------------------------------------------------------------------

/** (x - mean) / sqrt(variance + epsilon) * scale + bias; while training null, since kernels cannot reduce those axes.
 */
NodePtr channelsNormalised(const Node &node, const Formula &f) {
    const bool *training = node.inputs.size() > 5 ? node.inputs[5]->value->asBool() : nullptr;
    const auto epsilon = numberInput(node, 6);
    if (!training || *training || !epsilon) return nullptr;
    const int rank = node.inputs[0]->abstract->shape.rank();
    const auto channels = [&](const NodePtr &x) { return f.overChannels(x, rank); };
    const NodePtr factor = f("Rsqrt", f("Add", node.inputs[4], f.number(*epsilon)));
    const NodePtr centred = f("Sub", node.inputs[0], channels(node.inputs[3]));
    const NodePtr slope = factor ? f("Mul", node.inputs[1], factor) : nullptr;
    if (!slope) return nullptr;
    return f("Add", f("Mul", centred, channels(slope)), channels(node.inputs[2]));
}

NodePtr withMoments(const NodePtr &y, const Node &node, const Formula &f) {
    return f.tuple({y, node.inputs[3], node.inputs[4], node.inputs[3], node.inputs[4]});
}

NodePtr batchNorm(const Node &node, const Formula &f) {
    return withMoments(channelsNormalised(node, f), node, f);
}

NodePtr batchNormWithActivation(const Node &node, const Formula &f) {
    const std::string *activation = node.inputs.size() > 9 ? node.inputs[9]->value->asString() : nullptr;
    if (!activation || *activation != "relu") return nullptr;
    return withMoments(f("ReLU", channelsNormalised(node, f)), node, f);
}

/** dx = dy scale r, dscale = sum(dy (x - mean) r), dbias = sum(dy), with r = 1 / sqrt(variance + epsilon). */
NodePtr batchNormGrad(const Node &node, const Formula &f) {
    const bool *training = node.inputs.size() > 6 ? node.inputs[6]->value->asBool() : nullptr;
    const auto epsilon = numberInput(node, 7);
    if (!training || *training || !epsilon) return nullptr;
    const NodePtr &dy = node.inputs[0], &x = node.inputs[1];
    const int rank = x->abstract->shape.rank();
    const Dims axes = axesWithoutChannels(rank), &shape = node.inputs[2]->abstract->shape;
    const NodePtr factor = f("Rsqrt", f("Add", node.inputs[4], f.number(*epsilon)));
    const NodePtr slope = factor ? f("Mul", node.inputs[2], factor) : nullptr;
    if (!slope) return nullptr;
    const NodePtr dx = f("Mul", dy, f.overChannels(slope, rank));
    const NodePtr centred = f("Sub", x, f.overChannels(node.inputs[3], rank));
    const NodePtr dscale = f("Mul", f.reshape(f.reduce("ReduceSum", f("Mul", dy, centred), axes), shape), factor);
    return f.tuple({dx, dscale, f.reshape(f.reduce("ReduceSum", dy, axes), shape)});
}

// --- means -----------------------------------------------------------------------------------------------------------

NodePtr reduceMean(const Node &node, const Formula &f) {
    const NodePtr &x = node.inputs[0];
    const int rank = x->abstract->shape.rank();
    const bool isAll = node.inputs[1]->isConstant() && node.inputs[1]->value->isNone();
    const std::optional<Dims> named = isAll ? std::optional(Dims()) : constantDims(*node.inputs[1]);
    if (!named || x->abstract->count() == 0 || rank == 0) return nullptr;
    Dims axes = named->empty() ? axesFrom(0, rank) : *named;
    for (int64_t i = 0; i < axes.rank(); ++i)
        if (axes[int(i)] < 0) axes[int(i)] += rank;
    return f.reshape(f.mean(x, axes), node.abstract->shape);
}

constexpr auto nextToKernel = ExpandWhen::NextToKernel;

constexpr Expansion list[] = {
    {"Softmax", softmax, "Softmax -> ReduceMax, Sub, Exp, ReduceSum, Div", nextToKernel},
    {"LogSoftmax", logSoftmax, "LogSoftmax -> ReduceMax, Sub, Exp, ReduceSum, Log, Sub", nextToKernel},
    {"SoftmaxBackward", softmaxBackward, "SoftmaxBackward -> Mul, ReduceSum, Sub, Mul", nextToKernel},
    {"LogSoftmaxGrad", logSoftmaxGrad, "LogSoftmaxGrad -> ReduceSum, Exp, Mul, Sub", nextToKernel},
    {"LayerNorm", layerNorm, "LayerNorm -> ReduceSum, Div, Sub, Mul, Add, Rsqrt", nextToKernel},
    {"LayerNormGrad", layerNormGrad, "LayerNormGrad -> Sub, Rsqrt, Mul, ReduceSum, Div", nextToKernel, 2},
    {"AddLayerNorm", addLayerNorm, "AddLayerNorm -> Add, ReduceSum, Div, Sub, Mul, Rsqrt", nextToKernel},
    {"RmsNorm", rmsNorm, "RmsNorm -> Mul, ReduceSum, Div, Add, Rsqrt", nextToKernel},
    {"BatchNorm", batchNorm, "BatchNorm -> Add, Rsqrt, Sub, Mul", nextToKernel},
    {"BatchNormWithActivation", batchNormWithActivation, "BatchNormWithActivation -> Add, Rsqrt, Sub, Mul, ReLU",
     nextToKernel},
    {"BatchNormGrad", batchNormGrad, "BatchNormGrad -> Add, Rsqrt, Sub, Mul, ReduceSum", nextToKernel},
    {"ReduceMean", reduceMean, "ReduceMean -> ReduceSum, Div", nextToKernel},
};

} // namespace

std::span<const Expansion> normalisationExpansions() {
    return list;
}

} // namespace jitscope::inline passes
