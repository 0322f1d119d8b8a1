// SPDX-License-Identifier: Apache-2.0
// Convolutions: forward, both backward products (one of them is the transposed convolution), and the form for lines.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/kernels/convolution.h"
#include "engine/ops/windowrules.h"

#include "engine/base/text.h"

namespace jitscope {

namespace {

/** How filters move; from the arguments stride, pad_mode, padding, dilation, groups, the first of them at `first`. */
struct Movement {
    WindowSettings window;
    int64_t groups = 1;
};

int64_t groupsOf(const char *op, TypeSpan arguments, size_t index) {
    const int64_t groups = intOf(op, arguments, index);
    if (groups < 1)
        refuse(format("For '%s', the 'group' must be greater than 0, but got %lld.", op, (long long)groups));
    return groups;
}

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

/** The same for lines, which lie in images of height 1. */
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

Dims withHeight(const Dims &line) {
    return {line[0], line[1], 1, line[2]};
}

/** The plan of filters over images, both of rank 4. */
ConvolutionPlan planOf(const char *op, const Dims &images, const Dims &filters, Movement movement) {
    if (movement.groups * filters[1] != images[1])
        refuse(
            format("For '%s', 'C_in' of input 'x' shape divide by parameter 'group' must be equal to 'C_in' of input "
                   "'weight' shape: %lld, but got 'C_in' of input 'x' shape: %lld, and 'group': %lld.",
                   op, (long long)filters[1], (long long)images[1], (long long)movement.groups));
    if (filters[0] % movement.groups != 0)
        refuse(
            format("The argument 'groups' should be divisible by 'in_channel' and 'out_channel', but got group:%lld, "
                   "in_channel:%lld, out_channel:%lld.",
                   (long long)movement.groups, (long long)images[1], (long long)filters[0]));
    if (filters[2] < 1 || filters[3] < 1)
        refuse(format("For '%s', the kernel must not be empty, but got the shape of 'weight' %s.", op,
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
        refuse(format("For primitive[%s], the %s shape size must be equal to %d, but got %d.", op, name, rank,
                      tensor.shape.rank()));
}

void requireSameDType(const char *op, const char *first, const Abstract &a, const char *second, const Abstract &b) {
    requireFloating(op, first, a);
    if (a.dtype != b.dtype)
        refuse(format("For primitive[%s], the input type must be same.\nname:[%s]:Tensor[%s].\nname:[%s]:Tensor[%s].",
                      op, second, std::string(info(b.dtype).name).c_str(), first,
                      std::string(info(a.dtype).name).c_str()));
}

void requireBias(const char *op, const Abstract &filters, const Abstract &bias) {
    if (isNone(bias)) return;
    if (!bias.isTensor() || bias.shape != Dims{filters.shape[0]})
        refuse(
            format("For '%s', Given weight of size %s, expected bias to be 1-dimensional with %lld elements, but got "
                   "bias of size %s instead.",
                   op, toString(filters.shape).c_str(), (long long)filters.shape[0],
                   bias.isTensor() ? toString(bias.shape).c_str() : brief(bias).c_str()));
    if (bias.dtype != filters.dtype)
        refuse(format("For '%s', the bias must be a Tensor[%s] as the weight is, but got Tensor[%s].", op,
                      std::string(info(filters.dtype).name).c_str(), std::string(info(bias.dtype).name).c_str()));
}

Tensor biasOf(ValueSpan arguments) {
    const Tensor *bias = arguments[2].asTensor();
    return bias ? *bias : Tensor();
}

/** Two operations for each tap that each result sums. */
OpCost costOfPlan(const ConvolutionPlan &plan, TypeSpan arguments, const Abstract &result) {
    const double taps = double(plan.channels) / double(plan.groups) * double(plan.window.kernelCount());
    OpCost cost = {2 * taps * double(plan.resultShape().product()), double(result.bytes())};
    for (const Abstract &argument : arguments)
        cost.bytes += double(argument.bytes());
    return cost;
}

void addMovementParams(std::vector<ParamDef> &params) {
    params.push_back(optionalParam("stride", ParamKind::Ints, 1));
    params.push_back(optionalParam("pad_mode", ParamKind::Text, "valid"));
    params.push_back(optionalParam("padding", ParamKind::Ints, 0, {"pad"}));
    params.push_back(optionalParam("dilation", ParamKind::Ints, 1));
    params.push_back(optionalParam("groups", ParamKind::Int, 1, {"group"}));
}

OpDef convolutionOp(std::string name, std::string doc) {
    OpDef def;
    def.name = std::move(name);
    def.doc = std::move(doc);
    def.category = OpCategory::MatMul;
    return def;
}

/** The constant arguments of a call from `first` on, as they are. */
std::vector<Operand> withMovement(Gradient &g, std::vector<Operand> arguments) {
    for (size_t i = 3; i < 8; ++i)
        arguments.emplace_back(g.constant(i));
    return arguments;
}

// --- Conv2D ----------------------------------------------------------------------------------------------------------

ConvolutionPlan conv2dPlan(TypeSpan arguments) {
    const char *op = "Conv2D";
    const Abstract &x = tensorType(op, arguments, 0), &weight = tensorType(op, arguments, 1);
    requireRank(op, "x", x, 4);
    requireRank(op, "weight", weight, 4);
    requireSameDType(op, "x", x, "w", weight);
    requireBias("conv2d", weight, arguments[2]);
    return planOf(op, x.shape, weight.shape, movementOf(op, arguments, 3));
}

Abstract conv2dRule(TypeSpan arguments) {
    const ConvolutionPlan plan = conv2dPlan(arguments);
    return Abstract::tensor(arguments[0].dtype, checkedShape("Conv2D", plan.resultShape()));
}

Value conv2dEval(ValueSpan arguments) {
    const ConvolutionPlan plan = conv2dPlan(typesOf(arguments));
    checkedShape("Conv2D", plan.resultShape());
    return computeConvolution(plan, *arguments[0].asTensor(), *arguments[1].asTensor(), biasOf(arguments));
}

OpCost conv2dCost(TypeSpan arguments, const Abstract &result) {
    return costOfPlan(conv2dPlan(arguments), arguments, result);
}

Samples conv2dSamples() {
    const Tensor x = spread({2, 4, 5, 6}, -1, 1), bias = spread({6}, -1, 1);
    const Tensor threes = spread({6, 4, 3, 3}, -1, 1), pairs = spread({6, 2, 3, 2}, -1, 1);
    const Value none;
    return {{x, threes, none, 1, "valid", 0, 1, 1},
            {x, threes, bias, 2, "same", 0, 1, 1},
            {x, pairs, bias, Value::ints({2, 1}), "pad", Value::ints({1, 2, 0, 3}), Value::ints({1, 2}), 2},
            {x, spread({8, 1, 2, 3}, -1, 1), none, 1, "pad", 1, 1, 4},
            {x, spread({3, 4, 1, 1}, -1, 1), spread({3}, -1, 1), 1, "valid", 0, 1, 1},
            {Tensor::zeros({0, 4, 5, 6}, DType::Float32), threes, bias, 1, "valid", 0, 1, 1}};
}

std::vector<Term> conv2dGradient(Gradient &g) {
    std::vector<Term> terms(3);
    if (g.wants(0)) terms[0] = g.call("Conv2DBackpropInput", withMovement(g, {g.dout(), g.in(1), g.shape(0)}));
    if (g.wants(1)) terms[1] = g.call("Conv2DBackpropFilter", withMovement(g, {g.dout(), g.in(0), g.shape(1)}));
    if (g.wants(2) && !g.isNone(2)) terms[2] = g.sum(g.dout(), {0, 2, 3}, false);
    return terms;
}

OpDef conv2d() {
    OpDef def = convolutionOp(
        "Conv2D", "Slides the filters weight (C_out, C_in / groups, kh, kw) over the images input (N, C_in, H, W) and "
                  "adds bias (C_out,); pad_mode 'same', 'valid' or 'pad' with padding of an int, (y, x) or (top, "
                  "bottom, left, right); one floating dtype; result (N, C_out, H_out, W_out).");
    def.function = "conv2d";
    def.params = {tensorParam("input", {"x"}), tensorParam("weight", {"w"}), optionalParam("bias", ParamKind::Any, {})};
    addMovementParams(def.params);
    def.infer = inferBy<conv2dRule>;
    def.eval = conv2dEval;
    def.cost = conv2dCost;
    def.samples = conv2dSamples;
    def.gradient = conv2dGradient;
    return def;
}

// --- the gradient of the images, and the transposed convolution
// -----------------------------------------------------------

ConvolutionPlan backpropInputPlan(TypeSpan arguments) {
    const char *op = "Conv2DBackpropInput";
    const Abstract &dout = tensorType(op, arguments, 0), &filter = tensorType(op, arguments, 1);
    requireRank(op, "out_backprop", dout, 4);
    requireRank(op, "filter", filter, 4);
    requireSameDType(op, "out_backprop", dout, "filter", filter);
    const Dims sizes = checkedShape(op, intsOf(op, arguments, 2));
    if (sizes.rank() != 4)
        refuse(
            format("For primitive[%s], the size of 'input_sizes' must be equal to 4, but got %d.", op, sizes.rank()));
    const ConvolutionPlan plan = planOf(op, sizes, filter.shape, movementOf(op, arguments, 3));
    if (plan.resultShape() != dout.shape)
        refuse(format("For '%s', the images of %s give a result of %s, but the shape of 'out_backprop' is %s.", op,
                      listText(sizes).c_str(), listText(plan.resultShape()).c_str(), listText(dout.shape).c_str()));
    return plan;
}

Abstract backpropInputRule(TypeSpan arguments) {
    return Abstract::tensor(arguments[0].dtype, backpropInputPlan(arguments).imageShape());
}

Value backpropInputEval(ValueSpan arguments) {
    const ConvolutionPlan plan = backpropInputPlan(typesOf(arguments));
    return computeConvolutionOfGradient(plan, *arguments[0].asTensor(), *arguments[1].asTensor());
}

OpCost backpropInputCost(TypeSpan arguments, const Abstract &result) {
    return costOfPlan(backpropInputPlan(arguments), arguments, result);
}

Samples backpropInputSamples() {
    const Value sizes = Value::ints({2, 4, 5, 6});
    return {{spread({2, 3, 3, 4}, -1, 1), spread({3, 4, 3, 3}, -1, 1), sizes, 1, "valid", 0, 1, 1},
            {spread({2, 6, 3, 3}, -1, 1), spread({6, 4, 3, 3}, -1, 1), sizes, 2, "same", 0, 1, 1},
            {spread({2, 6, 3, 7}, -1, 1), spread({6, 2, 3, 2}, -1, 1), sizes, Value::ints({2, 1}), "pad",
             Value::ints({1, 2, 0, 3}), Value::ints({1, 2}), 2},
            {spread({2, 4, 6, 6}, -1, 1), spread({4, 1, 2, 3}, -1, 1), sizes, 1, "pad", 1, 1, 4},
            {Tensor::zeros({0, 3, 3, 4}, DType::Float32), spread({3, 4, 3, 3}, -1, 1), Value::ints({0, 4, 5, 6}), 1,
             "valid", 0, 1, 1}};
}

std::vector<Term> backpropInputGradient(Gradient &g) {
    std::vector<Term> terms(2);
    if (g.wants(0)) terms[0] = g.call("Conv2D", withMovement(g, {g.dout(), g.in(1), Value()}));
    if (g.wants(1)) terms[1] = g.call("Conv2DBackpropFilter", withMovement(g, {g.in(0), g.dout(), g.shape(1)}));
    return terms;
}

OpDef backpropInput(std::string name) {
    OpDef def =
        convolutionOp(std::move(name), "The images of shape input_sizes (N, C_in, H, W) that the gradient "
                                       "out_backprop (N, C_out, H_out, W_out) of a Conv2D with filter (C_out, "
                                       "C_in / groups, kh, kw) asks for; as a layer, the transposed convolution; "
                                       "one floating dtype.");
    def.params = {tensorParam("out_backprop", {"dout"}), tensorParam("filter", {"weight"}),
                  param("input_sizes", ParamKind::Ints, {"input_size"})};
    addMovementParams(def.params);
    def.infer = inferBy<backpropInputRule>;
    def.eval = backpropInputEval;
    def.cost = backpropInputCost;
    def.samples = backpropInputSamples;
    def.gradient = backpropInputGradient;
    return def;
}

// --- the gradient of the filters
// -------------------------------------------------------------------------------------------

ConvolutionPlan backpropFilterPlan(TypeSpan arguments) {
    const char *op = "Conv2DBackpropFilter";
    const Abstract &dout = tensorType(op, arguments, 0), &x = tensorType(op, arguments, 1);
    requireRank(op, "out_backprop", dout, 4);
    requireRank(op, "input", x, 4);
    requireSameDType(op, "out_backprop", dout, "input", x);
    const Dims sizes = checkedShape(op, intsOf(op, arguments, 2));
    if (sizes.rank() != 4)
        refuse(
            format("For primitive[%s], the size of 'filter_sizes' must be equal to 4, but got %d.", op, sizes.rank()));
    const ConvolutionPlan plan = planOf(op, x.shape, sizes, movementOf(op, arguments, 3));
    if (plan.resultShape() != dout.shape)
        refuse(format("For '%s', filters of %s give a result of %s, but the shape of 'out_backprop' is %s.", op,
                      listText(sizes).c_str(), listText(plan.resultShape()).c_str(), listText(dout.shape).c_str()));
    return plan;
}

Abstract backpropFilterRule(TypeSpan arguments) {
    return Abstract::tensor(arguments[0].dtype, backpropFilterPlan(arguments).filterShape());
}

Value backpropFilterEval(ValueSpan arguments) {
    const ConvolutionPlan plan = backpropFilterPlan(typesOf(arguments));
    return computeFilterGradient(plan, *arguments[0].asTensor(), *arguments[1].asTensor());
}

OpCost backpropFilterCost(TypeSpan arguments, const Abstract &result) {
    return costOfPlan(backpropFilterPlan(arguments), arguments, result);
}

Samples backpropFilterSamples() {
    const Tensor x = spread({2, 4, 5, 6}, -1, 1);
    return {{spread({2, 3, 3, 4}, -1, 1), x, Value::ints({3, 4, 3, 3}), 1, "valid", 0, 1, 1},
            {spread({2, 6, 3, 3}, -1, 1), x, Value::ints({6, 4, 3, 3}), 2, "same", 0, 1, 1},
            {spread({2, 6, 3, 7}, -1, 1), x, Value::ints({6, 2, 3, 2}), Value::ints({2, 1}), "pad",
             Value::ints({1, 2, 0, 3}), Value::ints({1, 2}), 2},
            {spread({2, 4, 6, 6}, -1, 1), x, Value::ints({4, 1, 2, 3}), 1, "pad", 1, 1, 4},
            {Tensor::zeros({0, 3, 3, 4}, DType::Float32), Tensor::zeros({0, 4, 5, 6}, DType::Float32),
             Value::ints({3, 4, 3, 3}), 1, "valid", 0, 1, 1}};
}

std::vector<Term> backpropFilterGradient(Gradient &g) {
    std::vector<Term> terms(2);
    if (g.wants(0)) terms[0] = g.call("Conv2D", withMovement(g, {g.in(1), g.dout(), Value()}));
    if (g.wants(1)) terms[1] = g.call("Conv2DBackpropInput", withMovement(g, {g.in(0), g.dout(), g.shape(1)}));
    return terms;
}

OpDef backpropFilter() {
    OpDef def = convolutionOp("Conv2DBackpropFilter",
                              "The filters of shape filter_sizes (C_out, C_in / groups, kh, kw) that the gradient "
                              "out_backprop (N, C_out, H_out, W_out) of a Conv2D over input (N, C_in, H, W) asks for; "
                              "one floating dtype.");
    def.params = {tensorParam("out_backprop", {"dout"}), tensorParam("input", {"x"}),
                  param("filter_sizes", ParamKind::Ints, {"filter_size"})};
    addMovementParams(def.params);
    def.infer = inferBy<backpropFilterRule>;
    def.eval = backpropFilterEval;
    def.cost = backpropFilterCost;
    def.samples = backpropFilterSamples;
    def.gradient = backpropFilterGradient;
    return def;
}

// --- Conv1D ----------------------------------------------------------------------------------------------------------

ConvolutionPlan conv1dPlan(TypeSpan arguments) {
    const char *op = "Conv1D";
    const Abstract &x = tensorType(op, arguments, 0), &weight = tensorType(op, arguments, 1);
    requireRank(op, "x", x, 3);
    requireRank(op, "weight", weight, 3);
    requireSameDType(op, "x", x, "w", weight);
    requireBias("conv1d", weight, arguments[2]);
    return planOf(op, withHeight(x.shape), withHeight(weight.shape), lineMovementOf(op, arguments, 3));
}

Dims lineShape(const ConvolutionPlan &plan) {
    return {plan.batch, plan.outChannels, plan.window.x.result};
}

Abstract conv1dRule(TypeSpan arguments) {
    return Abstract::tensor(arguments[0].dtype, checkedShape("Conv1D", lineShape(conv1dPlan(arguments))));
}

Value conv1dEval(ValueSpan arguments) {
    const auto types = typesOf(arguments);
    const Abstract result = conv1dRule(types);
    const ConvolutionPlan plan = conv1dPlan(types);
    const Tensor images = arguments[0].asTensor()->reshaped(plan.imageShape());
    const Tensor filters = arguments[1].asTensor()->reshaped(plan.filterShape());
    return computeConvolution(plan, images, filters, biasOf(arguments)).reshaped(result.shape);
}

OpCost conv1dCost(TypeSpan arguments, const Abstract &result) {
    return costOfPlan(conv1dPlan(arguments), arguments, result);
}

Samples conv1dSamples() {
    const Tensor x = spread({2, 4, 9}, -1, 1), bias = spread({6}, -1, 1);
    const Value none;
    return {{x, spread({6, 4, 3}, -1, 1), none, 1, "valid", 0, 1, 1},
            {x, spread({6, 4, 2}, -1, 1), bias, 2, "same", 0, 1, 1},
            {x, spread({6, 2, 3}, -1, 1), bias, 2, "pad", Value::ints({1, 2}), 2, 2},
            {Tensor::zeros({0, 4, 9}, DType::Float32), spread({6, 4, 3}, -1, 1), none, 1, "valid", 0, 1, 1}};
}

std::vector<Term> conv1dGradient(Gradient &g) {
    const Dims stride = *g.intsOf(3), padding = *g.intsOf(5), dilation = *g.intsOf(6);
    const std::vector<Operand> movement = {Dims{1, stride.back()}, g.constant(4),
                                           Dims{0, 0, padding[0], padding.back()}, Dims{1, dilation.back()},
                                           g.constant(7)};
    const auto moved = [&movement](std::vector<Operand> arguments) {
        arguments.insert(arguments.end(), movement.begin(), movement.end());
        return arguments;
    };
    const Dims images = withHeight(g.shape(0)), filters = withHeight(g.shape(1));
    const Term dout = g.reshape(g.dout(), withHeight(g.dout().shape()));
    std::vector<Term> terms(3);
    if (g.wants(0))
        terms[0] =
            g.reshape(g.call("Conv2DBackpropInput", moved({dout, g.reshape(g.in(1), filters), images})), g.shape(0));
    if (g.wants(1))
        terms[1] =
            g.reshape(g.call("Conv2DBackpropFilter", moved({dout, g.reshape(g.in(0), images), filters})), g.shape(1));
    if (g.wants(2) && !g.isNone(2)) terms[2] = g.sum(g.dout(), {0, 2}, false);
    return terms;
}

OpDef conv1d() {
    OpDef def = convolutionOp(
        "Conv1D", "Slides the filters weight (C_out, C_in / groups, k) over the lines input (N, C_in, L) and adds bias "
                  "(C_out,); pad_mode 'same', 'valid' or 'pad' with padding of an int or (before, after); one floating "
                  "dtype; result (N, C_out, L_out).");
    def.function = "conv1d";
    def.params = {tensorParam("input", {"x"}), tensorParam("weight", {"w"}), optionalParam("bias", ParamKind::Any, {})};
    addMovementParams(def.params);
    def.infer = inferBy<conv1dRule>;
    def.eval = conv1dEval;
    def.cost = conv1dCost;
    def.samples = conv1dSamples;
    def.gradient = conv1dGradient;
    return def;
}

} // namespace

std::vector<OpDef> convolutionOps() {
    return {conv2d(), backpropInput("Conv2DBackpropInput"), backpropInput("Conv2DTranspose"), backpropFilter(),
            conv1d()};
}

} // namespace jitscope
