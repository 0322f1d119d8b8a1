// SPDX-License-Identifier: Apache-2.0
// Elementary functions of one tensor.
#include "engine/ops/families.h"
#include "engine/ops/kernels/float32kernels.h"
#include "engine/ops/kernels/formulakernels.h"
#include "engine/ops/rules/elementwiserecord.h"
#include "engine/ops/rules/unaryrecord.h"

#include <cmath>
#include <numbers>

namespace jitscope::inline ops {

namespace {

Terms expGradient(Gradient &g) {
    return {g.dout() * g.conjugate(g.out())};
}

Terms logGradient(Gradient &g) {
    return {g.dout() / g.conjugate(g.in(0))};
}

Terms sqrtGradient(Gradient &g) {
    return {g.dout() / g.conjugate(g.out() * 2.0)};
}

Terms rsqrtGradient(Gradient &g) {
    const Term out = g.out();
    return {g.dout() * g.conjugate(out * out * out) * -0.5};
}

Terms tanhGradient(Gradient &g) {
    if (isComplex(g.out().dtype())) return {g.dout() * g.conjugate(g.call("Square", {g.out()}) * -1.0 + 1.0)};
    return {g.call("TanhGrad", {g.out(), g.dout()})};
}

Terms sinGradient(Gradient &g) {
    return {g.dout() * g.conjugate(g.call("Cos", {g.in(0)}))};
}

Terms cosGradient(Gradient &g) {
    return {-(g.dout() * g.conjugate(g.call("Sin", {g.in(0)})))};
}

Terms erfGradient(Gradient &g) {
    const Term bell = g.call("Exp", {-g.call("Square", {g.in(0)})});
    return {g.dout() * bell * (2 * std::numbers::inv_sqrtpi)};
}

Terms tanGradient(Gradient &g) {
    return {g.dout() * g.conjugate(g.call("Square", {g.out()}) + 1.0)};
}

/** 1 / sqrt(scale * x^2 + shift), of complex numbers the conjugate. */
Term inverseRoot(Gradient &g, double scale, double shift) {
    return g.conjugate(g.call("Rsqrt", {g.call("Square", {g.in(0)}) * scale + shift}));
}

Terms asinGradient(Gradient &g) {
    return {g.dout() * inverseRoot(g, -1, 1)};
}

Terms acosGradient(Gradient &g) {
    return {-(g.dout() * inverseRoot(g, -1, 1))};
}

Terms asinhGradient(Gradient &g) {
    return {g.dout() * inverseRoot(g, 1, 1)};
}

Terms acoshGradient(Gradient &g) {
    // The root of a complex number is one of two; that of the function's own branch is the sine of its result.
    if (isComplex(g.out().dtype())) return {g.dout() / g.conjugate(g.call("Sinh", {g.out()}))};
    return {g.dout() * inverseRoot(g, 1, -1)};
}

Terms atanGradient(Gradient &g) {
    return {g.dout() / g.conjugate(g.call("Square", {g.in(0)}) + 1.0)};
}

Terms atanhGradient(Gradient &g) {
    return {g.dout() / g.conjugate(g.call("Square", {g.in(0)}) * -1.0 + 1.0)};
}

Terms sinhGradient(Gradient &g) {
    return {g.dout() * g.conjugate(g.call("Cosh", {g.in(0)}))};
}

Terms coshGradient(Gradient &g) {
    return {g.dout() * g.conjugate(g.call("Sinh", {g.in(0)}))};
}

Terms expm1Gradient(Gradient &g) {
    return {g.dout() * g.conjugate(g.out() + 1.0)};
}

Terms log1pGradient(Gradient &g) {
    return {g.dout() / g.conjugate(g.in(0) + 1.0)};
}

Terms log2Gradient(Gradient &g) {
    return {g.dout() / g.conjugate(g.in(0) * std::numbers::ln2)};
}

Terms log10Gradient(Gradient &g) {
    return {g.dout() / g.conjugate(g.in(0) * std::numbers::ln10)};
}

Terms exp2Gradient(Gradient &g) {
    return {g.dout() * g.conjugate(g.out()) * std::numbers::ln2};
}

constexpr auto tangent = [](auto x) { return std::tan(x); };
constexpr auto arcSine = [](auto x) { return std::asin(x); };
constexpr auto arcCosine = [](auto x) { return std::acos(x); };
constexpr auto arcTangent = [](auto x) { return std::atan(x); };
constexpr auto hyperbolicSine = [](auto x) { return std::sinh(x); };
constexpr auto hyperbolicCosine = [](auto x) { return std::cosh(x); };
constexpr auto areaSine = [](auto x) { return std::asinh(x); };
constexpr auto areaCosine = [](auto x) { return std::acosh(x); };
constexpr auto areaTangent = [](auto x) { return std::atanh(x); };
constexpr auto expMinusOne = [](auto x) { return std::expm1(x); };
constexpr auto logOnePlus = [](auto x) { return std::log1p(x); };
constexpr auto logBaseTwo = [](auto x) { return std::log2(x); };
constexpr auto logBaseTen = [](auto x) { return std::log10(x); };
constexpr auto powerOfTwo = [](auto x) { return std::exp2(x); };

// --- of float32 by loops ---------------------------------------------------------------------------------------------

void float32Loop(UnaryOp op, const float *x, float *y, int64_t count) {
    float32Kernels().unary[size_t(op)](x, y, count);
}

/** Sine and cosine of far angles are the C library's: no formula of a lane. */
void tangentBlock(const float *x, float *y, int64_t count) {
    float cosine[blockSize];
    float32Loop(UnaryOp::Sin, x, y, count);
    float32Loop(UnaryOp::Cos, x, cosine, count);
    for (int64_t i = 0; i < count; ++i)
        y[i] /= cosine[i];
}

template<class Formula> void formulaBlock(const float *x, float *y, int64_t count) {
    functionLoopOf<Formula>()(x, y, count, 0, 0);
}

} // namespace

std::vector<OpDef> functionOps() {
    const std::vector<OpUseRow> uses = {
        {{"Exp", "Log", "Sqrt", "Rsqrt", "Expm1", "Log1p"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Transcendental,
          .operations = notByShapes,
          .kernel = expensiveInKernels}},
        {{"Tanh"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Transcendental,
          .operations = notByShapes,
          .kernel = expensiveInKernels,
          .isActivation = true}},
        {{"Sin", "Cos", "Erf", "Tan", "Asin", "Atan", "Sinh", "Cosh"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Trigonometric,
          .operations = notByShapes,
          .kernel = expensiveInKernels}},
        {{"ACos", "Asinh", "Acosh", "Atanh", "Log2", "Log10", "Exp2"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = notByShapes,
          .kernel = expensiveInKernels}},
    };
    using U = UnaryOp;
    return withUses(
        {
            unary<U::Exp, -5, 5>("exp", {}, "e to the power of each element; integers give Float32.", "np.exp(a[0])",
                                 expGradient),
            unary<U::Log, 1, 9>("log", {}, "The natural logarithm of each element; integers give Float32.",
                                "np.log(a[0])", logGradient),
            unary<U::Sqrt, 1, 9>("sqrt", {}, "The square root of each element; integers give Float32.", "np.sqrt(a[0])",
                                 sqrtGradient),
            unary<U::Rsqrt, 1, 9>("rsqrt", {}, "1 / sqrt(input) element by element; integers give Float32.",
                                  "1 / np.sqrt(a[0])", rsqrtGradient),
            unary<U::Tanh, -4, 4>("tanh", {}, "The hyperbolic tangent of each element; integers give Float32.",
                                  "np.tanh(a[0])", tanhGradient),
            unary<U::Sin, -9, 9>("sin", {}, "The sine of each element in radians; integers give Float32.",
                                 "np.sin(a[0])", sinGradient),
            unary<U::Cos, -9, 9>("cos", {}, "The cosine of each element in radians; integers give Float32.",
                                 "np.cos(a[0])", cosGradient),
            unary<U::Erf, -3, 3>("erf", {}, "The Gauss error function of each element; integers give Float32.",
                                 "np.array(np.vectorize(math.erf, otypes=[float])(a[0]))", erfGradient),
            floatFunction<"Tan", tangent, SampleInterval{-1.2, 1.2}, tangentBlock>(
                {"tan"}, "The tangent of each element in radians; integers give Float32.", "np.tan(a[0])", tanGradient),
            floatFunction<"Asin", arcSine, SampleInterval{-0.9, 0.9}>(
                {"asin", "arcsin"}, "The angle in radians whose sine is the element; NaN outside [-1, 1].",
                "np.arcsin(a[0])", asinGradient),
            floatFunction<"ACos", arcCosine, SampleInterval{-0.9, 0.9}>(
                {"acos", "arccos"}, "The angle in radians whose cosine is the element; NaN outside [-1, 1].",
                "np.arccos(a[0])", acosGradient),
            floatFunction<"Atan", arcTangent, SampleInterval{-4, 4}>(
                {"atan", "arctan"}, "The angle in radians whose tangent is the element; integers give Float32.",
                "np.arctan(a[0])", atanGradient),
            floatFunction<"Sinh", hyperbolicSine, SampleInterval{-3, 3}>(
                {"sinh"}, "The hyperbolic sine of each element; integers give Float32.", "np.sinh(a[0])", sinhGradient),
            floatFunction<"Cosh", hyperbolicCosine, SampleInterval{-3, 3}>(
                {"cosh"}, "The hyperbolic cosine of each element; integers give Float32.", "np.cosh(a[0])",
                coshGradient),
            floatFunction<"Asinh", areaSine, SampleInterval{-4, 4}>(
                {"asinh", "arcsinh"}, "The number whose hyperbolic sine is the element; integers give Float32.",
                "np.arcsinh(a[0])", asinhGradient),
            floatFunction<"Acosh", areaCosine, SampleInterval{1.2, 5}>(
                {"acosh", "arccosh"}, "The number from 0 whose hyperbolic cosine is the element; NaN below 1.",
                "np.arccosh(a[0])", acoshGradient),
            floatFunction<"Atanh", areaTangent, SampleInterval{-0.9, 0.9}>(
                {"atanh", "arctanh"}, "The number whose hyperbolic tangent is the element; NaN outside [-1, 1].",
                "np.arctanh(a[0])", atanhGradient),
            floatFunction<"Expm1", expMinusOne, SampleInterval{-2, 2}, formulaBlock<formulas::Expm1>>(
                {"expm1"}, "exp(input) - 1 without loss of digits near 0; integers give Float32.", "np.expm1(a[0])",
                expm1Gradient),
            floatFunction<"Log1p", logOnePlus, SampleInterval{-0.7, 5}, formulaBlock<formulas::Log1p>>(
                {"log1p"}, "log(1 + input) without loss of digits near 0; integers give Float32.", "np.log1p(a[0])",
                log1pGradient),
            floatFunction<"Log2", logBaseTwo, SampleInterval{0.5, 9}>(
                {"log2"}, "The logarithm to base 2 of each element; integers give Float32.", "np.log2(a[0])",
                log2Gradient),
            floatFunction<"Log10", logBaseTen, SampleInterval{0.5, 9}>(
                {"log10"}, "The logarithm to base 10 of each element; integers give Float32.", "np.log10(a[0])",
                log10Gradient),
            withMethods(
                floatFunction<"Exp2", powerOfTwo, SampleInterval{-4, 4}>(
                    {"exp2"}, "2 to the power of each element; integers give Float32.", "np.exp2(a[0])", exp2Gradient),
                {}),
        },
        uses);
}

} // namespace jitscope::inline ops
