// SPDX-License-Identifier: Apache-2.0
// The gradients of the commonest activations as operators of their own: each reads its tensors once.
//
// Their own gradient rules are made of other operators, so that second derivatives need no further kernels.
#include "engine/ops/families.h"
#include "engine/ops/kernels/float64lane.h"
#include "engine/ops/kernels/formulakernels.h"
#include "engine/ops/rules/elementwiserecord.h"

#include <cmath>
#include <numbers>

namespace jitscope::inline ops {

namespace {

/** Both operands have one dtype, which is floating, and one shape. */
template<NameLiteral name> Abstract gradientRule(TypeSpan arguments) {
    const Abstract &first = tensorType(name.text, arguments, 0), &second = tensorType(name.text, arguments, 1);
    if (!info(first.dtype).floating || first.dtype != second.dtype || first.shape != second.shape)
        diagnose("For '" + std::string(name.text) +
                 "', both inputs must be Tensors of one floating dtype and one shape, but got " + brief(first) +
                 " and " + brief(second) + ".");
    return Abstract::tensor(first.dtype, first.shape);
}

/** The formula of two tensors; the 16-bit floats are computed in float32. */
template<class Formula> Tensor sloped(const Tensor &a, const Tensor &b) {
    const int64_t grain = Formula::work < formulas::functionWork ? lightGrain : heavyGrain;
    if (a.dtype() == DType::Float64)
        return mapFloats(a, b, a.shape(), grain, [](auto x, auto y) {
            return decltype(x)(Formula()(Float64Lane{double(x)}, Float64Lane{double(y)}).value);
        });
    const Tensor first = a.cast(DType::Float32).contiguous(), second = b.cast(DType::Float32).contiguous();
    Tensor out(a.shape(), DType::Float32);
    const float *from = first.data<float>(), *places = second.data<float>();
    float *to = out.mutableData<float>();
    const auto loop = slopeLoopOf<Formula>();
    parallelFor(out.count(), grain,
                [=](int64_t begin, int64_t end) { loop(from + begin, places + begin, to + begin, end - begin); });
    return out.cast(a.dtype());
}

template<class Formula, NameLiteral name> Value gradientEval(ValueSpan arguments) {
    inferred(gradientRule<name>, arguments.first(2));
    return sloped<Formula>(*arguments[0].asTensor(), *arguments[1].asTensor());
}

/** By the formula: what computes the element says what that takes. */
template<class Formula> OpCost slopeCost(TypeSpan arguments, const Abstract &result) {
    OpCost cost{double(Formula::work) * double(result.count()), double(result.bytes())};
    for (const Abstract &argument : arguments)
        cost.bytes += double(argument.bytes());
    return cost;
}

Samples gradientSamples() {
    return {{sampleValues({2, 3}, -0.9, 0.9), sampleValues({2, 3}, 0.3, 2)},
            {sampleValues({3, 1, 67}, 0.1, 0.9), sampleValues({3, 1, 67}, -2, -0.2)},
            {Tensor::zeros({0, 4}, DType::Float32), Tensor::zeros({0, 4}, DType::Float32)}};
}

template<NameLiteral name>
OpDef gradientRecord(std::vector<ParamDef> params, std::string doc, std::string numpy, GradientRule gradient) {
    OpDef def = elementWiseRecord(name.text, {}, std::move(doc), std::move(numpy), gradient);
    def.params = std::move(params);
    def.infer = inferBy<gradientRule<name>>;
    def.samples = gradientSamples;
    return def;
}

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

Terms siluGradGradient(Gradient &g) {
    const Term x = g.in(1), s = g.call("Sigmoid", {x});
    const Term slope = s * (-s + 1.0), bend = slope * (x * (s * -2.0 + 1.0) + 2.0);
    return {g.call("SiLUGrad", {g.dout(), x}), g.dout() * g.in(0) * bend};
}

bool byTanh(const Value &approximate) {
    const std::string *way = approximate.asString();
    if (!way || (*way != "none" && *way != "tanh"))
        diagnose("For 'GeLUGrad', the argument 'approximate' must be 'none' or 'tanh', but got " +
                 toString(approximate) + ".");
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
    return byTanh(arguments[2]) ? sloped<formulas::GeLUTanhGrad>(dy, x) : sloped<formulas::GeLUGrad>(dy, x);
}

constexpr double tanhScale = 0.79788456080286536; // sqrt(2 / pi)
constexpr double tanhCubic = 0.044715;

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
    return {{sampleValues({2, 3}, 0.3, 2), sampleValues({2, 3}, -3, 3), "none"},
            {sampleValues({2, 67}, 0.3, 2), sampleValues({2, 67}, -3, 3), "tanh"},
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
    def.cost = slopeCost<formulas::GeLUGrad>;
    def.samples = geluGradSamples;
    return def;
}

/** The same, with the evaluation filled in. */
template<class Formula>
OpDef slopeRecord(std::vector<ParamDef> params, std::string doc, std::string numpy, GradientRule gradient) {
    constexpr NameLiteral name(Formula::op);
    OpDef def = gradientRecord<name>(std::move(params), std::move(doc), std::move(numpy), gradient);
    def.eval = gradientEval<Formula, name>;
    def.cost = slopeCost<Formula>;
    return def;
}

} // namespace

std::vector<OpDef> activationGradientOps() {
    const std::vector<OpUseRow> uses = {
        {{"ReluGrad"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .kernel = cheapInKernels}},
        {{"TanhGrad", "SigmoidGrad"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Transcendental,
          .operations = notByShapes,
          .kernel = cheapInKernels}},
        {{"SiLUGrad", "GeLUGrad"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Activation,
          .operations = notByShapes,
          .kernel = expensiveInKernels}},
    };
    return withUses(
        {
            slopeRecord<formulas::ReluGrad>({tensorParam("dy"), tensorParam("y")},
                                            "dy where y, the result of relu, is positive, else 0; one floating dtype.",
                                            "np.where(a[1] > 0, a[0], 0)", reluGradGradient),
            slopeRecord<formulas::TanhGrad>({tensorParam("y"), tensorParam("dy")},
                                            "dy times the derivative of tanh where it gave y; one floating dtype.",
                                            "a[1] * (1 - a[0] * a[0])", tanhGradGradient),
            slopeRecord<formulas::SigmoidGrad>({tensorParam("y"), tensorParam("dy")},
                                               "dy times the derivative of sigmoid where it gave y; one floating "
                                               "dtype.",
                                               "a[1] * a[0] * (1 - a[0])", sigmoidGradGradient),
            slopeRecord<formulas::SiLUGrad>({tensorParam("dy"), tensorParam("x")},
                                            "dy times the derivative of silu at x; one floating dtype and shape.",
                                            "(lambda s: a[0] * s * (1 + a[1] * (1 - s)))(1 / (1 + np.exp(-a[1])))",
                                            siluGradGradient),
            geluGrad(),
        },
        uses);
}

} // namespace jitscope::inline ops
