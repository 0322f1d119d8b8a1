// SPDX-License-Identifier: Apache-2.0
// Activations that are linear or exponential by pieces, most of them with a parameter or two.
#include "engine/ops/families.h"
#include "engine/ops/kernels/float64lane.h"
#include "engine/ops/kernels/formulakernels.h"
#include "engine/ops/rules/elementwiserecord.h"

#include <cmath>

namespace jitscope::inline ops {

namespace {

// --- gradients -------------------------------------------------------------------------------------------------------

Term isPositive(Gradient &g) {
    return g.call("Greater", {g.in(0), 0.0});
}

enum class Ends { Open, Closed, HalfOpen };

/** The gradient of the result where x lies between two numbers; the ends belong to it as MindSpore has them (half open:
    the upper one only). */
Term between(Gradient &g, Term x, double low, double high, Ends ends) {
    const Term above = g.call(ends == Ends::Closed ? "GreaterEqual" : "Greater", {x, low});
    const Term below = g.call(ends == Ends::Open ? "Less" : "LessEqual", {x, high});
    return g.select(g.call("LogicalAnd", {above, below}), g.dout(), 0.0);
}

Terms relu6Gradient(Gradient &g) {
    return {between(g, g.in(0), 0, 6, Ends::HalfOpen)};
}

/** At 0 the two lines share it, as of the maximum that MindSpore makes of them. */
Terms leakyReluGradient(Gradient &g) {
    const double alpha = g.numberOf(1);
    const Term below = g.select(g.call("Less", {g.in(0), 0.0}), g.dout() * alpha, g.dout() * ((1 + alpha) / 2));
    return {g.select(isPositive(g), g.dout(), below)};
}

Terms eluGradient(Gradient &g) {
    return {g.select(isPositive(g), g.dout(), g.dout() * (g.out() + g.numberOf(1)))};
}

Terms celuGradient(Gradient &g) {
    return {g.select(isPositive(g), g.dout(), g.dout() * (g.out() / g.numberOf(1) + 1.0))};
}

Terms seluGradient(Gradient &g) {
    using formulas::SeLU;
    return {g.select(isPositive(g), g.dout() * SeLU::scale, g.dout() * (g.out() + SeLU::scale * SeLU::alpha))};
}

Terms hardTanhGradient(Gradient &g) {
    // One half on the bounds, as of the maximum and the minimum that MindSpore makes of it.
    const double low = g.numberOf(1), high = g.numberOf(2);
    const Term open = between(g, g.in(0), low, high, Ends::Open);
    return {(open + between(g, g.in(0), low, high, Ends::Closed)) * 0.5};
}

Terms hardSigmoidGradient(Gradient &g) {
    return {between(g, g.in(0), -3, 3, Ends::Open) * (1.0 / 6)};
}

Terms hardSwishGradient(Gradient &g) {
    const Term x = g.in(0);
    const Term above = g.select(g.call("Greater", {x, 3.0}), g.dout(), 0.0);
    return {above + between(g, x, -3, 3, Ends::Closed) * (x * (1.0 / 3) + 0.5)};
}

/** Where the result is not 0, it moves as the element does. */
Terms shrinkGradient(Gradient &g) {
    return {g.select(g.call("NotEqual", {g.out(), 0.0}), g.dout(), 0.0)};
}

Terms thresholdGradient(Gradient &g) {
    return {g.select(g.call("Greater", {g.in(0), g.numberOf(1)}), g.dout(), 0.0)};
}

Terms softplusGradient(Gradient &g) {
    const Term scaled = g.in(0) * g.numberOf(1);
    const Term isLinear = g.call("Greater", {scaled, g.numberOf(2)});
    return {g.select(isLinear, g.dout(), g.dout() * g.call("Sigmoid", {scaled}))};
}

Terms softsignGradient(Gradient &g) {
    return {g.dout() / g.call("Square", {g.call("Abs", {g.in(0)}) + 1.0})};
}

Terms logSigmoidGradient(Gradient &g) {
    return {g.dout() * g.call("Sigmoid", {-g.in(0)})};
}

Terms mishGradient(Gradient &g) {
    const Term x = g.in(0);
    const Term t = g.call("Tanh", {g.call("Softplus", {x})});
    const Term bend = (-g.call("Square", {t}) + 1.0) * g.call("Sigmoid", {x});
    return {g.dout() * (t + x * bend)};
}

Terms fastGeluGradient(Gradient &g) {
    const Term s = g.call("Sigmoid", {g.in(0) * 1.702});
    return {g.dout() * (s + g.out() * (-s + 1.0) * 1.702)};
}

// --- records ---------------------------------------------------------------------------------------------------------

/** Floats keep their dtype; other dtypes have no such activation in MindSpore. */
template<class Formula> Abstract activationRule(TypeSpan arguments) {
    const Abstract &x = tensorType(Formula::op, arguments, 0);
    if (!info(x.dtype).floating)
        diagnoseType("For primitive[" + std::string(Formula::op) +
                     "], the input argument[x] must be a Tensor of a floating dtype, but got Tensor[" +
                     std::string(info(x.dtype).name) + "].");
    return Abstract::tensor(x.dtype, x.shape);
}

template<class Formula> double atFloat64(double x, double first, double second) {
    constexpr Formula formula;
    using X = Float64Lane;
    if constexpr (requires(X lane) { formula(lane); })
        return formula(X{x}).value;
    else if constexpr (requires(X lane) { formula(lane, lane); })
        return formula(X{x}, X{first}).value;
    else
        return formula(X{x}, X{first}, X{second}).value;
}

template<class Formula> Value activationEval(ValueSpan arguments) {
    const DType dtype = inferred(activationRule<Formula>, arguments.first(1)).dtype;
    const double first = arguments.size() > 1 ? arguments[1].number().value_or(0) : 0;
    const double second = arguments.size() > 2 ? arguments[2].number().value_or(0) : 0;
    const Tensor &x = *arguments[0].asTensor();
    if (dtype == DType::Float64)
        return mapFloats(x, heavyGrain,
                         [=](auto element) { return decltype(element)(atFloat64<Formula>(element, first, second)); });
    const auto loop = activationLoopOf<Formula>();
    return mapBlocks(
        x, [=](const float *from, float *to, int64_t count) { loop(from, to, count, float(first), float(second)); });
}

/** By the formula: what computes the element says what that takes. */
template<class Formula> OpCost formulaCost(TypeSpan arguments, const Abstract &result) {
    OpCost cost{double(Formula::work) * double(result.count()), double(result.bytes())};
    for (const Abstract &argument : arguments)
        cost.bytes += double(argument.bytes());
    return cost;
}

/** An activation of `input` and numbers with default values. */
struct Numbers {
    const char *names[2] = {nullptr, nullptr};
    double values[2] = {0, 0};
    int required = 0; ///< how many of them have no default

