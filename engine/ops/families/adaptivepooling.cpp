// SPDX-License-Identifier: Apache-2.0
// Poolings to a size that is asked for: the windows are parts of the image, as equal as they can be.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/kernels/pooling.h"
#include "engine/ops/rules/windowrules.h"

#include "engine/base/text.h"

namespace jitscope::inline ops {

namespace {

const Abstract &images(const char *op, TypeSpan arguments, int least, int most) {
    const Abstract &x = tensorType(op, arguments, 0);
    requireFloating(op, "input", x);
    const int rank = x.shape.rank();
    if (rank < least || rank > most)
        diagnose(format("For %s input must have %s dim, but got %d.", op,
                        least == most ? std::to_string(least).c_str() : format("%d or %d", least, most).c_str(), rank));
    for (int i = 1; i < rank; ++i)
        if (x.shape[i] == 0)
            diagnose(format("For '%s', the axes of input but the first must not be empty, but got the shape %s.", op,
                            listText(x.shape).c_str()));
    return x;
}

int64_t outputSize(const char *op, int64_t size) {
    constexpr int64_t most = int64_t(1) << 31;
    if (size < 1 || size >= most)
        diagnose(format("For '%s', 'output_size' must be at least 1, but got %lld.", op, (long long)size));
    return size;
}

/** The axes y and x of the result: an int for both, or a tuple whose None keeps the axis of the input. */
AxisPair outputSizes(const char *op, const Abstract &output, const Dims &shape) {
    const int64_t height = shape[shape.rank() - 2], width = shape.back();
    const Value &value = output.value;
    if (const int64_t *size = output.isConstant ? value.asInt() : nullptr)
        return {outputSize(op, *size), outputSize(op, *size)};
    const Sequence *sizes = output.isConstant ? value.asSequence() : nullptr;
    const auto sizeAt = [&](size_t i, int64_t own) {
        const Value &item = sizes->items[i];
        if (item.isNone()) return own;
        if (!item.asInt()) diagnose(format("For '%s', 'output_size' must hold ints or None.", op));
        return outputSize(op, *item.asInt());
    };
    if (!sizes || sizes->items.size() != 2)
        diagnose(format("For '%s', 'output_size' must be an int or a tuple of two (ints or None), but got %s.", op,
                        brief(output).c_str()));
    return {sizeAt(0, height), sizeAt(1, width)};
}

Dims withSizes(Dims shape, AxisPair sizes) {
    shape[shape.rank() - 2] = sizes.y;
    shape[shape.rank() - 1] = sizes.x;
    return shape;
}

OpDef poolOp(std::string name, std::string function, std::string doc) {
    OpDef def;
    def.name = std::move(name);
    def.function = std::move(function);
    def.doc = std::move(doc);
    def.category = OpCategory::Reduction;
    return def;
}

// --- AdaptiveAvgPool2D -----------------------------------------------------------------------------------------------

Abstract averageRule(TypeSpan arguments) {
    const char *op = "AdaptiveAvgPool2D";
    const Abstract &x = images(op, arguments, 3, 4);
    return Abstract::tensor(x.dtype, checkedShape(op, withSizes(x.shape, outputSizes(op, arguments[1], x.shape))));
}

Value averageEval(ValueSpan arguments) {
    const Abstract result = averageRule(typesOf(arguments));
    return computeAdaptiveAverage(*arguments[0].asTensor(), result.shape[result.shape.rank() - 2], result.shape.back());
}

Samples averageSamples() {
    const Tensor x = sampleValues({2, 3, 5, 6}, -1, 1);
    return {{x, 2},
            {x, Value::tuple({Value(), 4})},
            {sampleValues({3, 5, 6}, -1, 1), Value::ints({7, 1})},
            {Tensor::zeros({0, 3, 5, 6}, DType::Float32), 2}};
}

std::vector<Term> averageGradient(Gradient &g) {
    return {g.call("AdaptiveAvgPool2DGrad", {g.dout(), g.shape(0)})};
}

OpDef average() {
    OpDef def =
        poolOp("AdaptiveAvgPool2D", "adaptive_avg_pool2d",
               "The averages of output_size (an int, or (height, width), None keeps a size) parts of the images "
               "input (N, C, H, W) or (C, H, W); floating dtypes.");
    def.params = {tensorParam("input", {"x"}), param("output_size", ParamKind::Any)};
    def.infer = inferBy<averageRule>;
    def.eval = averageEval;
    def.samples = averageSamples;
    def.gradient = averageGradient;
    return def;
}

Abstract averageGradRule(TypeSpan arguments) {
    const char *op = "AdaptiveAvgPool2DGrad";
    const Abstract &dout = images(op, arguments, 3, 4);
    const Dims shape = checkedShape(op, intsOf(op, arguments, 1));
    const int rank = dout.shape.rank();
    const AxisPair sizes = {dout.shape[rank - 2], dout.shape.back()};
    if (shape.rank() != rank || withSizes(shape, sizes) != dout.shape)
        diagnose(format("For '%s', images of shape %s do not give a result of shape %s.", op, listText(shape).c_str(),
                        listText(dout.shape).c_str()));
    return Abstract::tensor(dout.dtype, shape);
}

Value averageGradEval(ValueSpan arguments) {
    const Abstract result = averageGradRule(typesOf(arguments));
    return computeAdaptiveAverageGradient(result.shape, *arguments[0].asTensor());
}

Samples averageGradSamples() {
    return {{sampleValues({2, 3, 2, 4}, -1, 1), Value::ints({2, 3, 5, 6})},
            {sampleValues({3, 7, 1}, -1, 1), Value::ints({3, 5, 6})}};
}

std::vector<Term> averageGradGradient(Gradient &g) {
    const Dims &shape = g.shape(0);
    return {g.call("AdaptiveAvgPool2D", {g.dout(), Dims{shape[shape.rank() - 2], shape.back()}})};
}

OpDef averageGrad() {
    OpDef def =
        poolOp("AdaptiveAvgPool2DGrad", "",
               "The images of shape orig_input_shape in which each element of input_grad is shared by all of its "
               "part: the gradient of AdaptiveAvgPool2D; floating dtypes.");
    def.params = {tensorParam("input_grad"), param("orig_input_shape", ParamKind::Ints)};
    def.infer = inferBy<averageGradRule>;
    def.eval = averageGradEval;
    def.samples = averageGradSamples;
    def.gradient = averageGradGradient;
    return def;
}

// --- AdaptiveAvgPool1D -----------------------------------------------------------------------------------------------

Dims withHeight(const Dims &line) {
    return {line[0], line[1], 1, line[2]};
}

Abstract lineRule(TypeSpan arguments) {
    const char *op = "adaptive_avg_pool1d";
    const Abstract &x = images(op, arguments, 3, 3);
    const int64_t size = outputSize(op, intOf(op, arguments, 1));
    return Abstract::tensor(x.dtype, checkedShape(op, {x.shape[0], x.shape[1], size}));
}

Value lineEval(ValueSpan arguments) {
    const Abstract result = lineRule(typesOf(arguments));
    const Tensor &x = *arguments[0].asTensor();
    return computeAdaptiveAverage(x.reshaped(withHeight(x.shape())), 1, result.shape[2]).reshaped(result.shape);
}

Samples lineSamples() {
    return {{sampleValues({2, 3, 9}, -1, 1), 4},
            {sampleValues({2, 3, 2}, -1, 1), 5},
            {Tensor::zeros({0, 3, 9}, DType::Float32), 2}};
}

std::vector<Term> lineGradient(Gradient &g) {
    const Term dout = g.reshape(g.dout(), withHeight(g.dout().shape()));
    return {g.reshape(g.call("AdaptiveAvgPool2DGrad", {dout, withHeight(g.shape(0))}), g.shape(0))};
}

OpDef averageOfLines() {
    OpDef def = poolOp("AdaptiveAvgPool1D", "adaptive_avg_pool1d",
                       "The averages of output_size parts of the lines input (N, C, L); floating dtypes; result (N, C, "
                       "output_size).");
    def.params = {tensorParam("input", {"x"}), param("output_size", ParamKind::Int)};
    def.infer = inferBy<lineRule>;
    def.eval = lineEval;
    def.samples = lineSamples;
    def.gradient = lineGradient;
    return def;
}

// --- AdaptiveMaxPool2D -----------------------------------------------------------------------------------------------

Abstract largestRule(TypeSpan arguments) {
    const char *op = "AdaptiveMaxPool2D";
    const Abstract &x = images(op, arguments, 3, 4);
    const Dims shape = checkedShape(op, withSizes(x.shape, outputSizes(op, arguments[1], x.shape)));
    const Abstract largest = Abstract::tensor(x.dtype, shape);
    return boolOf(op, arguments, 2) ? Abstract::tuple({largest, Abstract::tensor(DType::Int64, shape)}) : largest;
}

Value largestEval(ValueSpan arguments) {
    const Abstract result = largestRule(typesOf(arguments));
    const Tensor &x = *arguments[0].asTensor();
    const Dims &shape = result.isTensor() ? result.shape : result.items[0].shape;
    const Tensor places = computeAdaptiveMaxPlaces(x, shape[shape.rank() - 2], shape.back());
    const Tensor largest = gatherFromImages(x, places);
    return result.isTensor() ? Value(largest) : Value::tuple({largest, places});
}

Samples largestSamples() {
    const Tensor x = sampleValues({2, 3, 5, 6}, -1, 1);
    return {{x, 2, false},
            {x, Value::tuple({3, Value()}), true},
            {sampleValues({3, 5, 6}, -1, 1), Value::ints({7, 1}), false},
            {Tensor::zeros({0, 3, 5, 6}, DType::Float32), 2, false}};
}

std::vector<Term> largestGradient(Gradient &g) {
    const Term both = g.boolOf(2) ? g.out() : g.call("AdaptiveMaxPool2D", {g.in(0), g.constant(1), true});
    return {g.call("AdaptiveMaxPool2DGrad", {g.dout(), g.in(0), g.item(both, 1)})};
}

OpDef largest() {
    OpDef def =
        poolOp("AdaptiveMaxPool2D", "adaptive_max_pool2d",
               "The largest elements of output_size (an int, or (height, width), None keeps a size) parts of the "
               "images input (N, C, H, W) or (C, H, W), with return_indices also where in its image each stands, "
               "Int64; floating dtypes.");
    def.params = {tensorParam("input", {"x"}), param("output_size", ParamKind::Any),
                  optionalParam("return_indices", ParamKind::Bool, false)};
    def.infer = inferBy<largestRule>;
    def.eval = largestEval;
    def.samples = largestSamples;
    def.gradient = largestGradient;
    return def;
}

Abstract largestGradRule(TypeSpan arguments) {
    const char *op = "AdaptiveMaxPool2DGrad";
    const Abstract &dout = images(op, arguments, 3, 4);
    const Abstract &x = tensorType(op, arguments, 1), &places = tensorType(op, arguments, 2);
    const int rank = dout.shape.rank();
    const bool fits = x.dtype == dout.dtype && x.shape.rank() == rank && places.shape == dout.shape &&
                      places.dtype == DType::Int64 &&
                      withSizes(x.shape, {dout.shape[rank - 2], dout.shape.back()}) == dout.shape;
    if (!fits)
        diagnose(format("For '%s', y_grad %s, x %s and argmax %s do not belong together.", op, brief(dout).c_str(),
                        brief(x).c_str(), brief(places).c_str()));
    return Abstract::tensor(x.dtype, x.shape);
}

Value largestGradEval(ValueSpan arguments) {
    const Abstract result = largestGradRule(typesOf(arguments));
    const Tensor &places = *arguments[2].asTensor();
    const int64_t count = result.shape[result.shape.rank() - 2] * result.shape.back();
    for (int64_t i = 0; i < places.count(); ++i)
        if (const int64_t place = places.intAt(i); place >= count)
            diagnose(format("For 'AdaptiveMaxPool2DGrad', the place %lld is outside of images of %lld elements.",
                            (long long)place, (long long)count));
    return scatterToImages(result.shape, places, *arguments[0].asTensor());
}

Samples largestGradSamples() {
    const Tensor x = sampleValues({2, 3, 5, 6}, -1, 1);
    const Tensor places = computeAdaptiveMaxPlaces(x, 2, 3);
    return {{sampleValues({2, 3, 2, 3}, -1, 1), x, places},
            {Tensor::zeros({0, 3, 2, 2}, DType::Float32), Tensor::zeros({0, 3, 5, 6}, DType::Float32),
             Tensor::zeros({0, 3, 2, 2}, DType::Int64)}};
}

/** Back from images to places: the elements at them. */
std::vector<Term> largestGradGradient(Gradient &g) {
    const Dims &shape = g.shape(0), &whole = g.shape(1);
    const int rank = shape.rank();
    const Dims before(shape.span().first(size_t(rank) - 2));
    Dims rows = before, places = before;
    rows.push(whole[rank - 2] * whole.back());
    places.push(shape[rank - 2] * shape.back());
    const Term taken = g.call("GatherD", {g.reshape(g.dout(), rows), rank - 2, g.reshape(g.in(2), places)});
    return {g.reshape(taken, shape)};
}

OpDef largestGrad() {
    OpDef def =
        poolOp("AdaptiveMaxPool2DGrad", "",
               "The images of the shape of x in which each element of y_grad stands at its place argmax (Int64): "
               "the gradient of AdaptiveMaxPool2D; floating dtypes.");
    def.params = {tensorParam("y_grad"), tensorParam("x"), tensorParam("argmax")};
    def.infer = inferBy<largestGradRule>;
    def.eval = largestGradEval;
    def.samples = largestGradSamples;
    def.gradient = largestGradGradient;
    return def;
}

} // namespace

std::vector<OpDef> adaptivePoolingOps() {
    const std::vector<OpUseRow> uses = {
        {{"AdaptiveAvgPool2D", "AdaptiveAvgPool2DGrad", "AdaptiveAvgPool1D", "AdaptiveMaxPool2D",
          "AdaptiveMaxPool2DGrad"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Reduction, .operations = notByShapes}},
    };
    return withUses({average(), averageGrad(), averageOfLines(), largest(), largestGrad()}, uses);
}

} // namespace jitscope::inline ops
