// SPDX-License-Identifier: Apache-2.0
// The gradients of the commonest activations as operators of their own: each reads its tensors once.
//
// Their own gradient rules are made of other operators, so that second derivatives need no further kernels.
#include "engine/ops/families.h"
#include "engine/ops/kernels/elementwise.h"
#include "engine/ops/record.h"

#include <cmath>
#include <numbers>

namespace jitscope {

namespace {

/** Both operands have one dtype, which is floating, and one shape. */
template<OpName name> Abstract gradientRule(TypeSpan arguments) {
    const Abstract &first = tensorType(name.text, arguments, 0), &second = tensorType(name.text, arguments, 1);
    if (!info(first.dtype).floating || first.dtype != second.dtype || first.shape != second.shape)
        refuse("For '" + std::string(name.text) +
               "', both inputs must be Tensors of one floating dtype and one shape, but got " + brief(first) + " and " +
               brief(second) + ".");
    return Abstract::tensor(first.dtype, first.shape);
}

template<OpName name, auto function> Value gradientEval(ValueSpan arguments) {
    const Abstract result = inferred(gradientRule<name>, arguments.first(2));
    return mapFloats(*arguments[0].asTensor(), *arguments[1].asTensor(), result.shape, lightGrain, function);
}

Samples gradientSamples() {
    return {{spread({2, 3}, -0.9, 0.9), spread({2, 3}, 0.3, 2)},
            {spread({3, 1, 67}, 0.1, 0.9), spread({3, 1, 67}, -2, -0.2)},
            {Tensor::zeros({0, 4}, DType::Float32), Tensor::zeros({0, 4}, DType::Float32)}};
}

template<OpName name>
OpDef gradientRecord(std::vector<ParamDef> params, std::string doc, std::string numpy, GradientRule gradient) {
    OpDef def = elementWiseRecord(name.text, {}, std::move(doc), std::move(numpy), gradient);
    def.params = std::move(params);
    def.infer = inferBy<gradientRule<name>>;
    def.samples = gradientSamples;
    return def;
}

constexpr auto reluSlope = [](auto dy, auto y) { return y > 0 ? dy : decltype(dy)(0); };
constexpr auto tanhSlope = [](auto y, auto dy) { return dy * (1 - y * y); };
constexpr auto sigmoidSlope = [](auto y, auto dy) { return dy * (y * (1 - y)); };

Terms reluGradGradient(Gradient &g) {
    return {g.call("ReluGrad", {g.dout(), g.in(1)})};
}

Terms tanhGradGradient(Gradient &g) {
    return {g.wants(0) ? g.dout() * g.in(1) * g.in(0) * -2.0 : Term(),
            g.wants(1) ? g.call("TanhGrad", {g.in(0), g.dout()}) : Term()};
}

Terms sigmoidGradGradient(Gradient &g) {
    return {g.wants(0) ? g.dout() * g.in(1) * (g.in(0) * -2.0 + 1.0) : Term(),
            g.wants(1) ? g.call("SigmoidGrad", {g.in(0), g.dout()}) : Term()};
}

// --- by blocks of the fast float32 loops -----------------------------------------------------------------------------

/** Calls `block(begin, count)` over all elements, at most blockSize at a time, on several threads. */
template<class Block> void forEachBlock(int64_t count, Block block) {
    parallelFor(count, heavyGrain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; i += blockSize)
            block(i, std::min(blockSize, end - i));
    });
}

double siluSlope(double x) {
    const double s = 1 / (1 + std::exp(-x));
    return s * (1 + x * (1 - s));
}

double geluSlope(double x) {
    const double density = std::exp(-0.5 * x * x) * 0.5 * std::numbers::inv_sqrtpi * std::numbers::sqrt2;
    return 0.5 * std::erfc(-x / std::numbers::sqrt2) + x * density;
}

constexpr double tanhScale = 0.79788456080286536; // sqrt(2 / pi)
constexpr double tanhCubic = 0.044715;

double geluTanhSlope(double x) {
    const double t = std::tanh(tanhScale * (x + tanhCubic * x * x * x));
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * tanhScale * (1 + 3 * tanhCubic * x * x);
}

void siluBlock(const float *dy, const float *x, float *dx, int64_t count) {
    float s[blockSize];
    float32Kernels().unary[size_t(UnaryOp::Sigmoid)](x, s, count);
    for (int64_t i = 0; i < count; ++i)
        dx[i] = dy[i] * (s[i] * (1 + x[i] * (1 - s[i])));
}

