// SPDX-License-Identifier: Apache-2.0
// Convolutions: forward, both backward products (one of them is the transposed convolution), and the form for lines.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/rules/convolutionrules.h"

#include "engine/base/text.h"

namespace jitscope::inline ops {

namespace {

Dims withHeight(const Dims &line) {
    return {line[0], line[1], 1, line[2]};
}

Tensor biasOf(ValueSpan arguments) {
    const Tensor *bias = arguments[2].asTensor();
    return bias ? *bias : Tensor();
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

Abstract conv2dRule(TypeSpan arguments) {
    const ConvolutionPlan plan = conv2dPlan(arguments);
    return Abstract::tensor(arguments[0].dtype, checkedShape("Conv2D", plan.resultShape()));
}

Value conv2dEval(ValueSpan arguments) {
    const ConvolutionPlan plan = conv2dPlan(typesOf(arguments));
    checkedShape("Conv2D", plan.resultShape());
    return computeConvolution(plan, *arguments[0].asTensor(), *arguments[1].asTensor(), {biasOf(arguments)});
}

OpCost conv2dCost(TypeSpan arguments, const Abstract &result) {
    return costOfPlan(conv2dPlan(arguments), arguments, result);
}

Samples conv2dSamples() {
    const Tensor x = sampleValues({2, 4, 5, 6}, -1, 1), bias = sampleValues({6}, -1, 1);
    const Tensor threes = sampleValues({6, 4, 3, 3}, -1, 1), pairs = sampleValues({6, 2, 3, 2}, -1, 1);
    const Value none;
    return {{x, threes, none, 1, "valid", 0, 1, 1},
            {x, threes, bias, 2, "same", 0, 1, 1},
            {x, pairs, bias, Value::ints({2, 1}), "pad", Value::ints({1, 2, 0, 3}), Value::ints({1, 2}), 2},
            {x, sampleValues({8, 1, 2, 3}, -1, 1), none, 1, "pad", 1, 1, 4},
            {x, sampleValues({3, 4, 1, 1}, -1, 1), sampleValues({3}, -1, 1), 1, "valid", 0, 1, 1},
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
        diagnose(
            format("For primitive[%s], the size of 'input_sizes' must be equal to 4, but got %d.", op, sizes.rank()));
    const ConvolutionPlan plan = convolutionPlan(op, sizes, filter.shape, movementOf(op, arguments, 3));
    if (plan.resultShape() != dout.shape)
        diagnose(format("For '%s', the images of %s give a result of %s, but the shape of 'out_backprop' is %s.", op,
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
    return {{sampleValues({2, 3, 3, 4}, -1, 1), sampleValues({3, 4, 3, 3}, -1, 1), sizes, 1, "valid", 0, 1, 1},
            {sampleValues({2, 6, 3, 3}, -1, 1), sampleValues({6, 4, 3, 3}, -1, 1), sizes, 2, "same", 0, 1, 1},
            {sampleValues({2, 6, 3, 7}, -1, 1), sampleValues({6, 2, 3, 2}, -1, 1), sizes, Value::ints({2, 1}), "pad",
             Value::ints({1, 2, 0, 3}), Value::ints({1, 2}), 2},
            {sampleValues({2, 4, 6, 6}, -1, 1), sampleValues({4, 1, 2, 3}, -1, 1), sizes, 1, "pad", 1, 1, 4},
            {Tensor::zeros({0, 3, 3, 4}, DType::Float32), sampleValues({3, 4, 3, 3}, -1, 1), Value::ints({0, 4, 5, 6}),
             1, "valid", 0, 1, 1}};
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
        diagnose(
            format("For primitive[%s], the size of 'filter_sizes' must be equal to 4, but got %d.", op, sizes.rank()));
    const ConvolutionPlan plan = convolutionPlan(op, x.shape, sizes, movementOf(op, arguments, 3));
    if (plan.resultShape() != dout.shape)
        diagnose(format("For '%s', filters of %s give a result of %s, but the shape of 'out_backprop' is %s.", op,
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
    const Tensor x = sampleValues({2, 4, 5, 6}, -1, 1);
    return {{sampleValues({2, 3, 3, 4}, -1, 1), x, Value::ints({3, 4, 3, 3}), 1, "valid", 0, 1, 1},
            {sampleValues({2, 6, 3, 3}, -1, 1), x, Value::ints({6, 4, 3, 3}), 2, "same", 0, 1, 1},
            {sampleValues({2, 6, 3, 7}, -1, 1), x, Value::ints({6, 2, 3, 2}), Value::ints({2, 1}), "pad",
             Value::ints({1, 2, 0, 3}), Value::ints({1, 2}), 2},
            {sampleValues({2, 4, 6, 6}, -1, 1), x, Value::ints({4, 1, 2, 3}), 1, "pad", 1, 1, 4},
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
    return convolutionPlan(op, withHeight(x.shape), withHeight(weight.shape), lineMovementOf(op, arguments, 3));
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
    return computeConvolution(plan, images, filters, {biasOf(arguments)}).reshaped(result.shape);
}

OpCost conv1dCost(TypeSpan arguments, const Abstract &result) {
    return costOfPlan(conv1dPlan(arguments), arguments, result);
}

Samples conv1dSamples() {
    const Tensor x = sampleValues({2, 4, 9}, -1, 1), bias = sampleValues({6}, -1, 1);
    const Value none;
    return {{x, sampleValues({6, 4, 3}, -1, 1), none, 1, "valid", 0, 1, 1},
            {x, sampleValues({6, 4, 2}, -1, 1), bias, 2, "same", 0, 1, 1},
            {x, sampleValues({6, 2, 3}, -1, 1), bias, 2, "pad", Value::ints({1, 2}), 2, 2},
            {Tensor::zeros({0, 4, 9}, DType::Float32), sampleValues({6, 4, 3}, -1, 1), none, 1, "valid", 0, 1, 1}};
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
    const std::vector<OpUseRow> uses = {
        {{"Conv2D"},
         {.dependence = Dependence::Filter, .device = DeviceKernel::Convolution, .operations = notByShapes}},
        {{"Conv2DBackpropInput", "Conv2DTranspose"},
         {.dependence = Dependence::ImageGradient, .device = DeviceKernel::Convolution, .operations = notByShapes}},
        {{"Conv2DBackpropFilter"},
         {.dependence = Dependence::FilterGradient, .device = DeviceKernel::Convolution, .operations = notByShapes}},
        {{"Conv1D"}, {.dependence = Dependence::LineFilter, .device = DeviceKernel::Matrix, .operations = notByShapes}},
    };
    return withUses(
        {conv2d(), backpropInput("Conv2DBackpropInput"), backpropInput("Conv2DTranspose"), backpropFilter(), conv1d()},
        uses);
}

} // namespace jitscope::inline ops
