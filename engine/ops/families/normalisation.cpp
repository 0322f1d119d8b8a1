// SPDX-License-Identifier: Apache-2.0
// Softmax, its logarithm, and their gradients.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/kernels/normalise.h"
#include "engine/ops/rules/windowrules.h"

#include "engine/base/text.h"

namespace jitscope::inline ops {

namespace {

/** One int, or a tuple of one, as dumps write it. */
int axisOf(const char *op, TypeSpan arguments, size_t index, int rank) {
    const Dims axes = intsOf(op, arguments, index);
    if (axes.rank() != 1)
        diagnose(format("For primitive[%s], the axis must be one int, but got %s.", op, listText(axes).c_str()));
    const std::optional<int> axis = normalizedAxis(axes[0], std::max(rank, 1));
    if (!axis)
        diagnose(format("For primitive[%s], the axis must be in [-%d,%d), but got %lld.", op, rank, rank,
                        (long long)axes[0]));
    return *axis;
}

using AlongAxis = Tensor (*)(const Tensor &x, int axis);
using GradientAlongAxis = Tensor (*)(const Tensor &dout, const Tensor &out, int axis);

/** A tensor of rank 0 counts as a row of one element. */
Tensor asRow(const Tensor &x) {
    return x.rank() == 0 ? x.reshaped({1}) : x;
}

Abstract softmaxType(const char *op, TypeSpan arguments) {
    const Abstract &x = tensorType(op, arguments, 0);
    requireFloating(op, "x", x);
    axisOf(op, arguments, 1, x.shape.rank());
    return Abstract::tensor(x.dtype, x.shape);
}

Tensor softmaxValue(const char *op, AlongAxis compute, ValueSpan arguments) {
    const Tensor &x = *arguments[0].asTensor();
    const std::array<Abstract, 2> types = {Abstract::of(arguments[0]), Abstract::of(arguments[1])};
    softmaxType(op, types);
    return compute(asRow(x), axisOf(op, types, 1, x.rank())).reshaped(x.shape());
}

OpCost softmaxCost(TypeSpan arguments, const Abstract &result) {
    // The largest, the difference, the exponential function, the sum and the division.
    return {16.0 * double(result.count()), double(arguments[0].bytes() + result.bytes())};
}

Samples softmaxSamples() {
    return {{sampleValues({2, 3}, -3, 3), Value::ints({-1})},
            {sampleValues({2, 3, 37}, -3, 3), Value::ints({1})},
            {sampleValues({5, 200}, -90, 90), Value::ints({1})},
            {sampleValues({}, -1, 1), Value::ints({-1})},
            {Tensor::zeros({0, 3}, DType::Float32), Value::ints({0})}};
}

OpDef alongAxis(std::string name, std::string function, std::vector<std::string> inputAliases, std::string doc) {
    OpDef def;
    def.name = std::move(name);
    def.function = function;
    def.methods = {std::move(function)};
    def.doc = std::move(doc);
    def.category = OpCategory::Normalisation;
    def.params = {tensorParam("input", std::move(inputAliases)),
                  optionalParam("axis", ParamKind::Ints, Value::ints({-1}), {"dim"})};
    def.cost = softmaxCost;
    def.samples = softmaxSamples;
    return def;
}

Abstract softmaxRule(TypeSpan arguments) {
    return softmaxType("Softmax", arguments);
}

Value softmaxEval(ValueSpan arguments) {
    return softmaxValue("Softmax", computeSoftmax, arguments);
}

std::vector<Term> softmaxGradient(Gradient &g) {
    return {g.call("SoftmaxBackward", {g.dout(), g.out(), g.constant(1)})};
}

OpDef softmax() {
    OpDef def = alongAxis("Softmax", "softmax", {"x", "logits"},
                          "exp(input) divided by its sum along axis, computed without overflow; floating dtypes, same "
                          "shape.");
    def.infer = inferBy<softmaxRule>;
    def.eval = softmaxEval;
    def.gradient = softmaxGradient;
    def.numpy = "(lambda x: (lambda e: (e / e.sum(axis=a[1], keepdims=True)).reshape(a[0].shape))"
                "(np.exp(x - (x.max(axis=a[1], keepdims=True) if x.size else 0))))(np.atleast_1d(a[0]))";
    return def;
}

Abstract logSoftmaxRule(TypeSpan arguments) {
    return softmaxType("LogSoftmax", arguments);
}

Value logSoftmaxEval(ValueSpan arguments) {
    return softmaxValue("LogSoftmax", computeLogSoftmax, arguments);
}

std::vector<Term> logSoftmaxGradient(Gradient &g) {
    return {g.call("LogSoftmaxGrad", {g.out(), g.dout(), g.constant(1)})};
}

OpDef logSoftmax() {
    OpDef def = alongAxis("LogSoftmax", "log_softmax", {"logits", "x"},
                          "input minus the logarithm of the sum of exp(input) along axis, without overflow; floating "
                          "dtypes, same shape.");
    def.infer = inferBy<logSoftmaxRule>;
    def.eval = logSoftmaxEval;
    def.gradient = logSoftmaxGradient;
    def.numpy = "(lambda x: (lambda d: (d - np.log(np.exp(d).sum(axis=a[1], keepdims=True))).reshape(a[0].shape))"
                "(x - (x.max(axis=a[1], keepdims=True) if x.size else 0)))(np.atleast_1d(a[0]))";
    return def;
}

// --- gradients -------------------------------------------------------------------------------------------------------

/** Both gradients take two tensors of one type and an axis. */
Abstract gradientType(const char *op, TypeSpan arguments) {
    const Abstract &a = tensorType(op, arguments, 0), &b = tensorType(op, arguments, 1);
    requireFloating(op, "x", a);
    if (a.dtype != b.dtype || a.shape != b.shape)
        diagnose(format("For '%s', the gradient and the result must have one dtype and shape, but got %s and %s.", op,
                        brief(a).c_str(), brief(b).c_str()));
    axisOf(op, arguments, 2, a.shape.rank());
    return Abstract::tensor(a.dtype, a.shape);
}

Tensor gradientValue(const char *op, GradientAlongAxis compute, const Tensor &dout, const Tensor &out,
                     const Value &axis) {
    const std::array<Abstract, 3> types = {Abstract::of(dout), Abstract::of(out), Abstract::of(axis)};
    gradientType(op, types);
    return compute(asRow(dout), asRow(out), axisOf(op, types, 2, dout.rank())).reshaped(dout.shape());
}

Samples gradientSamples() {
    return {{sampleValues({2, 3}, -3, -1), sampleValues({2, 3}, -1, 2), -1},
            {sampleValues({2, 3, 37}, -3, -1), sampleValues({2, 3, 37}, -1, 2), 1},
            {sampleValues({}, -1, 0), sampleValues({}, -1, 1), -1},
            {Tensor::zeros({0, 3}, DType::Float32), Tensor::zeros({0, 3}, DType::Float32), 0}};
}

/** Of an element: SoftmaxBackward multiplies, sums, subtracts and multiplies; LogSoftmaxGrad sums, computes the
    exponential function, multiplies and subtracts. */
template<int operations> OpCost gradientCost(TypeSpan arguments, const Abstract &result) {
    return {double(operations) * double(result.count()),
            double(arguments[0].bytes() + arguments[1].bytes() + result.bytes())};
}

OpDef gradientOp(std::string name, std::string doc) {
    OpDef def;
    def.name = std::move(name);
    def.doc = std::move(doc);
    def.category = OpCategory::Normalisation;
    def.samples = gradientSamples;
    return def;
}

Abstract softmaxBackwardRule(TypeSpan arguments) {
    return gradientType("SoftmaxBackward", arguments);
}

Value softmaxBackwardEval(ValueSpan arguments) {
    return gradientValue("SoftmaxBackward", computeSoftmaxGradient, *arguments[0].asTensor(), *arguments[1].asTensor(),
                         arguments[2]);
}

/** The axis as ReduceSum wants it; a tensor of rank 0 has none. */
Dims axesOf(Gradient &g) {
    return g.rank(0) == 0 ? Dims() : *g.intsOf(2);
}

std::vector<Term> softmaxBackwardGradient(Gradient &g) {
    const Term u = g.dout(), dout = g.in(0), out = g.in(1);
    const auto sum = [&g](Term x) { return g.sum(x, axesOf(g), true); };
    return {g.call("SoftmaxBackward", {u, out, g.constant(2)}), u * (dout - sum(dout * out)) - dout * sum(u * out)};
}

OpDef softmaxBackward() {
    OpDef def =
        gradientOp("SoftmaxBackward", "(dout - sum(dout * out)) * out along dim: what a gradient of the softmax out "
                                      "gives for its argument; one floating dtype and shape.");
    def.params = {tensorParam("dout"), tensorParam("out"), optionalParam("dim", ParamKind::Ints, -1, {"axis"})};
    def.infer = inferBy<softmaxBackwardRule>;
    def.cost = gradientCost<4>;
    def.eval = softmaxBackwardEval;
    def.gradient = softmaxBackwardGradient;
    def.numpy = "(lambda d, o: ((d - (d * o).sum(axis=a[2], keepdims=True)) * o).reshape(a[0].shape))"
                "(np.atleast_1d(a[0]), np.atleast_1d(a[1]))";
    return def;
}

Abstract logSoftmaxGradRule(TypeSpan arguments) {
    return gradientType("LogSoftmaxGrad", arguments);
}

Value logSoftmaxGradEval(ValueSpan arguments) {
    return gradientValue("LogSoftmaxGrad", computeLogSoftmaxGradient, *arguments[1].asTensor(),
                         *arguments[0].asTensor(), arguments[2]);
}

std::vector<Term> logSoftmaxGradGradient(Gradient &g) {
    const Term u = g.dout(), grad = g.in(1), weights = g.call("Exp", {g.in(0)});
    const auto sum = [&g](Term x) { return g.sum(x, axesOf(g), true); };
    return {-(u * weights * sum(grad)), u - sum(u * weights)};
}

OpDef logSoftmaxGrad() {
    OpDef def =
        gradientOp("LogSoftmaxGrad", "grad - exp(logits) * sum(grad) along axis: what a gradient of the logarithm "
                                     "of softmax, logits, gives for its argument; one floating dtype and shape.");
    def.params = {tensorParam("logits"), tensorParam("grad"), optionalParam("axis", ParamKind::Ints, -1, {"dim"})};
    def.infer = inferBy<logSoftmaxGradRule>;
    def.cost = gradientCost<15>;
    def.eval = logSoftmaxGradEval;
    def.gradient = logSoftmaxGradGradient;
    def.numpy = "(lambda o, d: (d - np.exp(o) * d.sum(axis=a[2], keepdims=True)).reshape(a[0].shape))"
                "(np.atleast_1d(a[0]), np.atleast_1d(a[1]))";
    return def;
}

} // namespace

std::vector<OpDef> normalisationOps() {
    const std::vector<OpUseRow> uses = {
        {{"Softmax", "LogSoftmax"},
         {.dependence = Dependence::AlongAxis,
          .device = DeviceKernel::Activation,
          .operations = notByShapes,
          .isActivation = true}},
        {{"SoftmaxBackward"},
         {.dependence = Dependence::AlongAxis, .device = DeviceKernel::Normalisation, .operations = notByShapes}},
        {{"LogSoftmaxGrad"},
         {.dependence = Dependence::AlongAxis, .device = DeviceKernel::Activation, .operations = notByShapes}},
    };
    return withUses({softmax(), logSoftmax(), softmaxBackward(), logSoftmaxGrad()}, uses);
}

} // namespace jitscope::inline ops