    int count() const { return names[0] == nullptr ? 0 : names[1] == nullptr ? 1 : 2; }
};

template<class Formula>
OpDef activation(std::vector<std::string> functions, std::string doc, std::string numpy, GradientRule gradient,
                 Samples (*samples)(), const Numbers &numbers = {}) {
    OpDef def = elementWiseRecord(Formula::op, std::move(functions), std::move(doc), std::move(numpy), gradient);
    def.methods.clear(); // MindSpore has them as functions only
    def.params = {tensorParam("input", {"x", "input_x"})};
    for (int i = 0; i < numbers.count(); ++i)
        def.params.push_back(i < numbers.required
                                 ? param(numbers.names[i], ParamKind::Float)
                                 : optionalParam(numbers.names[i], ParamKind::Float, numbers.values[i]));
    def.infer = inferBy<activationRule<Formula>>;
    def.eval = activationEval<Formula>;
    def.cost = formulaCost<Formula>;
    def.samples = samples;
    return def;
}

/** Inputs on both sides of every kink, none on it. */
Samples plainSamples() {
    return {
        {sampleValues({2, 9}, -8, 8.3)}, {sampleValues({3, 1, 67}, -8, 8.3)}, {Tensor::zeros({0, 4}, DType::Float32)}};
}

template<SampleInterval numbers> Samples oneNumberSamples() {
    return {{sampleValues({2, 9}, -8, 8.3), numbers.low},
            {sampleValues({3, 1, 67}, -2, 2.1), numbers.high},
            {Tensor::zeros({0, 4}, DType::Float32), numbers.low}};
}

template<SampleInterval numbers> Samples twoNumberSamples() {
    return {{sampleValues({2, 9}, -8, 8.3), numbers.low, numbers.high},
            {sampleValues({3, 1, 67}, -2, 2.1), numbers.low, numbers.high},
            {Tensor::zeros({0, 4}, DType::Float32), numbers.low, numbers.high}};
}

} // namespace

std::vector<OpDef> piecewiseOps() {
    const std::vector<OpUseRow> uses = {
        {{"ReLU6", "LeakyReLU", "Hardtanh", "HSigmoid"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .kernel = cheapInKernels,
          .isActivation = true}},
        {{"Elu", "Softplus", "Mish"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Activation,
          .operations = notByShapes,
          .kernel = expensiveInKernels,
          .isActivation = true}},
        {{"CeLU", "SeLU", "Softsign", "LogSigmoid", "FastGeLU"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .kernel = expensiveInKernels,
          .isActivation = true}},
        {{"HSwish"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Activation,
          .operations = notByShapes,
          .kernel = cheapInKernels,
          .isActivation = true}},
        {{"HShrink", "SoftShrink"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .kernel = cheapInKernels}},
        {{"Threshold"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .kernel = inNoKernel,
          .isActivation = true}},
    };
    return withUses(
        {
            activation<formulas::ReLU6>({"relu6"}, "min(max(input, 0), 6) element by element; floating dtypes.",
                                        "np.clip(a[0], 0, 6)", relu6Gradient, plainSamples),
            activation<formulas::LeakyReLU>({"leaky_relu"}, "input where it is positive, else alpha * input.",
                                            "np.where(a[0] > 0, a[0], a[1] * a[0])", leakyReluGradient,
                                            oneNumberSamples<SampleInterval{0.2, 0.01}>, {{"alpha"}, {0.2}}),
            activation<formulas::Elu>({"elu"}, "input where it is positive, else alpha * (exp(input) - 1).",
                                      "np.where(a[0] > 0, a[0], a[1] * np.expm1(np.minimum(a[0], 0)))", eluGradient,
                                      oneNumberSamples<SampleInterval{1, 0.7}>, {{"alpha"}, {1}}),
            activation<formulas::CeLU>({"celu"}, "input where it is positive, else alpha * (exp(input / alpha) - 1).",
                                       "np.where(a[0] > 0, a[0], a[1] * np.expm1(np.minimum(a[0], 0) / a[1]))",
                                       celuGradient, oneNumberSamples<SampleInterval{1, 1.7}>, {{"alpha"}, {1}}),
            activation<formulas::SeLU>({"selu"},
                                       "elu scaled so that layers keep mean 0 and variance 1; floating dtypes.",
                                       "1.0507009873554805 * np.where(a[0] > 0, a[0], 1.6732632423543772 * "
                                       "np.expm1(np.minimum(a[0], 0)))",
                                       seluGradient, plainSamples),
            activation<formulas::Hardtanh>({"hardtanh"}, "input brought between min_val and max_val; floating dtypes.",
                                           "np.clip(a[0], a[1], a[2])", hardTanhGradient,
                                           twoNumberSamples<SampleInterval{-1, 1.15}>,
                                           {{"min_val", "max_val"}, {-1, 1}}),
            activation<formulas::HSigmoid>({"hardsigmoid"}, "(input + 3) / 6 brought between 0 and 1.",
                                           "np.clip((a[0] + 3) / 6, 0, 1)", hardSigmoidGradient, plainSamples),
            activation<formulas::HSwish>({"hardswish"}, "input * hardsigmoid(input); floating dtypes.",
                                         "a[0] * np.clip(a[0] / 6 + 0.5, 0, 1)", hardSwishGradient, plainSamples),
            activation<formulas::HShrink>({"hardshrink"}, "0 where |input| is at most lambd, else input.",
                                          "np.where(np.abs(a[0]) <= a[1], 0, a[0])", shrinkGradient,
                                          oneNumberSamples<SampleInterval{0.5, 1.05}>, {{"lambd"}, {0.5}}),
            activation<formulas::SoftShrink>({"softshrink"}, "input moved towards 0 by lambd, and 0 within it.",
                                             "np.sign(a[0]) * np.maximum(np.abs(a[0]) - a[1], 0)", shrinkGradient,
                                             oneNumberSamples<SampleInterval{0.5, 1.05}>, {{"lambd"}, {0.5}}),
            activation<formulas::Threshold>({"threshold"}, "input where it is greater than thr, else value.",
                                            "np.where(a[0] > a[1], a[0], a[2])", thresholdGradient,
                                            twoNumberSamples<SampleInterval{0.55, -3}>, {{"thr", "value"}, {0, 0}, 2}),
            activation<formulas::Softplus>(
                {"softplus"}, "log(1 + exp(beta * input)) / beta, and input where beta * input exceeds threshold.",
                "np.logaddexp(0, a[0] * a[1]) / a[1]", softplusGradient, twoNumberSamples<SampleInterval{1.5, 25}>,
                {{"beta", "threshold"}, {1, 20}}),
            activation<formulas::Softsign>({"softsign"}, "input / (1 + |input|) element by element; floating dtypes.",
                                           "a[0] / (1 + np.abs(a[0]))", softsignGradient, plainSamples),
            activation<formulas::LogSigmoid>({"logsigmoid"}, "log(sigmoid(input)) without overflow; floating dtypes.",
                                             "-np.logaddexp(0, -a[0])", logSigmoidGradient, plainSamples),
            activation<formulas::Mish>({"mish"}, "input * tanh(softplus(input)) element by element; floating dtypes.",
                                       "a[0] * np.tanh(np.logaddexp(0, a[0]))", mishGradient, plainSamples),
            activation<formulas::FastGeLU>({"fast_gelu"}, "input * sigmoid(1.702 * input), which is close to gelu.",
                                           "a[0] / (1 + np.exp(-1.702 * a[0]))", fastGeluGradient, plainSamples),
        },
        uses);
}

} // namespace jitscope::inline ops