void geluBlock(const float *dy, const float *x, float *dx, int64_t count) {
    constexpr float halfRoot = 0.707106781f, densityScale = 0.398942280f;
    float area[blockSize], density[blockSize];
    for (int64_t i = 0; i < count; ++i) {
        area[i] = x[i] * halfRoot;
        density[i] = -0.5f * x[i] * x[i];
    }
    float distribution[blockSize];
    float32Kernels().unary[size_t(UnaryOp::Erf)](area, distribution, count);
    float32Kernels().unary[size_t(UnaryOp::Exp)](density, area, count);
    for (int64_t i = 0; i < count; ++i)
        dx[i] = dy[i] * (0.5f + 0.5f * distribution[i] + x[i] * area[i] * densityScale);
}

void geluTanhBlock(const float *dy, const float *x, float *dx, int64_t count) {
    float inner[blockSize], t[blockSize];
    for (int64_t i = 0; i < count; ++i)
        inner[i] = float(tanhScale) * (x[i] + float(tanhCubic) * x[i] * x[i] * x[i]);
    float32Kernels().unary[size_t(UnaryOp::Tanh)](inner, t, count);
    for (int64_t i = 0; i < count; ++i) {
        const float bend = (1 - t[i] * t[i]) * float(tanhScale) * (1 + float(3 * tanhCubic) * x[i] * x[i]);
        dx[i] = dy[i] * (0.5f * (1 + t[i]) + 0.5f * x[i] * bend);
    }
}

using SlopeBlock = void (*)(const float *dy, const float *x, float *dx, int64_t count);

/** dy * slope(x): float32 by blocks, the 16-bit floats through float32. */
Tensor sloped(const Tensor &dy, const Tensor &x, SlopeBlock block, double (*slope)(double)) {
    if (detail::isHalfType(x.dtype()))
        return sloped(dy.cast(DType::Float32), x.cast(DType::Float32), block, slope).cast(x.dtype());
    if (x.dtype() == DType::Float64)
        return mapFloats(dy, x, x.shape(), heavyGrain, [slope](auto d, auto v) -> decltype(v) { return d * slope(v); });
    const Tensor incoming = dy.contiguous(), in = x.contiguous();
    Tensor out(x.shape(), DType::Float32);
    const float *from = incoming.data<float>(), *places = in.data<float>();
    float *to = out.mutableData<float>();
    forEachBlock(out.count(), [=](int64_t i, int64_t count) { block(from + i, places + i, to + i, count); });
    return out;
}

Value siluGradEval(ValueSpan arguments) {
    inferred(gradientRule<"SiLUGrad">, arguments.first(2));
    return sloped(*arguments[0].asTensor(), *arguments[1].asTensor(), siluBlock, siluSlope);
}

Terms siluGradGradient(Gradient &g) {
    const Term x = g.in(1), s = g.call("Sigmoid", {x});
    const Term slope = s * (-s + 1.0), bend = slope * (x * (s * -2.0 + 1.0) + 2.0);
    return {g.call("SiLUGrad", {g.dout(), x}), g.dout() * g.in(0) * bend};
}

bool byTanh(const Value &approximate) {
    const std::string *way = approximate.asString();
    if (!way || (*way != "none" && *way != "tanh"))
        refuse("For 'GeLUGrad', the argument 'approximate' must be 'none' or 'tanh', but got " + toString(approximate) +
               ".");
    return *way == "tanh";
}

Abstract geluGradRule(TypeSpan arguments) {
    const Abstract result = gradientRule<"GeLUGrad">(arguments);
    if (arguments.size() > 2) byTanh(arguments[2].value);
    return result;
}

Value geluGradEval(ValueSpan arguments) {
    inferred(geluGradRule, arguments);
    const Tensor &dy = *arguments[0].asTensor(), &x = *arguments[1].asTensor();
    return byTanh(arguments[2]) ? sloped(dy, x, geluTanhBlock, geluTanhSlope) : sloped(dy, x, geluBlock, geluSlope);
}

/** The second derivative of x * Phi(x). */
Term geluBend(Gradient &g, Term x) {
    const Term squared = g.call("Square", {x});
    const Term density = g.call("Exp", {squared * -0.5}) * (0.5 * std::numbers::inv_sqrtpi * std::numbers::sqrt2);
    return density * (-squared + 2.0);
}

