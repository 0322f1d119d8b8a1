// SPDX-License-Identifier: Apache-2.0
// Poolings over sliding windows: the primitives of layers, the functions with explicit padding, and their gradients.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/kernels/pooling.h"
#include "engine/ops/rules/windowrules.h"

#include "engine/base/text.h"

namespace jitscope::inline ops {

namespace {

const Abstract &images(const char *op, TypeSpan arguments, int rank) {
    const Abstract &x = tensorType(op, arguments, 0);
    requireFloating(op, "x", x);
    if (x.shape.rank() != rank)
        diagnose(
            format("For primitive[%s], the input x rank must be equal to %d, but got %d.", op, rank, x.shape.rank()));
    return x;
}

PoolPlan planOver(const char *op, const Dims &shape, const WindowSettings &settings) {
    PoolPlan plan;
    plan.before = Dims(shape.span().first(size_t(shape.rank()) - 2));
    plan.window = windowOver(op, shape[shape.rank() - 2], shape.back(), settings);
    return plan;
}

Rounding roundingOf(const char *op, TypeSpan arguments, size_t index) {
    return boolOf(op, arguments, index) ? Rounding::Up : Rounding::Down;
}

/** A window of padding alone would have no element. */
void requireHalfPadding(const WindowSettings &settings) {
    const Padding &padding = settings.padding;
    const AxisPair &kernel = settings.kernel;
    if (std::max(padding.top, padding.bottom) > kernel.y / 2 || std::max(padding.left, padding.right) > kernel.x / 2)
        diagnose(format("It is required that the `pads` is no more than half of the `kernel_size`, but gets pads(%lld, "
                        "%lld) and kernel_size(%lld, %lld).",
                        (long long)padding.top, (long long)padding.left, (long long)kernel.y, (long long)kernel.x));
}

/** One comparison or addition for each element under each window. */
template<PoolPlan (*planOf)(TypeSpan)> OpCost poolCost(TypeSpan arguments, const Abstract &result) {
    const PoolPlan plan = planOf(arguments);
    OpCost cost = {double(plan.resultShape().product()) * double(plan.window.kernelCount()), double(result.bytes())};
    for (const Abstract &argument : arguments)
        cost.bytes += double(argument.bytes());
    return cost;
}

/** kernel_size, strides and pad_mode of the primitives that layers use. */
WindowSettings primitiveSettings(const char *op, TypeSpan arguments, size_t first) {
    WindowSettings settings;
    settings.kernel = axisPairOf(op, "kernel_size", arguments, first, 1);
    settings.stride = axisPairOf(op, "strides", arguments, first + 1, 1);
    settings.mode = padModeOf(op, arguments, first + 2);
    return settings;
}

PoolPlan primitivePlan(const char *op, TypeSpan arguments) {
    const Abstract &x = images(op, arguments, 4);
    requireChannelsFirst(op, arguments, 4);
    return planOver(op, x.shape, primitiveSettings(op, arguments, 1));
}

std::vector<ParamDef> primitiveParams() {
    return {tensorParam("x", {"input"}), optionalParam("kernel_size", ParamKind::Ints, 1),
            optionalParam("strides", ParamKind::Ints, 1, {"stride"}),
            optionalParam("pad_mode", ParamKind::Text, "valid"), optionalParam("data_format", ParamKind::Text, "NCHW")};
}

OpDef poolOp(std::string name, std::string function, std::string doc) {
    OpDef def;
    def.name = std::move(name);
    def.function = std::move(function);
    def.doc = std::move(doc);
    def.category = OpCategory::Reduction;
    return def;
}

Samples primitiveSamples() {
    const Tensor x = sampleValues({2, 3, 5, 6}, -1, 1);
    return {{x, 2, 2, "valid", "NCHW"},
            {x, Value::ints({3, 2}), Value::ints({1, 2}), "same", "NCHW"},
            {x, 1, 1, "valid", "NCHW"},
            {Tensor::zeros({0, 3, 5, 6}, DType::Float32), 2, 2, "same", "NCHW"}};
}

// --- MaxPool ---------------------------------------------------------------------------------------------------------

PoolPlan maxPoolPlan(TypeSpan arguments) {
    return primitivePlan("MaxPool", arguments);
}

Abstract maxPoolRule(TypeSpan arguments) {
    return Abstract::tensor(arguments[0].dtype, checkedShape("MaxPool", maxPoolPlan(arguments).resultShape()));
}

Value maxPoolEval(ValueSpan arguments) {
    return computeMaxPool(maxPoolPlan(typesOf(arguments)), *arguments[0].asTensor());
}

std::vector<Term> maxPoolGradient(Gradient &g) {
    return {g.call("MaxPoolGrad", {g.in(0), g.out(), g.dout(), g.constant(1), g.constant(2), g.constant(3)})};
}

OpDef maxPool() {
    OpDef def =
        poolOp("MaxPool", "",
               "The largest element under each window of kernel_size, in steps of strides, of the images x (N, C, "
               "H, W); pad_mode 'same' or 'valid'; floating dtypes; result (N, C, H_out, W_out).");
    def.params = primitiveParams();
    def.infer = inferBy<maxPoolRule>;
    def.eval = maxPoolEval;
    def.cost = poolCost<maxPoolPlan>;
    def.samples = primitiveSamples;
    def.gradient = maxPoolGradient;
    return def;
}

// --- MaxPoolWithArgmaxV2: ops.max_pool2d
// ---------------------------------------------------------------------------------

PoolPlan maxPool2dPlan(TypeSpan arguments) {
    const char *op = "MaxPoolWithArgmaxV2";
    const Abstract &x = images(op, arguments, 4);
    WindowSettings settings;
    settings.kernel = axisPairOf(op, "kernel_size", arguments, 1, 1);
    settings.stride = isNone(arguments[2]) ? settings.kernel : axisPairOf(op, "stride", arguments, 2, 1);
    settings.mode = PadMode::Pad;
    settings.padding = paddingOf(op, arguments, 3);
    settings.dilation = axisPairOf(op, "dilation", arguments, 4, 1);
    settings.rounding = roundingOf(op, arguments, 6);
    requireHalfPadding(settings);
    return planOver(op, x.shape, settings);
}

Abstract maxPool2dRule(TypeSpan arguments) {
    const Dims shape = checkedShape("MaxPoolWithArgmaxV2", maxPool2dPlan(arguments).resultShape());
    const Abstract largest = Abstract::tensor(arguments[0].dtype, shape);
    if (!boolOf("MaxPoolWithArgmaxV2", arguments, 5)) return largest;
    return Abstract::tuple({largest, Abstract::tensor(DType::Int64, shape)});
}

Value maxPool2dEval(ValueSpan arguments) {
    const auto types = typesOf(arguments);
    const Abstract result = maxPool2dRule(types);
    const PoolPlan plan = maxPool2dPlan(types);
    const Tensor &x = *arguments[0].asTensor();
    if (result.isTensor()) return computeMaxPool(plan, x);
    return Value::tuple({computeMaxPool(plan, x), computeMaxPlaces(plan, x)});
}

Samples maxPool2dSamples() {
    const Tensor x = sampleValues({2, 3, 5, 6}, -1, 1);
    const Value none;
    return {{x, 2, none, 0, 1, false, false},
            {x, Value::ints({3, 2}), Value::ints({2, 2}), 1, 1, false, true},
            {x, 2, 1, 1, 2, false, false},
            {x, 3, 2, Value::ints({1, 0}), 1, true, false},
            {Tensor::zeros({0, 3, 5, 6}, DType::Float32), 2, none, 0, 1, false, false}};
}

std::vector<Term> maxPool2dGradient(Gradient &g) {
    const Term largest = g.boolOf(5) ? g.item(g.out(), 0) : g.out();
    return {g.call("MaxPoolGrad", {g.in(0), largest, g.dout(), g.constant(1), g.constant(g.isNone(2) ? 1 : 2), "pad",
                                   g.constant(3), g.constant(4), g.constant(6)})};
}

OpDef maxPool2d() {
    OpDef def =
        poolOp("MaxPoolWithArgmaxV2", "max_pool2d",
               "The largest element under each window of kernel_size, in steps of stride (kernel_size for None), "
               "of the images x (N, C, H, W) padded by at most half a window; floating dtypes; with "
               "return_indices also where in its image each stands, Int64.");
    def.params = {tensorParam("x", {"input"}),
                  param("kernel_size", ParamKind::Ints),
                  optionalParam("stride", ParamKind::IntsOrNone, {}, {"strides"}),
                  optionalParam("padding", ParamKind::Ints, 0, {"pads"}),
                  optionalParam("dilation", ParamKind::Ints, 1),
                  optionalParam("return_indices", ParamKind::Bool, false),
                  optionalParam("ceil_mode", ParamKind::Bool, false)};
    def.infer = inferBy<maxPool2dRule>;
    def.eval = maxPool2dEval;
    def.cost = poolCost<maxPool2dPlan>;
    def.samples = maxPool2dSamples;
    def.gradient = maxPool2dGradient;
    return def;
}

// --- MaxPoolGrad -----------------------------------------------------------------------------------------------------

/** Of MaxPoolGrad and MaxPoolGradGrad, whose settings stand from argument 3 on. */
PoolPlan maxPoolGradPlan(TypeSpan arguments) {
    const char *op = "MaxPoolGrad";
    const Abstract &x = images(op, arguments, 4);
    WindowSettings settings = primitiveSettings(op, arguments, 3);
    settings.padding = paddingOf(op, arguments, 6);
    settings.dilation = axisPairOf(op, "dilation", arguments, 7, 1);
    settings.rounding = roundingOf(op, arguments, 8);
    return planOver(op, x.shape, settings);
}

void requireShape(const char *op, const char *name, const Abstract &tensor, const Dims &shape, DType dtype) {
    if (!tensor.isTensor() || tensor.shape != shape || tensor.dtype != dtype)
        diagnose(format("For '%s', '%s' must be %s, but got %s.", op, name,
                        brief(Abstract::tensor(dtype, shape)).c_str(), brief(tensor).c_str()));
}

Abstract maxPoolGradRule(TypeSpan arguments) {
    const PoolPlan plan = maxPoolGradPlan(arguments);
    const DType dtype = arguments[0].dtype;
    requireShape("MaxPoolGrad", "out", arguments[1], plan.resultShape(), dtype);
    requireShape("MaxPoolGrad", "dout", arguments[2], plan.resultShape(), dtype);
    return Abstract::tensor(dtype, plan.imageShape());
}

Value maxPoolGradEval(ValueSpan arguments) {
    const auto types = typesOf(arguments);
    const Abstract result = maxPoolGradRule(types);
    const Tensor places = computeMaxPlaces(maxPoolGradPlan(types), *arguments[0].asTensor());
    return scatterToImages(result.shape, places, *arguments[2].asTensor());
}

Samples maxPoolGradSamples() {
    const Tensor x = sampleValues({2, 3, 5, 6}, -1, 1);
    const Tensor small = sampleValues({2, 3, 2, 3}, -1, 1), same = sampleValues({2, 3, 5, 3}, -1, 1);
    return {{x, small, small, 2, 2, "valid", 0, 1, false},
            {x, same, same, Value::ints({3, 2}), Value::ints({1, 2}), "same", 0, 1, false},
            {x, sampleValues({2, 3, 3, 4}, -1, 1), sampleValues({2, 3, 3, 4}, -1, 1), 3, 2, "pad", 1, 1, true}};
}

std::vector<Operand> withSettings(Gradient &g, std::vector<Operand> arguments) {
    for (size_t i = 3; i < 9; ++i)
        arguments.emplace_back(g.constant(i));
    return arguments;
}

/** The elements that were largest stay so: the gradient is taken from where it was put. */
std::vector<Term> maxPoolGradGradient(Gradient &g) {
    return {Term(), Term(), g.call("MaxPoolGradGrad", withSettings(g, {g.in(0), g.in(1), g.dout()}))};
}

std::vector<ParamDef> maxPoolGradParams(const char *third) {
    return {tensorParam("x"),
            tensorParam("out"),
            tensorParam(third),
            optionalParam("kernel_size", ParamKind::Ints, 1),
            optionalParam("strides", ParamKind::Ints, 1),
            optionalParam("pad_mode", ParamKind::Text, "valid"),
            optionalParam("padding", ParamKind::Ints, 0),
            optionalParam("dilation", ParamKind::Ints, 1),
            optionalParam("ceil_mode", ParamKind::Bool, false)};
}

OpDef maxPoolGrad() {
    OpDef def =
        poolOp("MaxPoolGrad", "",
               "The gradient of images x (N, C, H, W): each element of dout (N, C, H_out, W_out) goes to the first "
               "largest element of its window; out is the result of the pooling; one floating dtype.");
    def.params = maxPoolGradParams("dout");
    def.infer = inferBy<maxPoolGradRule>;
    def.eval = maxPoolGradEval;
    def.cost = poolCost<maxPoolGradPlan>;
    def.samples = maxPoolGradSamples;
    def.gradient = maxPoolGradGradient;
    return def;
}

Abstract maxPoolGradGradRule(TypeSpan arguments) {
    const PoolPlan plan = maxPoolGradPlan(arguments);
    const DType dtype = arguments[0].dtype;
    requireShape("MaxPoolGradGrad", "out", arguments[1], plan.resultShape(), dtype);
    requireShape("MaxPoolGradGrad", "grad", arguments[2], plan.imageShape(), dtype);
    return Abstract::tensor(dtype, plan.resultShape());
}

Value maxPoolGradGradEval(ValueSpan arguments) {
    const auto types = typesOf(arguments);
    maxPoolGradGradRule(types);
    const Tensor places = computeMaxPlaces(maxPoolGradPlan(types), *arguments[0].asTensor());
    return gatherFromImages(*arguments[2].asTensor(), places);
}

Samples maxPoolGradGradSamples() {
    const Tensor x = sampleValues({2, 3, 5, 6}, -1, 1), grad = sampleValues({2, 3, 5, 6}, 1, 2);
    return {{x, sampleValues({2, 3, 2, 3}, -1, 1), grad, 2, 2, "valid", 0, 1, false},
            {x, sampleValues({2, 3, 3, 4}, -1, 1), grad, 3, 2, "pad", 1, 1, true}};
}

std::vector<Term> maxPoolGradGradGradient(Gradient &g) {
    return {Term(), Term(), g.call("MaxPoolGrad", withSettings(g, {g.in(0), g.in(1), g.dout()}))};
}

OpDef maxPoolGradGrad() {
    OpDef def =
        poolOp("MaxPoolGradGrad", "",
               "The elements of grad (N, C, H, W) at the places of the largest elements of the images x (N, C, H, "
               "W) under each window: the gradient of MaxPoolGrad; one floating dtype.");
    def.params = maxPoolGradParams("grad");
    def.infer = inferBy<maxPoolGradGradRule>;
    def.eval = maxPoolGradGradEval;
    def.cost = poolCost<maxPoolGradPlan>;
    def.samples = maxPoolGradGradSamples;
    def.gradient = maxPoolGradGradGradient;
    return def;
}

// --- AvgPool ---------------------------------------------------------------------------------------------------------

PoolPlan avgPoolPlan(TypeSpan arguments) {
    return primitivePlan("AvgPool", arguments);
}

Abstract avgPoolRule(TypeSpan arguments) {
    return Abstract::tensor(arguments[0].dtype, checkedShape("AvgPool", avgPoolPlan(arguments).resultShape()));
}

Value avgPoolEval(ValueSpan arguments) {
    return computeAveragePool(avgPoolPlan(typesOf(arguments)), Averaging{}, *arguments[0].asTensor());
}

std::vector<Term> avgPoolGradient(Gradient &g) {
    return {g.call("AvgPoolGrad", {g.in(0), g.out(), g.dout(), g.constant(1), g.constant(2), g.constant(3)})};
}

OpDef avgPool() {
    OpDef def =
        poolOp("AvgPool", "",
               "The average under each window of kernel_size, in steps of strides, of the images x (N, C, H, W); "
               "pad_mode 'same' (padding does not count) or 'valid'; floating dtypes; result (N, C, H_out, "
               "W_out).");
    def.params = primitiveParams();
    def.infer = inferBy<avgPoolRule>;
    def.eval = avgPoolEval;
    def.cost = poolCost<avgPoolPlan>;
    def.samples = primitiveSamples;
    def.gradient = avgPoolGradient;
    return def;
}

// --- AvgPool2D: ops.avg_pool2d
// -------------------------------------------------------------------------------------------

Averaging averagingOf(const char *op, TypeSpan arguments, size_t first) {
    const int64_t divisor = intOf(op, arguments, first + 1);
    if (divisor < 0)
        diagnose(format("For '%s', 'divisor_override' must be at least 0, but got %lld.", op, (long long)divisor));
    return {boolOf(op, arguments, first), divisor};
}

PoolPlan avgPool2dPlan(TypeSpan arguments) {
    const char *op = "AvgPool2D";
    const Abstract &x = images(op, arguments, 4);
    WindowSettings settings;
    settings.kernel = axisPairOf(op, "kernel_size", arguments, 1, 1);
    settings.stride = isNone(arguments[2]) ? settings.kernel : axisPairOf(op, "stride", arguments, 2, 1);
    settings.padding = paddingOf(op, arguments, 3);
    settings.rounding = roundingOf(op, arguments, 4);
    settings.mode = padModeOf(op, arguments, 7);
    return planOver(op, x.shape, settings);
}

Abstract avgPool2dRule(TypeSpan arguments) {
    averagingOf("AvgPool2D", arguments, 5);
    return Abstract::tensor(arguments[0].dtype, checkedShape("AvgPool2D", avgPool2dPlan(arguments).resultShape()));
}

Value avgPool2dEval(ValueSpan arguments) {
    const auto types = typesOf(arguments);
    avgPool2dRule(types);
    return computeAveragePool(avgPool2dPlan(types), averagingOf("AvgPool2D", types, 5), *arguments[0].asTensor());
}

Samples avgPool2dSamples() {
    const Tensor x = sampleValues({2, 3, 5, 6}, -1, 1);
    return {{x, 2, 2, 0, false, true, 0, "pad"},
            {x, Value::ints({3, 2}), 2, Value::ints({1, 0, 1, 1}), true, true, 0, "pad"},
            {x, 3, 2, 1, true, false, 0, "pad"},
            {x, 2, 1, 0, false, true, 3, "pad"},
            {Tensor::zeros({0, 3, 5, 6}, DType::Float32), 2, 2, 0, false, true, 0, "pad"}};
}

std::vector<Term> avgPool2dGradient(Gradient &g) {
    return {g.call("AvgPoolGrad", {g.in(0), g.out(), g.dout(), g.constant(1), g.constant(g.isNone(2) ? 1 : 2),
                                   g.constant(7), g.constant(3), g.constant(4), g.constant(5), g.constant(6)})};
}

OpDef avgPool2d() {
    OpDef def =
        poolOp("AvgPool2D", "avg_pool2d",
               "The average under each window of kernel_size, in steps of stride, of the padded images input_x (N, "
               "C, H, W), divided by divisor_override or by the number of elements, padded ones among them if "
               "count_include_pad; floating dtypes.");
    def.params = {tensorParam("input_x", {"input", "x"}),
                  optionalParam("kernel_size", ParamKind::Ints, 1),
                  optionalParam("stride", ParamKind::IntsOrNone, 1, {"strides"}),
                  optionalParam("padding", ParamKind::Ints, 0),
                  optionalParam("ceil_mode", ParamKind::Bool, false),
                  optionalParam("count_include_pad", ParamKind::Bool, true),
                  optionalParam("divisor_override", ParamKind::Int, 0),
                  optionalParam("pad_mode", ParamKind::Text, "pad")};
    def.infer = inferBy<avgPool2dRule>;
    def.eval = avgPool2dEval;
    def.cost = poolCost<avgPool2dPlan>;
    def.samples = avgPool2dSamples;
    def.gradient = avgPool2dGradient;
    return def;
}

// --- AvgPoolGrad -----------------------------------------------------------------------------------------------------

PoolPlan avgPoolGradPlan(TypeSpan arguments) {
    const char *op = "AvgPoolGrad";
    const Abstract &x = images(op, arguments, 4);
    WindowSettings settings = primitiveSettings(op, arguments, 3);
    settings.padding = paddingOf(op, arguments, 6);
    settings.rounding = roundingOf(op, arguments, 7);
    return planOver(op, x.shape, settings);
}

Abstract avgPoolGradRule(TypeSpan arguments) {
    const PoolPlan plan = avgPoolGradPlan(arguments);
    averagingOf("AvgPoolGrad", arguments, 8);
    requireShape("AvgPoolGrad", "out", arguments[1], plan.resultShape(), arguments[0].dtype);
    requireShape("AvgPoolGrad", "dout", arguments[2], plan.resultShape(), arguments[0].dtype);
    return Abstract::tensor(arguments[0].dtype, plan.imageShape());
}

Value avgPoolGradEval(ValueSpan arguments) {
    const auto types = typesOf(arguments);
    avgPoolGradRule(types);
    return computeAveragePoolGradient(avgPoolGradPlan(types), averagingOf("AvgPoolGrad", types, 8),
                                      *arguments[2].asTensor());
}

Samples avgPoolGradSamples() {
    const Tensor x = sampleValues({2, 3, 5, 6}, -1, 1);
    const Tensor small = sampleValues({2, 3, 2, 3}, -1, 1), ceiled = sampleValues({2, 3, 3, 4}, -1, 1);
    return {{x, small, small, 2, 2, "valid", 0, false, false, 0},
            {x, ceiled, ceiled, 3, 2, "pad", 1, true, true, 0},
            {x, small, small, 2, 2, "pad", 0, false, false, 5}};
}

std::vector<Term> avgPoolGradGradient(Gradient &g) {
    return {Term(), Term(),
            g.call("AvgPool2D", {g.dout(), g.constant(3), g.constant(4), g.constant(6), g.constant(7), g.constant(8),
                                 g.constant(9), g.constant(5)})};
}

OpDef avgPoolGrad() {
    OpDef def =
        poolOp("AvgPoolGrad", "",
               "The gradient of images x (N, C, H, W): each element of dout (N, C, H_out, W_out) is shared by all "
               "of its window; out is the result of the pooling; one floating dtype.");
    def.params = {tensorParam("x"),
                  tensorParam("out"),
                  tensorParam("dout"),
                  optionalParam("kernel_size", ParamKind::Ints, 1),
                  optionalParam("strides", ParamKind::Ints, 1),
                  optionalParam("pad_mode", ParamKind::Text, "valid"),
                  optionalParam("padding", ParamKind::Ints, 0),
                  optionalParam("ceil_mode", ParamKind::Bool, false),
                  optionalParam("count_include_pad", ParamKind::Bool, false),
                  optionalParam("divisor_override", ParamKind::Int, 0)};
    def.infer = inferBy<avgPoolGradRule>;
    def.eval = avgPoolGradEval;
    def.cost = poolCost<avgPoolGradPlan>;
    def.samples = avgPoolGradSamples;
    def.gradient = avgPoolGradGradient;
    return def;
}

// --- AvgPool1D: ops.avg_pool1d
// -------------------------------------------------------------------------------------------

PoolPlan avgPool1dPlan(TypeSpan arguments) {
    const char *op = "AvgPool1D";
    const Abstract &x = images(op, arguments, 3);
    WindowSettings settings;
    settings.kernel = {1, axisPairOf(op, "kernel_size", arguments, 1, 1).x};
    settings.stride = {1, axisPairOf(op, "stride", arguments, 2, 1).x};
    settings.mode = PadMode::Pad;
    settings.padding = paddingOfLine(op, arguments, 3);
    settings.rounding = roundingOf(op, arguments, 4);
    return planOver(op, {x.shape[0], x.shape[1], 1, x.shape[2]}, settings);
}

Abstract avgPool1dRule(TypeSpan arguments) {
    const PoolPlan plan = avgPool1dPlan(arguments);
    boolOf("AvgPool1D", arguments, 5);
    return Abstract::tensor(arguments[0].dtype,
                            checkedShape("AvgPool1D", {plan.before[0], plan.before[1], plan.window.x.result}));
}

Value avgPool1dEval(ValueSpan arguments) {
    const auto types = typesOf(arguments);
    const Abstract result = avgPool1dRule(types);
    const PoolPlan plan = avgPool1dPlan(types);
    const Averaging averaging = {*arguments[5].asBool(), 0};
    return computeAveragePool(plan, averaging, arguments[0].asTensor()->reshaped(plan.imageShape()))
        .reshaped(result.shape);
}

Samples avgPool1dSamples() {
    const Tensor x = sampleValues({2, 3, 9}, -1, 1);
    return {{x, 2, 2, 0, false, true},
            {x, 3, 2, 1, true, false},
            {x, 3, 1, 1, false, true},
            {Tensor::zeros({0, 3, 9}, DType::Float32), 2, 2, 0, false, true}};
}

std::vector<Term> avgPool1dGradient(Gradient &g) {
    const auto raised = [](const Dims &line) { return Dims{line[0], line[1], 1, line[2]}; };
    const Dims kernel = *g.intsOf(1), stride = *g.intsOf(2), padding = *g.intsOf(3);
    const Term dout = g.reshape(g.dout(), raised(g.dout().shape()));
    const Term x = g.reshape(g.in(0), raised(g.shape(0)));
    const Term dx = g.call("AvgPoolGrad", {x, dout, dout, Dims{1, kernel.back()}, Dims{1, stride.back()}, "pad",
                                           Dims{0, 0, padding[0], padding.back()}, g.constant(4), g.constant(5)});
    return {g.reshape(dx, g.shape(0))};
}

OpDef avgPool1d() {
    OpDef def =
        poolOp("AvgPool1D", "avg_pool1d",
               "The average under each window of kernel_size, in steps of stride, of the padded lines input_x (N, "
               "C, L), padded elements counted if count_include_pad; floating dtypes; result (N, C, L_out).");
    def.params = {tensorParam("input_x", {"input", "x"}),
                  optionalParam("kernel_size", ParamKind::Ints, 1),
                  optionalParam("stride", ParamKind::Ints, 1),
                  optionalParam("padding", ParamKind::Ints, 0),
                  optionalParam("ceil_mode", ParamKind::Bool, false),
                  optionalParam("count_include_pad", ParamKind::Bool, true)};
    def.infer = inferBy<avgPool1dRule>;
    def.eval = avgPool1dEval;
    def.cost = poolCost<avgPool1dPlan>;
    def.samples = avgPool1dSamples;
    def.gradient = avgPool1dGradient;
    return def;
}

} // namespace

std::vector<OpDef> poolingOps() {
    const std::vector<OpUseRow> uses = {
        {{"MaxPool", "MaxPoolWithArgmaxV2", "AvgPool", "AvgPool2D"},
         {.dependence = Dependence::Window, .device = DeviceKernel::Reduction, .operations = notByShapes}},
        {{"MaxPoolGrad", "AvgPoolGrad"},
         {.dependence = Dependence::WindowGradient, .device = DeviceKernel::Reduction, .operations = notByShapes}},
        {{"MaxPoolGradGrad", "AvgPool1D"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Reduction, .operations = notByShapes}},
    };
    return withUses(
        {maxPool(), maxPool2d(), maxPoolGrad(), maxPoolGradGrad(), avgPool(), avgPool2d(), avgPoolGrad(), avgPool1d()},
        uses);
}

} // namespace jitscope::inline ops
