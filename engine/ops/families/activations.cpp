// SPDX-License-Identifier: Apache-2.0
// Activation functions of neural networks.
#include "engine/ops/families.h"
#include "engine/ops/rules/unaryrecord.h"

namespace jitscope::inline ops {

namespace {

/** `approximate` as an operator: "none" by the error function, "tanh" by the hyperbolic tangent. */
UnaryOp geluOp(const Value &approximate) {
    const std::string *way = approximate.asString();
    if (way && *way == "none") return UnaryOp::GeLU;
    if (way && *way == "tanh") return UnaryOp::GeLUTanh;
    diagnose("For 'gelu', the argument 'approximate' must be 'none' or 'tanh', but got " + toString(approximate) + ".");
}

Abstract geluRule(TypeSpan arguments) {
    const Abstract &x = tensorType("GeLU", arguments, 0);
    if (!info(x.dtype).floating)
        diagnoseType("For gelu, the input dtype must be bfloat16, float16, float32 or float64, but got " +
                     std::string(info(x.dtype).name) + ".");
    if (arguments.size() > 1) geluOp(arguments[1].value);
    return Abstract::tensor(x.dtype, x.shape);
}

Value geluEval(ValueSpan arguments) {
    inferred(geluRule, arguments);
    return computeUnary(geluOp(arguments[1]), *arguments[0].asTensor());
}

std::vector<Term> geluGradient(Gradient &g) {
    return {g.call("GeLUGrad", {g.dout(), g.in(0), g.term(g.constant(1))})};
}

Samples geluSamples() {
    return {{sampleValues({2, 3}, -4, 4), "none"},
            {sampleValues({2, 67}, -4, 4), "tanh"},
            {sampleValues({}, -1, 1), "none"},
            {Tensor::zeros({0}, DType::Float32), "tanh"}};
}

std::vector<Term> reluGradient(Gradient &g) {
    if (info(g.type(0).dtype).floating) return {g.call("ReluGrad", {g.dout(), g.out()})};
    return {g.call("Select", {g.call("Greater", {g.in(0), 0}), g.dout(), g.zerosLike(g.dout())})};
}

std::vector<Term> sigmoidGradient(Gradient &g) {
    const Term out = g.out();
    if (isComplex(out.dtype())) return {g.dout() * g.conjugate(out - g.call("Square", {out}))};
    return {g.call("SigmoidGrad", {out, g.dout()})};
}

std::vector<Term> siluGradient(Gradient &g) {
    return {g.call("SiLUGrad", {g.dout(), g.cast(g.in(0), g.dout().dtype())})};
}

OpDef gelu() {
    OpDef def = unary<UnaryOp::GeLU, -4, 4>(
        "gelu", {},
        "x * Phi(x) with the standard normal distribution Phi, exact (approximate='none') or by tanh; floating dtypes.",
        "0.5 * a[0] * (1 + (np.array(np.vectorize(math.erf, otypes=[float])(a[0] / math.sqrt(2))) if a[1] == 'none' "
        "else np.tanh(math.sqrt(2 / math.pi) * (a[0] + 0.044715 * a[0] ** 3))))",
        geluGradient);
    def.params.push_back(optionalParam("approximate", ParamKind::Text, "none"));
    def.infer = inferBy<geluRule>;
    def.eval = geluEval;
    def.samples = geluSamples;
    return def;
}

} // namespace

std::vector<OpDef> activationOps() {
    const std::vector<OpUseRow> uses = {
        {{"ReLU"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = perElement(1),
          .kernel = cheapInKernels,
          .isActivation = true}},
        {{"Sigmoid"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Transcendental,
          .operations = notByShapes,
          .kernel = expensiveInKernels,
          .isActivation = true}},
        {{"GeLU", "SiLU"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Activation,
          .operations = notByShapes,
          .kernel = expensiveInKernels,
          .isActivation = true}},
    };
    using U = UnaryOp;
    return withUses(
        {
            unary<U::ReLU, -3, 3>("relu", {}, "max(input, 0) element by element; same shape and dtype.",
                                  "np.maximum(a[0], 0)", reluGradient),
            unary<U::Sigmoid, -6, 6>("sigmoid", {}, "1 / (1 + exp(-input)) element by element; integers give Float32.",
                                     "1 / (1 + np.exp(-a[0]))", sigmoidGradient),
            gelu(),
            unary<U::SiLU, -6, 6>("silu", {}, "input * sigmoid(input) element by element; integers give Float32.",
                                  "a[0] / (1 + np.exp(-a[0]))", siluGradient),
        },
        uses);
}

} // namespace jitscope::inline ops