/** That of its approximation, with t = tanh(u(x)): (1 - t^2) (u' + x/2 (u'' - 2 t u'^2)). */
Term geluTanhBend(Gradient &g, Term x) {
    const Term squared = g.call("Square", {x});
    const Term t = g.call("Tanh", {x * (squared * tanhCubic + 1.0) * tanhScale});
    const Term slope = (squared * (3 * tanhCubic) + 1.0) * tanhScale;
    const Term bend = x * (6 * tanhCubic * tanhScale);
    return (-g.call("Square", {t}) + 1.0) * (slope + x * 0.5 * (bend - t * 2.0 * g.call("Square", {slope})));
}

Terms geluGradGradient(Gradient &g) {
    const Term x = g.in(1);
    const Term bend = byTanh(g.constant(2)) ? geluTanhBend(g, x) : geluBend(g, x);
    return {g.call("GeLUGrad", {g.dout(), x, g.term(g.constant(2))}), g.wants(1) ? g.dout() * g.in(0) * bend : Term()};
}

Samples geluGradSamples() {
    return {{spread({2, 3}, 0.3, 2), spread({2, 3}, -3, 3), "none"},
            {spread({2, 67}, 0.3, 2), spread({2, 67}, -3, 3), "tanh"},
            {Tensor::zeros({0}, DType::Float32), Tensor::zeros({0}, DType::Float32), "tanh"}};
}

OpDef geluGrad() {
    OpDef def = gradientRecord<"GeLUGrad">(
        {tensorParam("dy"), tensorParam("x")}, "dy times the derivative of gelu at x; one floating dtype and shape.",
        "a[0] * (0.5 * (1 + np.array(np.vectorize(math.erf, otypes=[float])(a[1] / math.sqrt(2)))) + a[1] * "
        "np.exp(-0.5 * a[1] ** 2) / math.sqrt(2 * math.pi)) if a[2] == 'none' else (lambda t: a[0] * (0.5 * (1 + t) + "
        "0.5 * a[1] * (1 - t * t) * math.sqrt(2 / math.pi) * (1 + 3 * 0.044715 * a[1] ** 2)))"
        "(np.tanh(math.sqrt(2 / math.pi) * (a[1] + 0.044715 * a[1] ** 3)))",
        geluGradGradient);
    def.params.push_back(optionalParam("approximate", ParamKind::Text, "none"));
    def.infer = inferBy<geluGradRule>;
    def.eval = geluGradEval;
    def.samples = geluGradSamples;
    return def;
}

/** The same, with the evaluation filled in. */
template<OpName name, auto function>
OpDef slopeRecord(std::vector<ParamDef> params, std::string doc, std::string numpy, GradientRule gradient) {
    OpDef def = gradientRecord<name>(std::move(params), std::move(doc), std::move(numpy), gradient);
    def.eval = gradientEval<name, function>;
    return def;
}

OpDef siluGrad() {
    OpDef def = gradientRecord<"SiLUGrad">(
        {tensorParam("dy"), tensorParam("x")}, "dy times the derivative of silu at x; one floating dtype and shape.",
        "(lambda s: a[0] * s * (1 + a[1] * (1 - s)))(1 / (1 + np.exp(-a[1])))", siluGradGradient);
    def.eval = siluGradEval;
    return def;
}

} // namespace

std::vector<OpDef> activationGradientOps() {
    return {
        slopeRecord<"ReluGrad", reluSlope>({tensorParam("dy"), tensorParam("y")},
                                           "dy where y, the result of relu, is positive, else 0; one floating dtype.",
                                           "np.where(a[1] > 0, a[0], 0)", reluGradGradient),
        slopeRecord<"TanhGrad", tanhSlope>({tensorParam("y"), tensorParam("dy")},
                                           "dy times the derivative of tanh where it gave y; one floating dtype.",
                                           "a[1] * (1 - a[0] * a[0])", tanhGradGradient),
        slopeRecord<"SigmoidGrad", sigmoidSlope>({tensorParam("y"), tensorParam("dy")},
                                                 "dy times the derivative of sigmoid where it gave y; one floating "
                                                 "dtype.",
                                                 "a[1] * a[0] * (1 - a[0])", sigmoidGradGradient),
        siluGrad(),
        geluGrad(),
    };
}

} // namespace jitscope
