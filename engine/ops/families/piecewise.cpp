// SPDX-License-Identifier: Apache-2.0
// Activations that are linear or exponential by pieces, most of them with a parameter or two.
#include "engine/ops/families.h"
#include "engine/ops/kernels/float32kernels.h"
#include "engine/ops/record.h"

#include <cmath>

namespace jitscope {

namespace {

// --- values: of an element and the numbers that follow it in the call ------------------------------------------------

constexpr double seluScale = 1.0507009873554805, seluAlpha = 1.6732632423543772;

constexpr auto relu6 = [](auto x, auto, auto) {
    using T = decltype(x);
    return x < T(0) ? T(0) : x > T(6) ? T(6) : x;
};
constexpr auto leakyRelu = [](auto x, auto alpha, auto) { return x > 0 ? x : alpha * x; };
constexpr auto elu = [](auto x, auto alpha, auto) { return x > 0 ? x : alpha * std::expm1(x); };
constexpr auto celu = [](auto x, auto alpha, auto) { return x > 0 ? x : alpha * std::expm1(x / alpha); };
constexpr auto selu = [](auto x, auto, auto) {
    using T = decltype(x);
    return x > 0 ? T(seluScale) * x : T(seluScale * seluAlpha) * std::expm1(x);
};
constexpr auto hardTanh = [](auto x, auto low, auto high) { return x < low ? low : x > high ? high : x; };
constexpr auto hardSigmoid = [](auto x, auto, auto) {
    using T = decltype(x);
    return x <= T(-3) ? T(0) : x >= T(3) ? T(1) : x / T(6) + T(0.5);
};
constexpr auto hardSwish = [](auto x, auto, auto) {
    using T = decltype(x);
    return x <= T(-3) ? T(0) : x >= T(3) ? x : x * (x + T(3)) / T(6);
};
constexpr auto hardShrink = [](auto x, auto lambda, auto) { return x >= -lambda && x <= lambda ? decltype(x)(0) : x; };
constexpr auto softShrink = [](auto x, auto lambda, auto) {
    return x > lambda ? x - lambda : x < -lambda ? x + lambda : x == x ? decltype(x)(0) : x;
};
constexpr auto threshold = [](auto x, auto limit, auto value) { return x > limit ? x : value; };
constexpr auto softplus = [](auto x, auto beta, auto limit) {
    return x * beta > limit ? x : std::log1p(std::exp(x * beta)) / beta;
};
constexpr auto softsign = [](auto x, auto, auto) { return x / (1 + std::abs(x)); };
constexpr auto logSigmoid = [](auto x, auto, auto) {
    using T = decltype(x);
    return (x < 0 ? x : T(0)) - std::log1p(std::exp(-std::abs(x)));
};
constexpr auto mish = [](auto x, auto, auto) {
    using T = decltype(x);
    if (x > T(20)) return x;
    if (std::isinf(x)) return T(0);
    const T e = std::exp(x), n = e * (e + 2); // tanh(log(1 + e)) without its detours
    return x * n / (n + 2);
};
constexpr auto fastGelu = [](auto x, auto, auto) {
    using T = decltype(x);
    return std::isinf(x) && x < 0 ? T(0) : x / (1 + std::exp(T(-1.702) * x));
};

// --- of float32 by the loops of several functions --------------------------------------------------------------------

void float32Loop(UnaryOp op, const float *x, float *y, int64_t count) {
    float32Kernels().unary[size_t(op)](x, y, count);
}

/** log(1 + e^-|x|): what rounding took from 1 + e, the quotient e / ((1 + e) - 1) gives back. */
void softCorner(const float *x, float *y, int64_t count) {
    float negative[blockSize], power[blockSize], sum[blockSize];
    for (int64_t i = 0; i < count; ++i)
        negative[i] = -std::abs(x[i]);
    float32Loop(UnaryOp::Exp, negative, power, count);
    for (int64_t i = 0; i < count; ++i)
        sum[i] = 1 + power[i];
    float32Loop(UnaryOp::Log, sum, y, count);
    for (int64_t i = 0; i < count; ++i)
        y[i] = sum[i] == 1 ? power[i] : y[i] * (power[i] / (sum[i] - 1));
}

void softplusBlock(const float *x, float *y, int64_t count, float beta, float limit) {
    float scaled[blockSize] = {}; // g++ 12 does not see that the loop fills what is read
    for (int64_t i = 0; i < count; ++i)
        scaled[i] = beta * x[i];
    softCorner(scaled, y, count);
    for (int64_t i = 0; i < count; ++i) {
        const float soft = ((scaled[i] > 0 ? scaled[i] : 0.0f) + y[i]) / beta;
        y[i] = scaled[i] > limit ? x[i] : soft;
    }
}

void logSigmoidBlock(const float *x, float *y, int64_t count, float, float) {
    softCorner(x, y, count);
    for (int64_t i = 0; i < count; ++i)
        y[i] = (x[i] < 0 ? x[i] : 0.0f) - y[i];
}

void mishBlock(const float *x, float *y, int64_t count, float, float) {
    float bounded[blockSize], power[blockSize];
    for (int64_t i = 0; i < count; ++i)
        bounded[i] = x[i] > 20 ? 20.0f : x[i];
    float32Loop(UnaryOp::Exp, bounded, power, count);
    for (int64_t i = 0; i < count; ++i) {
        const float n = power[i] * (power[i] + 2), share = n / (n + 2);
        y[i] = n == 0 ? 0.0f : x[i] * share;
    }
}

/** alpha (e^(x / divisor) - 1) where x is negative; e^x - 1 = tanh(x / 2) (e^x + 1) loses no digits near 0. */
void exponentialBelow(const float *x, float *y, int64_t count, float alpha, float divisor, float scale) {
    float below[blockSize], half[blockSize], power[blockSize], slope[blockSize];
    for (int64_t i = 0; i < count; ++i) {
        below[i] = (x[i] < 0 ? x[i] : 0.0f) / divisor;
        half[i] = 0.5f * below[i];
    }
    float32Loop(UnaryOp::Tanh, half, slope, count);
    float32Loop(UnaryOp::Exp, below, power, count);
    for (int64_t i = 0; i < count; ++i)
        y[i] = x[i] > 0 ? scale * x[i] : x[i] == x[i] ? alpha * slope[i] * (power[i] + 1) : x[i];
}

void eluBlock(const float *x, float *y, int64_t count, float alpha, float) {
    exponentialBelow(x, y, count, alpha, 1, 1);
}

void celuBlock(const float *x, float *y, int64_t count, float alpha, float) {
    exponentialBelow(x, y, count, alpha, alpha, 1);
}

void seluBlock(const float *x, float *y, int64_t count, float, float) {
    exponentialBelow(x, y, count, float(seluScale * seluAlpha), 1, float(seluScale));
}

void fastGeluBlock(const float *x, float *y, int64_t count, float, float) {
    float scaled[blockSize], share[blockSize];
    for (int64_t i = 0; i < count; ++i)
        scaled[i] = 1.702f * x[i];
    float32Loop(UnaryOp::Sigmoid, scaled, share, count);
    for (int64_t i = 0; i < count; ++i)
        y[i] = share[i] == 0 ? 0.0f : x[i] * share[i];
}

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

Terms leakyReluGradient(Gradient &g) {
    return {g.select(isPositive(g), g.dout(), g.dout() * g.numberOf(1))};
}

Terms eluGradient(Gradient &g) {
    return {g.select(isPositive(g), g.dout(), g.dout() * (g.out() + g.numberOf(1)))};
}

Terms celuGradient(Gradient &g) {
    return {g.select(isPositive(g), g.dout(), g.dout() * (g.out() / g.numberOf(1) + 1.0))};
}

Terms seluGradient(Gradient &g) {
    return {g.select(isPositive(g), g.dout() * seluScale, g.dout() * (g.out() + seluScale * seluAlpha))};
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
template<OpName name> Abstract activationRule(TypeSpan arguments) {
    const Abstract &x = tensorType(name.text, arguments, 0);
    if (!info(x.dtype).floating)
        refuseType("For primitive[" + std::string(name.text) +
                   "], the input argument[x] must be a Tensor of a floating dtype, but got Tensor[" +
                   std::string(info(x.dtype).name) + "].");
    return Abstract::tensor(x.dtype, x.shape);
}

/** Computes by `block` (see mapBlocks) where there is one, but for float64. */
template<OpName name, auto function, auto block> Value activationEval(ValueSpan arguments) {
    const DType dtype = inferred(activationRule<name>, arguments.first(1)).dtype;
    const double first = arguments.size() > 1 ? arguments[1].number().value_or(0) : 0;
    const double second = arguments.size() > 2 ? arguments[2].number().value_or(0) : 0;
    if constexpr (!std::is_null_pointer_v<decltype(block)>)
        if (dtype != DType::Float64)
            return mapBlocks(*arguments[0].asTensor(), [=](const float *x, float *y, int64_t count) {
                block(x, y, count, float(first), float(second));
            });
    return mapFloats(*arguments[0].asTensor(), heavyGrain, [=]([[maybe_unused]] auto x) {
        using T = decltype(x);
        return function(x, T(first), T(second));
    });
}

/** An activation of `input` and numbers with default values. */
struct Numbers {
    const char *names[2] = {nullptr, nullptr};
    double values[2] = {0, 0};
    int required = 0; ///< how many of them have no default

    int count() const { return names[0] == nullptr ? 0 : names[1] == nullptr ? 1 : 2; }
};

template<OpName name, auto function, auto block = nullptr>
OpDef activation(std::vector<std::string> functions, std::string doc, std::string numpy, GradientRule gradient,
                 Samples (*samples)(), const Numbers &numbers = {}) {
    OpDef def = elementWiseRecord(name.text, std::move(functions), std::move(doc), std::move(numpy), gradient);
    def.methods.clear(); // MindSpore has them as functions only
    def.params = {tensorParam("input", {"x", "input_x"})};
    for (int i = 0; i < numbers.count(); ++i)
        def.params.push_back(i < numbers.required
                                 ? param(numbers.names[i], ParamKind::Float)
                                 : optionalParam(numbers.names[i], ParamKind::Float, numbers.values[i]));
    def.infer = inferBy<activationRule<name>>;
    def.eval = activationEval<name, function, block>;
    def.samples = samples;
    return def;
}

/** Inputs on both sides of every kink, none on it. */
Samples plainSamples() {
    return {{spread({2, 9}, -8, 8.3)}, {spread({3, 1, 67}, -8, 8.3)}, {Tensor::zeros({0, 4}, DType::Float32)}};
}

template<SampleInterval numbers> Samples oneNumberSamples() {
    return {{spread({2, 9}, -8, 8.3), numbers.low},
            {spread({3, 1, 67}, -2, 2.1), numbers.high},
            {Tensor::zeros({0, 4}, DType::Float32), numbers.low}};
}

template<SampleInterval numbers> Samples twoNumberSamples() {
    return {{spread({2, 9}, -8, 8.3), numbers.low, numbers.high},
            {spread({3, 1, 67}, -2, 2.1), numbers.low, numbers.high},
            {Tensor::zeros({0, 4}, DType::Float32), numbers.low, numbers.high}};
}

} // namespace

std::vector<OpDef> piecewiseOps() {
    return {
        activation<"ReLU6", relu6>({"relu6"}, "min(max(input, 0), 6) element by element; floating dtypes.",
                                   "np.clip(a[0], 0, 6)", relu6Gradient, plainSamples),
        activation<"LeakyReLU", leakyRelu>({"leaky_relu"}, "input where it is positive, else alpha * input.",
                                           "np.where(a[0] > 0, a[0], a[1] * a[0])", leakyReluGradient,
                                           oneNumberSamples<SampleInterval{0.2, 0.01}>, {{"alpha"}, {0.2}}),
        activation<"Elu", elu, eluBlock>({"elu"}, "input where it is positive, else alpha * (exp(input) - 1).",
                                         "np.where(a[0] > 0, a[0], a[1] * np.expm1(np.minimum(a[0], 0)))", eluGradient,
                                         oneNumberSamples<SampleInterval{1, 0.7}>, {{"alpha"}, {1}}),
        activation<"CeLU", celu, celuBlock>({"celu"},
                                            "input where it is positive, else alpha * (exp(input / alpha) - 1).",
                                            "np.where(a[0] > 0, a[0], a[1] * np.expm1(np.minimum(a[0], 0) / a[1]))",
                                            celuGradient, oneNumberSamples<SampleInterval{1, 1.7}>, {{"alpha"}, {1}}),
        activation<"SeLU", selu, seluBlock>({"selu"},
                                            "elu scaled so that layers keep mean 0 and variance 1; floating dtypes.",
                                            "1.0507009873554805 * np.where(a[0] > 0, a[0], 1.6732632423543772 * "
                                            "np.expm1(np.minimum(a[0], 0)))",
                                            seluGradient, plainSamples),
        activation<"Hardtanh", hardTanh>({"hardtanh"}, "input brought between min_val and max_val; floating dtypes.",
                                         "np.clip(a[0], a[1], a[2])", hardTanhGradient,
                                         twoNumberSamples<SampleInterval{-1, 1.15}>, {{"min_val", "max_val"}, {-1, 1}}),
        activation<"HSigmoid", hardSigmoid>({"hardsigmoid"}, "input / 6 + 0.5 brought between 0 and 1.",
                                            "np.clip(a[0] / 6 + 0.5, 0, 1)", hardSigmoidGradient, plainSamples),
        activation<"HSwish", hardSwish>({"hardswish"}, "input * hardsigmoid(input); floating dtypes.",
                                        "a[0] * np.clip(a[0] / 6 + 0.5, 0, 1)", hardSwishGradient, plainSamples),
        activation<"HShrink", hardShrink>({"hardshrink"}, "0 where |input| is at most lambd, else input.",
                                          "np.where(np.abs(a[0]) <= a[1], 0, a[0])", shrinkGradient,
                                          oneNumberSamples<SampleInterval{0.5, 1.05}>, {{"lambd"}, {0.5}}),
        activation<"SoftShrink", softShrink>({"softshrink"}, "input moved towards 0 by lambd, and 0 within it.",
                                             "np.sign(a[0]) * np.maximum(np.abs(a[0]) - a[1], 0)", shrinkGradient,
                                             oneNumberSamples<SampleInterval{0.5, 1.05}>, {{"lambd"}, {0.5}}),
        activation<"Threshold", threshold>({"threshold"}, "input where it is greater than thr, else value.",
                                           "np.where(a[0] > a[1], a[0], a[2])", thresholdGradient,
                                           twoNumberSamples<SampleInterval{0.55, -3}>, {{"thr", "value"}, {0, 0}, 2}),
        activation<"Softplus", softplus, softplusBlock>(
            {"softplus"}, "log(1 + exp(beta * input)) / beta, and input where beta * input exceeds threshold.",
            "np.logaddexp(0, a[0] * a[1]) / a[1]", softplusGradient, twoNumberSamples<SampleInterval{1.5, 25}>,
            {{"beta", "threshold"}, {1, 20}}),
        activation<"Softsign", softsign>({"softsign"}, "input / (1 + |input|) element by element; floating dtypes.",
                                         "a[0] / (1 + np.abs(a[0]))", softsignGradient, plainSamples),
        activation<"LogSigmoid", logSigmoid, logSigmoidBlock>(
            {"logsigmoid"}, "log(sigmoid(input)) without overflow; floating dtypes.", "-np.logaddexp(0, -a[0])",
            logSigmoidGradient, plainSamples),
        activation<"Mish", mish, mishBlock>({"mish"},
                                            "input * tanh(softplus(input)) element by element; floating dtypes.",
                                            "a[0] * np.tanh(np.logaddexp(0, a[0]))", mishGradient, plainSamples),
        activation<"FastGeLU", fastGelu, fastGeluBlock>(
            {"fast_gelu"}, "input * sigmoid(1.702 * input), which is close to gelu.",
            "a[0] / (1 + np.exp(-1.702 * a[0]))", fastGeluGradient, plainSamples),
    };
}

} // namespace jitscope
