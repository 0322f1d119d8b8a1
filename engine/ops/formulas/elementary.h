// SPDX-License-Identifier: Apache-2.0
// The elementary functions of float32, once for everything that computes them: the loops of each instruction set and
// the code of fused kernels. So eager and compiled results cannot drift apart.
//
// Each function reduces its argument to a small interval, evaluates a polynomial there and scales back. The
// coefficients are our own minimax fits of the relative error over the reduced interval; errors are 1 to 5 units in the
// last place, checked against the C library by the tests. Without branches and calls: loops over one float become
// vector code, and a call for each lane of a kernel would cost more than everything else in it.
//
// A function is a template over the lane X, as the formulas of activations.h are. Besides what they need, lanes offer
// fused(x, y, z), which is x * y + z rounded once where the machine can, bitsOf(x), an integer lane of the same width
// with + - << >> & and ^, floatsOf(bits), and converted(bits), the number that the integer is. Only inside of these
// functions products and sums are fused. Floats that may be NaN are not converted to integers (the result would be
// undefined): adding 1.5 * 2^23 leaves the rounded number in the low bits of the mantissa instead.
#pragma once

#include <cstddef>
#include <cstdint>

namespace jitscope::inline ops::formulas {

// ln 2 in two parts; the first has so few bits that its product with any exponent is exact.
constexpr double ln2High = 0.693359375, ln2Low = -2.1219444005469057e-4, log2OfE = 1.4426950408889634;
constexpr double roundingFloat = 12582912.0; // 1.5 * 2^23
constexpr int32_t roundingFloatBits = 0x4B400000;
constexpr double infinite = __builtin_inf(), notANumber = __builtin_nan("");
constexpr double rootHalf = 0.7071067811865476;

// e^x = 1 + x + x^2 q(x) for |x| <= ln 2 / 2; error 3e-9.
constexpr double expTail[] = {0.49999993447767993, 0.16666520631513793, 0.041668388051065222, 0.0083687168979024659,
                              0.0013814598369130324};

// log(1 + x) = x - x^2 / 2 + x^3 q(x) for 1 + x in [sqrt(1/2), sqrt(2)].
constexpr double logTail[] = {3.333331260e-01,  -2.500000960e-01, 2.000211873e-01,  -1.666799567e-01, 1.421955090e-01,
                              -1.240559141e-01, 1.188817465e-01,  -1.167564135e-01, 6.746601280e-02};

// tanh(x) = x P(x^2) / Q(x^2) for |x| <= 9, where tanh rounds to 1; error 2e-8.
constexpr double tanhNumerator[] = {0.9999999795, 0.1338100929, 0.003495568634, 2.060876294e-05, 1.335422952e-08};
constexpr double tanhDenominator[] = {1.0, 0.4671432489, 0.02587690817, 0.0003285602944, 7.776378874e-07};

// erf(x) = x p(x^2) for |x| <= 1; error 4e-11. 1 - erf(x) = q(x - 2.5) from there to 4, where erf rounds to 1; absolute
// error 4e-8.
constexpr double erfNear[] = {1.128379167e+00, -3.761263843e-01, 1.128378197e-01, -2.686540005e-02,
                              5.220945451e-03, -8.482829116e-04, 1.125694991e-04, -9.641521905e-06};
constexpr double erfFarCentre = 2.5;
constexpr double erfFar[] = {4.069178441e-04,  -2.178021086e-03, 5.447186968e-03,  -8.353904350e-03, 8.612042235e-03,
                             -6.101185805e-03, 2.825388647e-03,  -5.729147083e-04, -2.935914690e-04, 2.802539055e-04,
                             -5.871363297e-05, -2.129921000e-05, 8.595761107e-06};

// The share of the normal distribution below -a is e^(-a^2 / 2) P(a) / Q(a), for a from 0 to 14.6; error 6e-9.
constexpr double tailNumerator[] = {0.5000000029938373, 0.4384969652394222, 0.18338500873249333, 0.04068380903520234,
                                    0.0041238341188136254};
constexpr double tailDenominator[] = {
    1.0, 1.6748789169208222, 1.2031252022016132, 0.46986633012060214, 0.1019855645750156, 0.010336801143531547};
// e^(-r / 2) for |r| <= ln 2: 1 + x + x^2 q(x) as above, with x = -r / 2.
constexpr double bell[] = {
    1, -0.5, expTail[0] / 4, -expTail[1] / 8, expTail[2] / 16, -expTail[3] / 32, expTail[4] / 64};

// sin(x) = x + x^3 q(x^2) and cos(x) = 1 - x^2 / 2 + x^4 q(x^2) for |x| <= pi / 4.
constexpr double sinTail[] = {-1.666666664e-01, 8.333329144e-03, -1.983925663e-04, 2.717564388e-06};
constexpr double cosTail[] = {4.166664565e-02, -1.388730602e-03, 2.443120315e-05};

/** c[0] + c[1] x + c[2] x^2 + ... from c[first] on. */
template<const auto &c, size_t first = 0, class X> inline X polynomial(X x) {
    if constexpr (first + 1 == sizeof(c) / sizeof(c[0]))
        return x.number(c[first]);
    else
        return fused(polynomial<c, first + 1>(x), x, x.number(c[first]));
}

/** x, but at least `low`, or at most `high`; NaN stays. A lane may have instructions for them. */
template<class X> inline X atLeast(X x, double low) {
    return choose(x < low, x.number(low), x);
}
template<class X> inline X atMost(X x, double high) {
    return choose(x > high, x.number(high), x);
}

/** Limits x to [low, high]; NaN stays. */
template<class X> inline X clamped(X x, double low, double high) {
    return atMost(atLeast(x, low), high);
}

/** x * x and so little more that nothing here tells the difference: processors take a hundred times as long for a
    product that is a denormal. */
template<class X> inline X squareOf(X x) {
    return fused(x, x, x.number(1e-30));
}

/** x * 2^n, where the low bits of `shifted` = n + roundingFloat are n. In two factors, because n goes from -153 (a
    denormal result or 0) to 128 (infinity). A lane may have an instruction for it. */
template<class X> inline X timesPowerOfTwo(X x, X shifted) {
    const auto exponent = bitsOf(shifted) - roundingFloatBits, half = exponent >> 1;
    return x * floatsOf((half + 127) << 23) * floatsOf((exponent - half + 127) << 23);
}

/** The same for n from -126 to 127, where the power is a number of its own. */
template<class X> inline X timesNormalPowerOfTwo(X x, X shifted) {
    return x * floatsOf((bitsOf(shifted) - (roundingFloatBits - 127)) << 23);
}

/** e^x = 2^n e^r with |r| <= ln(2) / 2, for x from -104 to 88.8 (the result is infinity). */
template<class X> inline X exponentialInside(X x) {
    const X shifted = fused(x, x.number(log2OfE), x.number(roundingFloat)), n = shifted - roundingFloat;
    const X r = fused(n, x.number(-ln2Low), fused(n, x.number(-ln2High), x));
    const X one = x.number(1); // no square of r, which may be tiny
    return timesPowerOfTwo(fused(r, fused(r, polynomial<expTail>(r), one), one), shifted);
}

/** Below -104 the result is 0, which is chosen and not computed: masked scores of an attention are -infinity, and what
    underflows takes twenty times as long. */
template<class X> inline X exponentialOf(X x) {
    const auto isNothing = x < -104;
    const X inside = choose(x > 88.8, x.number(88.8), choose(isNothing, x.number(0), x));
    return choose(isNothing, x.number(0), exponentialInside(inside));
}

/** log(x) = e ln(2) + log(1 + f) with the mantissa 1 + f between sqrt(1/2) and sqrt(2). */
template<class X> inline X logarithmOf(X x) {
    constexpr int32_t bitsOfRootHalf = 0x3F3504F3;
    const auto isTiny = x < 1.17549435e-38;
    const X normal = choose(isTiny, x * 8388608.0, x); // denormals times 2^23
    const auto exponent = (bitsOf(normal) - bitsOfRootHalf) >> 23;
    const X f = floatsOf(bitsOf(normal) - (exponent << 23)) - 1;
    const X e = converted(exponent) + choose(isTiny, x.number(-23), x.number(0));
    const X square = f * f;
    const X tail = fused(e, x.number(ln2Low), square * f * polynomial<logTail>(f));
    const X finite = fused(e, x.number(ln2High), f + fused(square, x.number(-0.5), tail));
    const X positive = choose(x == infinite, x, choose(isNan(x), x, finite));
    return choose(x == 0, x.number(-infinite), choose(x < 0, x.number(notANumber), positive));
}

/** x P(x^2) / Q(x^2), held in [-1, 1]: users take sqrt(1 - t * t). x is held in [-limit, limit] before. */
template<const auto &p, const auto &q, class X> inline X oddRatio(X x, double limit) {
    const X inside = clamped(x, -limit, limit), square = squareOf(inside);
    return clamped(inside * polynomial<p>(square) / polynomial<q>(square), -1, 1);
}

template<class X> inline X hyperbolicTangentOf(X x) {
    return oddRatio<tanhNumerator, tanhDenominator>(x, 9.0);
}

template<class X> inline X errorFunctionOf(X x) {
    const X a = magnitude(x), near = x * polynomial<erfNear>(squareOf(x));
    const X far = x.number(1) - polynomial<erfFar>(choose(a > 4, x.number(4), a) - erfFarCentre);
    const auto sign = bitsOf(x) & int32_t(0x80000000);
    return choose(a < 1, near, floatsOf(bitsOf(far) ^ sign));
}

template<class X> inline X sigmoidOf(X x) {
    return x.number(1) / (exponentialInside(clamped(-x, -40.0, 88.8)) + 1); // 1 + e^-40 rounds to 1
}

/** The share of the normal distribution below x. */
template<class X> inline X normalCdfOf(X x) {
    return errorFunctionOf(x * rootHalf) * 0.5 + 0.5;
}

/** The share of the normal distribution below -a, for a from 0 to 13.2, where 1 + erf(-a) has no digits left. Its
    e^(-a^2 / 2) is 2^n e^(-r / 2); what rounding took from the square goes to r, as it weighs a^2 times as much. */
template<class X> inline X normalTailOf(X a) {
    const X square = a * a, lost = fused(a, a, -square);
    const X shifted = fused(square, a.number(-log2OfE / 2), a.number(roundingFloat)), n = shifted - roundingFloat;
    const X r = fused(n, a.number(2 * ln2Low), fused(n, a.number(2 * ln2High), square)) + lost;
    return timesNormalPowerOfTwo(polynomial<bell>(r) * (polynomial<tailNumerator>(a) / polynomial<tailDenominator>(a)),
                                 shifted);
}

/** x times the share of the normal distribution below x: x - x tail(x), and on the negative side -|x| tail(|x|). */
template<class X> inline X geluOf(X x) {
    constexpr double lowest = -13.2;   // below, the result would be a denormal; above 6 the share rounds to 1
    constexpr double nearZero = 1e-12; // whose square is no denormal
    const auto isBelow = x < lowest;
    const X size = magnitude(choose(isBelow, x.number(1), atMost(x, 6)));
    const X positive = atLeast(x, -0.0);
    const X result = fused(-size, normalTailOf(size + nearZero), positive);
    return choose(isBelow, x.number(-0.0), result);
}

/** x * sigmoid(y), where y has the sign of x and is at least as large beyond -104; there the product is 0, also for
    -infinity. */
template<class X> inline X gated(X x, X y) {
    return choose(x < -104, x.number(0), x * sigmoidOf(y));
}

template<class X> inline X siluOf(X x) {
    return gated(x, x);
}

/** 0.5 (1 + tanh(u)) is sigmoid(2 u), which loses no digits for large negative u. */
template<class X> inline X geluByTanhOf(X x) {
    constexpr double slope = 1.5957691216057308; // 2 sqrt(2 / pi)
    return gated(x, x * slope * (x * x * 0.044715 + 1));
}

/** sin of r + quadrant * pi / 2 for |r| <= pi / 4. */
template<class X, class Bits> inline X sineOfQuadrant(X r, Bits quadrant) {
    const X square = r * r;
    const X sine = fused(r * square, polynomial<sinTail>(square), r);
    const X cosine = fused(square * square, polynomial<cosTail>(square), fused(square, r.number(-0.5), r.number(1)));
    const X wave = choose((quadrant & 1) != 0, cosine, sine);
    return floatsOf(bitsOf(wave) ^ ((quadrant & 2) << 30));
}

/** e^x - 1 = tanh(x / 2) (e^x + 1): no digits are lost near 0. */
template<class X> inline X expMinusOneOf(X x) {
    return hyperbolicTangentOf(x * 0.5) * (exponentialOf(x) + 1);
}

/** What rounding took from 1 + x, the quotient x / ((1 + x) - 1) gives back. */
template<class X> inline X logOnePlusOf(X x) {
    const X sum = x + 1;
    return choose(sum == 1, x, choose(sum == infinite, x, logarithmOf(sum) * (x / (sum - 1))));
}

// --- operators that are such a function ------------------------------------------------------------------------------

struct Expm1 {
    static constexpr char op[] = "Expm1";
    static constexpr int work = 40; ///< see activations.h
    template<class X> X operator()(X x) const { return expMinusOneOf(x); }
};

struct Log1p {
    static constexpr char op[] = "Log1p";
    static constexpr int work = 40;
    template<class X> X operator()(X x) const { return logOnePlusOf(x); }
};

} // namespace jitscope::inline ops::formulas
