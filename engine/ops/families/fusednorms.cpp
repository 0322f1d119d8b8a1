// SPDX-License-Identifier: Apache-2.0
// Normalisations and sums with what stands next to them in networks, as fusion passes make them.
#include "engine/ops/families.h"
#include "engine/ops/kernels/mapped.h"
#include "engine/ops/kernels/normalise.h"
#include "engine/ops/rules/activationrules.h"

#include "engine/base/text.h"

namespace jitscope::inline ops {

namespace {

/** The type that another operator gives for these arguments; its refusal is ours. */
Abstract typeOf(const char *primitive, TypeSpan arguments) {
    Result<Abstract> type = findOp(primitive)->infer(arguments);
    if (!type) diagnose(type.error().message);
    return *std::move(type);
}

double addedBytes(TypeSpan arguments, const Abstract &result) {
    double bytes = double(result.bytes());
    for (const Abstract &argument : arguments)
        bytes += double(argument.bytes());
    return bytes;
}

// --- FusedAddReluV2 --------------------------------------------------------------------------------------------------

Abstract addReluRule(TypeSpan arguments) {
    const Abstract &a = tensorType("FusedAddReluV2", arguments, 0), &b = tensorType("FusedAddReluV2", arguments, 1);
    if (!info(a.dtype).floating || a.dtype != b.dtype)
        diagnose("For 'FusedAddReluV2', both inputs must be Tensors of one floating dtype, but got " + brief(a) +
                 " and " + brief(b) + ".");
    return typeOf("Add", arguments);
}

Value addReluEval(ValueSpan arguments) {
    const Abstract result = inferred(addReluRule, arguments);
    return mapFloats(*arguments[0].asTensor(), *arguments[1].asTensor(), result.shape, lightGrain, [](auto a, auto b) {
        const auto sum = a + b;
        return sum < 0 ? decltype(sum)(0) : sum;
    });
}

OpCost addReluCost(TypeSpan arguments, const Abstract &result) {
    return {2.0 * double(result.count()), addedBytes(arguments, result)};
}

Samples addReluSamples() {
    return {{sampleValues({2, 3}, -1, 1), sampleValues({2, 3}, -0.5, 0.6)},
            {sampleValues({3, 4, 67}, -1, 1), sampleValues({67}, -0.5, 0.6)},
            {sampleValues({4, 1, 3}, -1, 1), sampleValues({5, 1}, -0.5, 0.6)},
            {Tensor::zeros({0, 3}, DType::Float32), sampleValues({3}, -1, 1)}};
}

std::vector<Term> addReluGradient(Gradient &g) {
    const Term dsum = g.call("ReluGrad", {g.dout(), g.out()});
    return {dsum, dsum};
}

OpDef fusedAddRelu() {
    OpDef def;
    def.name = "FusedAddReluV2";
    def.doc = "max(x1 + x2, 0) element by element, in one walk; broadcasting; one floating dtype.";
    def.category = OpCategory::ElementWise;
    def.params = {tensorParam("x1"), tensorParam("x2")};
    def.infer = inferBy<addReluRule>;
    def.eval = addReluEval;
    def.cost = addReluCost;
    def.samples = addReluSamples;
    def.gradient = addReluGradient;
    def.numpy = "np.maximum(a[0] + a[1], 0)";
    return def;
}

// --- BatchNormWithActivation -----------------------------------------------------------------------------------------

constexpr size_t trainingAt = 5, epsilonAt = 6, activationAt = 9;

Abstract normActivationRule(TypeSpan arguments) {
    activationOf("BatchNormWithActivation", arguments, activationAt);
    return typeOf("BatchNorm", arguments.first(activationAt));
}

/** The moments come from BatchNorm itself, of no elements to normalise when they are given. */
Value normActivationEval(ValueSpan arguments) {
    const auto types = typesOf(arguments);
    normActivationRule(types);
    const Tensor &x = *arguments[0].asTensor();
    const double epsilon = *arguments[epsilonAt].number();
    const ChannelNormPlan plan = {x.shape()[0], x.shape()[1], Dims(x.shape().span().subspan(2)).product(), epsilon};
    const DType dtype = momentsDType(x.dtype());
    const bool isTraining = *arguments[trainingAt].asBool();
    const ChannelMoments moments = isTraining ? computeChannelMoments(plan, x)
                                              : ChannelMoments{arguments[3].asTensor()->cast(dtype).contiguous(),
                                                               arguments[4].asTensor()->cast(dtype).contiguous()};
    const ChannelLines lines =
        channelLines(dtype, epsilon, moments, *arguments[1].asTensor(), *arguments[2].asTensor());
    const Tensor y = computeChannelNorm(plan, x, lines, activationOf(arguments[activationAt]));
    const Tensor sample = isTraining ? varianceOfSample(moments.variance, plan.count()) : moments.variance;
    return Value::tuple({y, moments.mean, sample, moments.mean, moments.variance});
}

OpCost normActivationCost(TypeSpan arguments, const Abstract &result) {
    return {9.0 * double(arguments[0].count()), addedBytes(arguments, result)};
}

Samples normActivationSamples() {
    const Tensor scale = sampleValues({3}, 1, 2), bias = sampleValues({3}, -1, 1), mean = sampleValues({3}, -1, 0);
    const Tensor variance = sampleValues({3}, 1, 2);
    return {{sampleValues({2, 3, 4, 5}, -1, 2), scale, bias, mean, variance, false, 1e-5, 0.1, "NCHW", "relu"},
            {sampleValues({2, 3, 4, 5}, -1, 2), scale, bias, mean, variance, true, 1e-5, 0.1, "NCHW", "silu"},
            {sampleValues({6, 3}, -1, 2), scale, bias, mean, variance, true, 1e-3, 0.1, "NCHW", "gelu"},
            {Tensor::zeros({0, 3, 4}, DType::Float32), scale, bias, mean, variance, false, 1e-5, 0.1, "NCHW", "relu"}};
}

/** The rule of BatchNorm, whose result before the activation is computed again where the activation needs it. */
std::vector<Term> normActivationGradient(Gradient &g) {
    std::vector<Operand> arguments;
    for (size_t i = 0; i < 5; ++i)
        arguments.emplace_back(g.in(i));
    for (size_t i = trainingAt; i < activationAt; ++i)
        arguments.emplace_back(g.constant(i));
    const Term result = g.call("BatchNorm", arguments), saved = g.out();
    const Term dy = activationGradient(g, activationAt, g.dout(0), g.item(result, 0), g.item(saved, 0));
    const bool isTraining = g.boolOf(trainingAt);
    const double count = double(g.shape(0).product() / std::max<int64_t>(g.shape(0)[1], 1));
    const double sample = isTraining ? count / std::max(count - 1, 1.0) : 1.0;
    const Term dmean = g.dout(1) + g.dout(3), dvariance = g.dout(2) * sample + g.dout(4);
    std::vector<Operand> back = {dy,      g.in(0),       g.in(1),       g.item(saved, 3), g.item(saved, 4),
                                 Value(), g.constant(5), g.constant(6), g.constant(8)};
    if (isTraining) {
        back.emplace_back(dmean);
        back.emplace_back(dvariance);
    }
    const Term all = g.call("BatchNormGrad", back);
    std::vector<Term> terms = {g.item(all, 0), g.item(all, 1), g.item(all, 2)};
    if (isTraining) return terms;
    const Term factor = g.call("Rsqrt", {g.in(4) + g.numberOf(epsilonAt)});
    const Term slope = g.in(1) * factor;
    terms.push_back(dmean - slope * terms[2]);
    terms.push_back(dvariance - slope * factor * terms[1] * 0.5);
    return terms;
}

OpDef batchNormWithActivation() {
    OpDef def;
    def.name = "BatchNormWithActivation";
    def.doc = "BatchNorm whose first result goes through the activation activation_type before it leaves the cache; "
              "arguments and results as there.";
    def.category = OpCategory::Normalisation;
    def.params = {tensorParam("input_x", {"x"}),
                  tensorParam("scale"),
                  tensorParam("bias"),
                  tensorParam("mean"),
                  tensorParam("variance"),
                  optionalParam("is_training", ParamKind::Bool, false),
                  optionalParam("epsilon", ParamKind::Float, 1e-5),
                  optionalParam("momentum", ParamKind::Float, 0.1),
                  optionalParam("data_format", ParamKind::Text, "NCHW"),
                  optionalParam("activation_type", ParamKind::Text, "relu")};
    def.infer = inferBy<normActivationRule>;
    def.eval = normActivationEval;
    def.cost = normActivationCost;
    def.samples = normActivationSamples;
    def.gradient = normActivationGradient;
    def.numpy = "(lambda x, k, s: (lambda m, v: (lambda n: (" +
                activationInNumpy(activationAt, "(x - m.reshape(s)) / np.sqrt(v.reshape(s) + a[6]) * a[1].reshape(s) + "
                                                "a[2].reshape(s)") +
                ", m, v * (n / max(n - 1, 1) if a[5] else 1), m, v))(x[:, 0].size))"
                "(x.mean(axis=k) if a[5] else a[3], x.var(axis=k) if a[5] else a[4]))"
                "(a[0], (0, *range(2, a[0].ndim)), (-1,) + (1,) * (a[0].ndim - 2))";
    return def;
}

// --- AddLayerNorm ----------------------------------------------------------------------------------------------------

Abstract addLayerNormRule(TypeSpan arguments) {
    const char *op = "AddLayerNorm";
    const Abstract &a = tensorType(op, arguments, 0), &b = tensorType(op, arguments, 1);
    if (a.shape != b.shape || a.dtype != b.dtype)
        diagnose(format("For '%s', x1 and x2 must be Tensors of one dtype and shape, but got %s and %s.", op,
                        brief(a).c_str(), brief(b).c_str()));
    const std::vector<Abstract> norm = {a,
                                        tensorType(op, arguments, 2),
                                        tensorType(op, arguments, 3),
                                        Abstract::constant(int64_t(-1)),
                                        Abstract::constant(int64_t(-1)),
                                        arguments[4]};
    Abstract result = typeOf("LayerNorm", norm);
    result.items.push_back(Abstract::tensor(a.dtype, a.shape));
    return result;
}

Value addLayerNormEval(ValueSpan arguments) {
    const Abstract result = inferred(addLayerNormRule, arguments);
    const Tensor &gamma = *arguments[2].asTensor(), &beta = *arguments[3].asTensor();
    const int64_t count = result.items[0].shape.back();
    if (count == 0) {
        const Tensor empty(result.items[0].shape, result.items[0].dtype);
        const Tensor moments = Tensor::zeros(result.items[1].shape, result.items[1].dtype);
        return Value::tuple({empty, moments, moments, empty});
    }
    const RowNormPlan plan = {result.items[0].count() / count, count, 1, *arguments[4].number()};
    const Normalised normalised = computeRowNorm(plan, *arguments[0].asTensor(), gamma, beta, *arguments[1].asTensor());
    const Dims &moments = result.items[1].shape;
    return Value::tuple(
        {normalised.y, normalised.mean.reshaped(moments), normalised.variance.reshaped(moments), normalised.sum});
}

OpCost addLayerNormCost(TypeSpan arguments, const Abstract &result) {
    return {9.0 * double(arguments[0].count()), addedBytes(arguments, result)};
}

Samples addLayerNormSamples() {
    return {{sampleValues({4, 6}, -1, 2), sampleValues({4, 6}, -2, 1), sampleValues({6}, 1, 2),
             sampleValues({6}, -1, 1), 1e-5},
            {sampleValues({2, 3, 40}, -1, 2), sampleValues({2, 3, 40}, -2, 1), sampleValues({40}, 1, 2),
             sampleValues({40}, -1, 1), 1e-3},
            {Tensor::zeros({0, 3}, DType::Float32), Tensor::zeros({0, 3}, DType::Float32), sampleValues({3}, 1, 2),
             sampleValues({3}, -1, 1), 1e-5}};
}

std::vector<Term> addLayerNormGradient(Gradient &g) {
    const Term result = g.out();
    const Term all = g.call("LayerNormGrad", {g.item(result, 3), g.dout(0), g.item(result, 2), g.item(result, 1),
                                              g.in(2), -1, -1, g.constant(4), g.dout(1), g.dout(2)});
    const Term dsum = g.item(all, 0) + g.dout(3);
    return {dsum, dsum, g.item(all, 1), g.item(all, 2)};
}

OpDef addLayerNorm() {
    OpDef def;
    def.name = "AddLayerNorm";
    def.doc =
        "LayerNorm of x1 + x2 over the last axis, in one walk; x1 and x2 of one floating dtype and shape, gamma and "
        "beta of the last axis; gives (output, mean, variance, x1 + x2).";
    def.category = OpCategory::Normalisation;
    def.params = {tensorParam("x1"), tensorParam("x2"), tensorParam("gamma"), tensorParam("beta"),
                  optionalParam("epsilon", ParamKind::Float, 1e-5)};
    def.infer = inferBy<addLayerNormRule>;
    def.eval = addLayerNormEval;
    def.cost = addLayerNormCost;
    def.samples = addLayerNormSamples;
    def.gradient = addLayerNormGradient;
    def.numpy = "(lambda x: (lambda m, v: ((x - m) / np.sqrt(v + a[4]) * a[2] + a[3], m, v, x))"
                "(x.mean(axis=-1, keepdims=True), x.var(axis=-1, keepdims=True)))(a[0] + a[1])";
    return def;
}

} // namespace

std::vector<OpDef> fusedNormOps() {
    const std::vector<OpUseRow> uses = {
        {{"FusedAddReluV2"},
         {.dependence = Dependence::ElementWise, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
        {{"BatchNormWithActivation"},
         {.dependence = Dependence::Channel, .device = DeviceKernel::Normalisation, .operations = notByShapes}},
        {{"AddLayerNorm"},
         {.dependence = Dependence::SumNorm, .device = DeviceKernel::Normalisation, .operations = notByShapes}},
    };
    return withUses({fusedAddRelu(), batchNormWithActivation(), addLayerNorm()}, uses);
}

} // namespace jitscope::inline ops
