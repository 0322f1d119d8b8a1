// SPDX-License-Identifier: Apache-2.0
// Special functions: the error function's relatives, the gamma family, Bessel functions.
#include "engine/ops/families.h"
#include "engine/ops/kernels/specialmath.h"
#include "engine/ops/rules/elementwiserecord.h"

#include <cmath>
#include <numbers>

namespace jitscope::inline ops {

namespace {

// --- error function --------------------------------------------------------------------------------------------------

constexpr auto complementary = [](auto x) { return std::erfc(x); };
constexpr auto inverseErf = [](auto x) { return decltype(x)(special::erfinv(double(x))); };

Terms erfcGradient(Gradient &g) {
    const Term bell = g.call("Exp", {-g.call("Square", {g.in(0)})});
    return {g.dout() * bell * (-2 * std::numbers::inv_sqrtpi)};
}

Terms erfinvGradient(Gradient &g) {
    return {g.dout() * g.call("Exp", {g.call("Square", {g.out()})}) * (0.5 / std::numbers::inv_sqrtpi)};
}

// --- gamma -----------------------------------------------------------------------------------------------------------

constexpr auto logGamma = [](auto x) { return decltype(x)(special::lgamma(double(x))); };
constexpr auto digamma = [](auto x) { return decltype(x)(special::digamma(double(x))); };
constexpr auto zeta = [](auto x, auto q) { return decltype(x)(special::zeta(double(x), double(q))); };

Terms lgammaGradient(Gradient &g) {
    return {g.dout() * g.call("Digamma", {g.in(0)})};
}

Terms digammaGradient(Gradient &g) {
    return {g.dout() * g.call("Polygamma", {1, g.in(0)})};
}

/** Only the second argument has a derivative that is known in closed form. */
Terms zetaGradient(Gradient &g) {
    if (!g.wants(1)) return {};
    const Term x = g.in(0);
    return {Term(), -(g.dout() * g.call("Mul", {x, g.call("Zeta", {g.call("Add", {x, 1.0}), g.in(1)})}))};
}

/** With numbers as exponents, of which no gradient is asked. */
Samples zetaSamples() {
    return {{2.5, sampleValues({2, 3}, 0.5, 3)},
            {3, sampleValues({7}, 0.5, 3)},
            {4.25, Tensor::zeros({0}, DType::Float32)}};
}

OpDef zetaRecord() {
    OpDef def = floatPair<"Zeta", zeta, SampleInterval{2, 5}, SampleInterval{0.5, 3}>(
        {"zeta"}, "The Hurwitz zeta function: the sum of (k + other)^-input over all k from 0; shapes broadcast.",
        "(lambda x, q: sum((q + k) ** -x for k in range(200)) + (q + 200) ** (1 - x) / (x - 1) + 0.5 * (q + 200) ** "
        "-x + x / 12 * (q + 200) ** (-x - 1))(np.asarray(a[0], float), np.asarray(a[1], float))",
        zetaGradient);
    def.samples = zetaSamples;
    def.methods.clear(); // MindSpore has it as a function only
    return def;
}

int64_t orderOf(TypeSpan arguments) {
    const int64_t order = intOf("Polygamma", arguments, 0);
    if (order < 0)
        diagnose("For 'Polygamma', the order 'n' must be at least 0, but got " + std::to_string(order) + ".");
    return order;
}

Abstract polygammaRule(TypeSpan arguments) {
    orderOf(arguments);
    const Abstract &x = tensorType("Polygamma", arguments, 1);
    return Abstract::tensor(floatingOf(x.dtype), x.shape);
}

Value polygammaEval(ValueSpan arguments) {
    const DType dtype = inferred(polygammaRule, arguments).dtype;
    const int order = int(*arguments[0].asInt());
    return mapFloats(arguments[1].asTensor()->cast(dtype), heavyGrain / 8,
                     [order](auto x) { return decltype(x)(special::polygamma(order, double(x))); });
}

Terms polygammaGradient(Gradient &g) {
    return {Term(), g.dout() * g.call("Polygamma", {g.intOf(0) + 1, g.in(1)})};
}

Samples polygammaSamples() {
    return {{1, sampleValues({2, 3}, 0.5, 5)},
            {0, sampleValues({7}, 0.5, 5)},
            {2, sampleValues({2, 2}, 1, 9)},
            {1, Tensor::zeros({0}, DType::Float32)}};
}

OpDef polygamma() {
    OpDef def = elementWiseRecord(
        "Polygamma", {}, "The n-th derivative of digamma at each element; integers give Float32.",
        // By the recurrence up to large arguments, where the first terms of the asymptotic series suffice.
        "(lambda n, x: (np.array(np.vectorize(lambda v: -sum(1 / (v + k) for k in range(40)) + "
        "math.log(v + 40) - 0.5 / (v + 40) - 1 / (12 * (v + 40) ** 2) + 1 / (120 * (v + 40) ** 4), otypes=[float])(x)) "
        "if n == 0 else "
        "(-1) ** (n + 1) * math.factorial(n) * (sum((x + k) ** -(n + 1.0) for k in range(200)) + (x + 200) ** -float(n)"
        " / n + 0.5 * (x + 200) ** -(n + 1.0) + (n + 1) / 12 * (x + 200) ** -(n + 2.0))))(a[0], a[1])",
        polygammaGradient);
    def.params = {param("n", ParamKind::Int, {"a"}), tensorParam("input", {"x"})};
    def.infer = inferBy<polygammaRule>;
    def.eval = polygammaEval;
    def.samples = polygammaSamples;
    return def;
}

// --- shares of the gamma integral ------------------------------------------------------------------------------------

constexpr auto lowerShare = [](auto a, auto x) { return decltype(x)(special::lowerGammaShare(double(a), double(x))); };
constexpr auto upperShare = [](auto a, auto x) { return decltype(x)(special::upperGammaShare(double(a), double(x))); };

/** By the first argument there is no closed form: the difference quotient of fourth order, which doubles give some ten
    digits of. */
constexpr auto lowerShareSlope = [](auto a, auto x) {
    const double order = double(a), step = 1e-3 * std::min(1.0, order);
    const auto pair = [&](double distance) {
        return special::lowerGammaShare(order + distance, double(x)) -
               special::lowerGammaShare(order - distance, double(x));
    };
    return decltype(x)((8 * pair(step) - pair(2 * step)) / (12 * step));
};

Term orderSlope(Gradient &g) {
    const Term order = g.in(0), x = g.type(1).isTensor() ? g.in(1) : g.scalar(g.numberOf(1), order);
    return g.dout() * g.call("IgammaGradA", {order, x});
}

/** x^(a-1) e^-x / gamma(a), of the second argument. */
Term gammaDensity(Gradient &g) {
    const Term x = g.in(1);
    const Term order = g.type(0).isTensor() ? g.in(0) : g.scalar(g.numberOf(0), x);
    const Term logarithm = (order - 1.0) * g.call("Log", {x}) - x - g.call("Lgamma", {order});
    return g.dout() * g.call("Exp", {logarithm});
}

Terms lowerShareGradient(Gradient &g) {
    return {g.wants(0) ? orderSlope(g) : Term(), g.wants(1) ? gammaDensity(g) : Term()};
}

Terms upperShareGradient(Gradient &g) {
    return {g.wants(0) ? -orderSlope(g) : Term(), g.wants(1) ? -gammaDensity(g) : Term()};
}

/** By the order a difference quotient of what is one already. */
Terms shareSlopeGradient(Gradient &g) {
    constexpr double step = 0.02;
    const Term order = g.type(0).isTensor() ? g.in(0) : g.scalar(g.numberOf(0), g.dout());
    const Term x = g.type(1).isTensor() ? g.in(1) : g.scalar(g.numberOf(1), g.dout());
    const auto at = [&](double distance) { return g.call("IgammaGradA", {order + distance, x}); };
    Terms terms(2);
    if (g.wants(0))
        terms[0] = g.dout() * ((at(step) - at(-step)) * 8.0 - at(2 * step) + at(-2 * step)) * (1 / (12 * step));
    if (g.wants(1)) terms[1] = gammaDensity(g) * (g.call("Log", {x}) - g.call("Digamma", {order}));
    return terms;
}

/** With numbers as orders: the series that NumPy is asked for takes one for all. */
Samples shareSamples() {
    return {{2.5, sampleValues({2, 3}, 0.2, 6)},
            {1, sampleValues({7}, 0.2, 6)},
            {4.25, Tensor::zeros({0}, DType::Float32)}};
}

/** The power series, which converges for all arguments. */
constexpr const char *shareExpression = "np.array(np.vectorize(lambda v: sum(v ** (a[0] + k) * math.exp(-v) / "
                                        "math.gamma(a[0] + k + 1) for k in range(60)), "
                                        "otypes=[float])(a[1]))";

OpDef share(OpDef def) {
    def.samples = shareSamples;
    return def;
}

// --- sin(pi x) / (pi x) ----------------------------------------------------------------------------------------------

constexpr auto sinc = [](auto x) {
    const auto angle = decltype(x)(std::numbers::pi) * x;
    return x == 0 ? decltype(x)(1) : std::sin(angle) / angle;
};

Terms sincGradient(Gradient &g) {
    const Term x = g.in(0);
    const Term slope = (g.call("Cos", {x * std::numbers::pi}) - g.out()) / x;
    return {g.select(g.call("Equal", {x, 0.0}), 0.0, g.dout() * slope)};
}

// --- Bessel functions ------------------------------------------------------------------------------------------------

constexpr auto besselI0 = [](auto x) { return decltype(x)(special::besselI(0, double(x))); };
constexpr auto besselI1 = [](auto x) { return decltype(x)(special::besselI(1, double(x))); };
constexpr auto besselI0e = [](auto x) { return decltype(x)(special::scaledBesselI(0, double(x))); };
constexpr auto besselI1e = [](auto x) { return decltype(x)(special::scaledBesselI(1, double(x))); };
constexpr auto besselJ0 = [](auto x) { return decltype(x)(::j0(double(x))); };
constexpr auto besselJ1 = [](auto x) { return decltype(x)(::j1(double(x))); };
constexpr auto besselY0 = [](auto x) { return decltype(x)(::y0(double(x))); };
constexpr auto besselY1 = [](auto x) { return decltype(x)(::y1(double(x))); };
constexpr auto besselK0 = [](auto x) { return decltype(x)(special::besselK(0, double(x))); };
constexpr auto besselK1 = [](auto x) { return decltype(x)(special::besselK(1, double(x))); };
constexpr auto besselK0e = [](auto x) { return decltype(x)(special::scaledBesselK(0, double(x))); };
constexpr auto besselK1e = [](auto x) { return decltype(x)(special::scaledBesselK(1, double(x))); };

Terms i0Gradient(Gradient &g) {
    return {g.dout() * g.call("BesselI1", {g.in(0)})};
}
Terms i1Gradient(Gradient &g) {
    return {g.dout() * (g.call("BesselI0", {g.in(0)}) - g.out() / g.in(0))};
}
Terms i0eGradient(Gradient &g) {
    return {g.dout() * (g.call("BesselI1e", {g.in(0)}) - g.call("Sign", {g.in(0)}) * g.out())};
}
Terms i1eGradient(Gradient &g) {
    const Term x = g.in(0), inverse = g.call("Reciprocal", {x});
    return {g.dout() * (g.call("BesselI0e", {x}) - g.out() * (g.call("Sign", {x}) + inverse))};
}
Terms j0Gradient(Gradient &g) {
    return {-(g.dout() * g.call("BesselJ1", {g.in(0)}))};
}
Terms j1Gradient(Gradient &g) {
    return {g.dout() * (g.call("BesselJ0", {g.in(0)}) - g.out() / g.in(0))};
}
Terms y0Gradient(Gradient &g) {
    return {-(g.dout() * g.call("BesselY1", {g.in(0)}))};
}
Terms y1Gradient(Gradient &g) {
    return {g.dout() * (g.call("BesselY0", {g.in(0)}) - g.out() / g.in(0))};
}
Terms k0Gradient(Gradient &g) {
    return {-(g.dout() * g.call("BesselK1", {g.in(0)}))};
}
Terms k1Gradient(Gradient &g) {
    return {-(g.dout() * (g.call("BesselK0", {g.in(0)}) + g.out() / g.in(0)))};
}
Terms k0eGradient(Gradient &g) {
    return {g.dout() * (g.out() - g.call("BesselK1e", {g.in(0)}))};
}
Terms k1eGradient(Gradient &g) {
    const Term x = g.in(0);
    return {g.dout() * (g.out() - g.out() / x - g.call("BesselK0e", {x}))};
}

// The references are integrals of smooth periodic (I, J) or fast decaying (K) functions, for which sums of equally
// spaced values are exact to the last digits.
std::string periodicMean(const std::string &integrand) {
    return "(lambda x, t: np.mean(" + integrand +
           ", -1))(np.asarray(a[0])[..., None], (np.arange(200) + 0.5) * np.pi / 200)";
}

std::string decayingSum(const std::string &integrand) {
    return "(lambda x, t: np.sum(" + integrand +
           ", -1) * 0.01)(np.asarray(a[0])[..., None], np.arange(-400, 400) * 0.02)";
}

} // namespace

std::vector<OpDef> specialOps() {
    // Series and continued fractions: a few terms, with an exponential function or a logarithm.
    constexpr OperationCount aboutAsManyAsAFraction{OperationCount::Rule::NotByShapes, 40};
    const std::vector<OpUseRow> uses = {
        {{"Erfc"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Trigonometric,
          .operations = {OperationCount::Rule::NotByShapes, 20},
          .kernel = inNoKernel}},
        {{"Erfinv",      "Lgamma",   "Digamma",  "Polygamma", "Zeta",      "Igamma",    "Igammac",
          "IgammaGradA", "Sinc",     "BesselI0", "BesselI1",  "BesselI0e", "BesselI1e", "BesselJ0",
          "BesselJ1",    "BesselY0", "BesselY1", "BesselK0",  "BesselK1",  "BesselK0e", "BesselK1e"},
         {.dependence = Dependence::ElementWise,
          .device = DeviceKernel::Arithmetic,
          .operations = aboutAsManyAsAFraction,
          .kernel = inNoKernel}},
    };
    const std::string perElement = "integers give Float32.";
    std::vector<OpDef> ops = {
        floatFunction<"Erfc", complementary, SampleInterval{-3, 3}>(
            {"erfc"}, "1 - erf(input) without loss of digits for large elements; " + perElement,
            "np.array(np.vectorize(math.erfc, otypes=[float])(a[0]))", erfcGradient),
        floatFunction<"Erfinv", inverseErf, SampleInterval{-0.9, 0.9}>(
            {"erfinv"}, "The number whose erf is the element; infinite at -1 and 1, NaN beyond.",
            // Newton's steps from a start that is right to some digits.
            "np.array(np.vectorize(lambda y: __import__('functools').reduce(lambda x, _: x - (math.erf(x) - y) * "
            "math.sqrt(math.pi) / 2 * math.exp(x * x), range(30), y), otypes=[float])(a[0]))",
            erfinvGradient),
        floatFunction<"Lgamma", logGamma, SampleInterval{0.5, 9}>(
            {"lgamma"}, "The logarithm of the magnitude of the gamma function of each element; " + perElement,
            "np.array(np.vectorize(math.lgamma, otypes=[float])(a[0]))", lgammaGradient),
        floatFunction<"Digamma", digamma, SampleInterval{0.5, 9}>(
            {"digamma"}, "The derivative of lgamma at each element; " + perElement,
            "np.array(np.vectorize(lambda v: math.log(v + 40) - 0.5 / (v + 40) - 1 / (12 * (v + 40) ** 2) + 1 / (120 * "
            "(v + 40) ** 4) - sum(1 / (v "
            "+ k) for k in range(40)), otypes=[float])(a[0]))",
            digammaGradient),
        polygamma(),
        zetaRecord(),
        share(floatPair<"Igamma", lowerShare, SampleInterval{1, 3}, SampleInterval{0.2, 6}>(
            {"igamma"}, "The share of the gamma function's integral up to other, of order input; shapes broadcast.",
            shareExpression, lowerShareGradient)),
        share(floatPair<"Igammac", upperShare, SampleInterval{1, 3}, SampleInterval{0.2, 6}>(
            {"igammac"}, "The share of the gamma function's integral beyond other, of order input; shapes broadcast.",
            std::string("1 - ") + shareExpression, upperShareGradient)),
        floatPair<"IgammaGradA", lowerShareSlope, SampleInterval{1, 3}, SampleInterval{0.2, 6}>(
            {}, "The derivative of igamma by its order; shapes broadcast.", "", shareSlopeGradient),
        floatFunction<"Sinc", sinc, SampleInterval{-3.2, 3.4}>(
            {"sinc"}, "sin(pi input) / (pi input) element by element, 1 at 0; " + perElement, "np.sinc(a[0])",
            sincGradient),
        floatFunction<"BesselI0", besselI0, SampleInterval{-3.2, 3.4}>(
            {"bessel_i0", "i0"}, "The modified Bessel function of the first kind of order 0; " + perElement,
            periodicMean("np.exp(x * np.cos(t))"), i0Gradient),
        floatFunction<"BesselI1", besselI1, SampleInterval{-3.2, 3.4}>(
            {"bessel_i1"}, "The modified Bessel function of the first kind of order 1; " + perElement,
            periodicMean("np.exp(x * np.cos(t)) * np.cos(t)"), i1Gradient),
        floatFunction<"BesselI0e", besselI0e, SampleInterval{-3.2, 3.4}>(
            {"bessel_i0e"}, "exp(-|input|) times the modified Bessel function of order 0; " + perElement,
            periodicMean("np.exp(x * np.cos(t) - np.abs(x))"), i0eGradient),
        floatFunction<"BesselI1e", besselI1e, SampleInterval{-3.2, 3.4}>(
            {"bessel_i1e"}, "exp(-|input|) times the modified Bessel function of order 1; " + perElement,
            periodicMean("np.exp(x * np.cos(t) - np.abs(x)) * np.cos(t)"), i1eGradient),
        floatFunction<"BesselJ0", besselJ0, SampleInterval{-5, 5.2}>(
            {"bessel_j0"}, "The Bessel function of the first kind of order 0; " + perElement,
            periodicMean("np.cos(x * np.sin(t))"), j0Gradient),
        floatFunction<"BesselJ1", besselJ1, SampleInterval{-5, 5.2}>(
            {"bessel_j1"}, "The Bessel function of the first kind of order 1; " + perElement,
            periodicMean("np.cos(t - x * np.sin(t))"), j1Gradient),
        floatFunction<"BesselY0", besselY0, SampleInterval{0.5, 5}>(
            {"bessel_y0"}, "The Bessel function of the second kind of order 0; NaN below 0.", "", y0Gradient),
        floatFunction<"BesselY1", besselY1, SampleInterval{0.5, 5}>(
            {"bessel_y1"}, "The Bessel function of the second kind of order 1; NaN below 0.", "", y1Gradient),
        floatFunction<"BesselK0", besselK0, SampleInterval{0.5, 5}>(
            {"bessel_k0"}, "The modified Bessel function of the second kind of order 0; NaN below 0.",
            decayingSum("np.exp(-x * np.cosh(t))"), k0Gradient),
        floatFunction<"BesselK1", besselK1, SampleInterval{0.5, 5}>(
            {"bessel_k1"}, "The modified Bessel function of the second kind of order 1; NaN below 0.",
            decayingSum("np.exp(-x * np.cosh(t)) * np.cosh(t)"), k1Gradient),
        floatFunction<"BesselK0e", besselK0e, SampleInterval{0.5, 5}>(
            {"bessel_k0e"}, "exp(input) times the modified Bessel function of order 0; NaN below 0.",
            decayingSum("np.exp(x - x * np.cosh(t))"), k0eGradient),
        floatFunction<"BesselK1e", besselK1e, SampleInterval{0.5, 5}>(
            {"bessel_k1e"}, "exp(input) times the modified Bessel function of order 1; NaN below 0.",
            decayingSum("np.exp(x - x * np.cosh(t)) * np.cosh(t)"), k1eGradient),
    };
    // Of the Bessel functions MindSpore has only i0 as a method.
    for (OpDef &op : ops)
        std::erase_if(op.methods, [](const std::string &name) { return name.starts_with("bessel_"); });
    return withUses(std::move(ops), uses);
}

} // namespace jitscope::inline ops
