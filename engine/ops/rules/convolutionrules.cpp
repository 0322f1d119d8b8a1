// SPDX-License-Identifier: Apache-2.0
// Reads the arguments of convolutions into plans.
#include "engine/ops/rules/convolutionrules.h"

#include "engine/base/text.h"

namespace jitscope::inline ops {

namespace {

int64_t groupsOf(const char *op, TypeSpan arguments, size_t index) {
    const int64_t groups = intOf(op, arguments, index);
    if (groups < 1)
        diagnose(format("For '%s', the 'group' must be greater than 0, but got %lld.", op, (long long)groups));
    return groups;
}

} // namespace

Movement movementOf(const char *op, TypeSpan arguments, size_t first) {
    Movement movement;
    movement.window.stride = axisPairOf(op, "stride", arguments, first, 1);
    movement.window.mode = padModeOf(op, arguments, first + 1);
    movement.window.padding = paddingOf(op, arguments, first + 2);
    movement.window.dilation = axisPairOf(op, "dilation", arguments, first + 3, 1);
    movement.groups = groupsOf(op, arguments, first + 4);
    requireUsedPadding(op, movement.window.mode, movement.window.padding);
    return movement;
}

Movement lineMovementOf(const char *op, TypeSpan arguments, size_t first) {
    Movement movement;
    movement.window.stride = {1, axisPairOf(op, "stride", arguments, first, 1).x};
    movement.window.mode = padModeOf(op, arguments, first + 1);
    movement.window.padding = paddingOfLine(op, arguments, first + 2);
    movement.window.dilation = {1, axisPairOf(op, "dilation", arguments, first + 3, 1).x};
    movement.groups = groupsOf(op, arguments, first + 4);
    requireUsedPadding(op, movement.window.mode, movement.window.padding);
    return movement;
}

ConvolutionPlan convolutionPlan(const char *op, const Dims &images, const Dims &filters, Movement movement) {
    if (movement.groups * filters[1] != images[1])
        diagnose(
            format("For '%s', 'C_in' of input 'x' shape divide by parameter 'group' must be equal to 'C_in' of input "
                   "'weight' shape: %lld, but got 'C_in' of input 'x' shape: %lld, and 'group': %lld.",
                   op, (long long)filters[1], (long long)images[1], (long long)movement.groups));
    if (filters[0] % movement.groups != 0)
        diagnose(
            format("The argument 'groups' should be divisible by 'in_channel' and 'out_channel', but got group:%lld, "
                   "in_channel:%lld, out_channel:%lld.",
                   (long long)movement.groups, (long long)images[1], (long long)filters[0]));
    if (filters[2] < 1 || filters[3] < 1)
        diagnose(format("For '%s', the kernel must not be empty, but got the shape of 'weight' %s.", op,
                        listText(filters).c_str()));
    movement.window.kernel = {filters[2], filters[3]};
    ConvolutionPlan plan;
    plan.batch = images[0];
    plan.channels = images[1];
    plan.outChannels = filters[0];
    plan.groups = movement.groups;
    plan.window = windowOver(op, images[2], images[3], movement.window);
    return plan;
}

void requireRank(const char *op, const char *name, const Abstract &tensor, int rank) {
    if (tensor.shape.rank() != rank)
        diagnose(format("For primitive[%s], the %s shape size must be equal to %d, but got %d.", op, name, rank,
                        tensor.shape.rank()));
}

void requireSameDType(const char *op, const char *first, const Abstract &a, const char *second, const Abstract &b) {
    requireFloating(op, first, a);
    if (a.dtype != b.dtype)
        diagnoseType(
            format("For primitive[%s], the input type must be same.\nname:[%s]:Tensor[%s].\nname:[%s]:Tensor[%s].", op,
                   second, std::string(info(b.dtype).name).c_str(), first, std::string(info(a.dtype).name).c_str()));
}

void requireBias(const char *op, const Abstract &filters, const Abstract &bias) {
    if (isNone(bias)) return;
    if (!bias.isTensor() || bias.shape != Dims{filters.shape[0]})
        diagnose(
            format("For '%s', Given weight of size %s, expected bias to be 1-dimensional with %lld elements, but got "
                   "bias of size %s instead.",
                   op, toString(filters.shape).c_str(), (long long)filters.shape[0],
                   bias.isTensor() ? toString(bias.shape).c_str() : brief(bias).c_str()));
    if (bias.dtype != filters.dtype)
        diagnose(format("For '%s', the bias must be a Tensor[%s] as the weight is, but got Tensor[%s].", op,
                        std::string(info(filters.dtype).name).c_str(), std::string(info(bias.dtype).name).c_str()));
}

ConvolutionPlan conv2dPlan(TypeSpan arguments) {
    const char *op = "Conv2D";
    const Abstract &x = tensorType(op, arguments, 0), &weight = tensorType(op, arguments, 1);
    requireRank(op, "x", x, 4);
    requireRank(op, "weight", weight, 4);
    requireSameDType(op, "x", x, "w", weight);
    requireBias("conv2d", weight, arguments[2]);
    return convolutionPlan(op, x.shape, weight.shape, movementOf(op, arguments, 3));
}

OpCost costOfPlan(const ConvolutionPlan &plan, TypeSpan arguments, const Abstract &result) {
    const double taps = double(plan.channels) / double(plan.groups) * double(plan.window.kernelCount());
    OpCost cost = {2 * taps * double(plan.resultShape().product()), double(result.bytes())};
    for (const Abstract &argument : arguments)
        cost.bytes += double(argument.bytes());
    return cost;
}

} // namespace jitscope::inline ops
