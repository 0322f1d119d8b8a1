// SPDX-License-Identifier: Apache-2.0
// Special functions by recurrences, asymptotic series, Newton's steps and sums of equally spaced values.
#include "engine/ops/kernels/specialmath.h"

#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>

namespace jitscope::inline ops::special {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

bool isPole(double x) {
    return x <= 0 && x == std::floor(x);
}

/** Below this the recurrence raises the argument until the asymptotic series holds to the last digit. */
constexpr double asymptotic = 12;

/** x^a e^-x / gamma(a), by logarithms. */
double gammaScale(double a, double x) {
    return std::exp(a * std::log(x) - x - lgamma(a));
}

/** The lower share by its power series, which converges fast for x < a + 1. */
double gammaSeries(double a, double x) {
    double term = 1 / a, sum = term;
    for (int n = 1; n < 10000 && term > sum * 1e-17; ++n) {
        term *= x / (a + n);
        sum += term;
    }
    return sum * gammaScale(a, x);
}

/** The upper share by its continued fraction, evaluated from the front, which converges fast for x >= a + 1. */
double gammaFraction(double a, double x) {
    if (std::isinf(x)) return 0;
    constexpr double tiny = 1e-300;
    double b = x + 1 - a, c = 1 / tiny, d = 1 / b, fraction = d;
    for (int n = 1; n < 10000; ++n) {
        const double numerator = -n * (n - a);
        b += 2;
        d = 1 / (numerator * d + b == 0 ? tiny : numerator * d + b);
        c = b + numerator / c;
        const double step = c * d;
        fraction *= step;
        if (std::abs(step - 1) < 1e-16) break;
    }
    return fraction * gammaScale(a, x);
}

} // namespace

double erfinv(double y) {
    if (!(std::abs(y) <= 1)) return notANumber;
    if (std::abs(y) == 1) return std::copysign(infinity, y);
    // A start within some thousandths from the tail of the logarithm, then Halley's steps, which treble the digits.
    const double w = std::log1p(-y * y), half = 2 / (std::numbers::pi * 0.147) + 0.5 * w;
    double x = std::copysign(std::sqrt(std::sqrt(half * half - w / 0.147) - half), y);
    for (int step = 0; step < 3; ++step) {
        // Far out the complements keep the digits.
        const double missing =
            std::abs(y) < 0.5 ? std::erf(x) - y : std::copysign(1, y) * (1 - std::abs(y) - std::erfc(std::abs(x)));
        const double newton = missing * 0.5 / std::numbers::inv_sqrtpi * std::exp(x * x);
        x -= newton / (1 + x * newton);
    }
    return x;
}

double lgamma(double x) {
    int sign = 0;
    return ::lgamma_r(x, &sign);
}

double digamma(double x) {
    if (isPole(x)) return notANumber;
    if (x == -infinity) return notANumber;
    if (x < 0) return digamma(1 - x) - std::numbers::pi / std::tan(std::numbers::pi * (x - std::floor(x)));
    double below = 0;
    for (; x < asymptotic; x += 1)
        below += 1 / x;
    const double z = 1 / (x * x);
    const double series = z * (1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z * (1.0 / 240 - z * (1.0 / 132)))));
    return std::log(x) - 0.5 / x - series - below;
}

double zeta(double x, double q) {
    if (x == 1) return infinity;
    if (!(x > 1)) return notANumber;
    if (q <= 0 && (q == std::floor(q) || x != std::floor(x))) return q == std::floor(q) ? infinity : notANumber;
    double sum = 0;
    for (; q < asymptotic; q += 1)
        sum += std::pow(q, -x);
    // Euler's and Maclaurin's formula: the integral, half the first term, and corrections by Bernoulli's numbers.
    constexpr double bernoulli[] = {1.0 / 12,           -1.0 / 720,     1.0 / 30240,
                                    -1.0 / 1209600,     1.0 / 47900160, -691.0 / 1307674368000.0,
                                    1.0 / 74724249600.0};
    const double first = std::pow(q, -x);
    sum += first * q / (x - 1) + 0.5 * first;
    double factor = x * first / q;
    for (int i = 0; i < int(std::size(bernoulli)); ++i) {
        sum += bernoulli[i] * factor;
        factor *= (x + 2 * i + 1) * (x + 2 * i + 2) / (q * q);
    }
    return sum;
}

double polygamma(int n, double x) {
    if (n == 0) return digamma(x);
    const double size = std::tgamma(n + 1.0) * zeta(n + 1.0, x);
    return n % 2 ? size : -size;
}

double lowerGammaShare(double a, double x) {
    if (!(a > 0) || !(x >= 0)) return notANumber;
    if (x == 0) return 0;
    return x < a + 1 ? gammaSeries(a, x) : 1 - gammaFraction(a, x);
}

double upperGammaShare(double a, double x) {
    if (!(a > 0) || !(x >= 0)) return notANumber;
    if (x == 0) return 1;
    return x < a + 1 ? 1 - gammaSeries(a, x) : gammaFraction(a, x);
}

double scaledBesselI(int order, double x) {
    const double a = std::abs(x);
    if (std::isinf(x)) return 0;
    if (a > 700) { // where exp overflows: the asymptotic series
        const double mu = 4.0 * order * order, z = 1 / (8 * a);
        const double series = 1 - (mu - 1) * z * (1 - (mu - 9) * z / 2 * (1 - (mu - 25) * z / 3));
        return (order % 2 && x < 0 ? -1 : 1) * series / std::sqrt(2 * std::numbers::pi * a);
    }
    return besselI(order, x) * std::exp(-a);
}

double besselI(int order, double x) {
    if (std::isnan(x)) return x;
    const double value = std::isinf(x) ? infinity : std::cyl_bessel_i(double(order), std::abs(x));
    return order % 2 && x < 0 ? -value : value;
}

double scaledBesselK(int order, double x) {
    if (!(x >= 0)) return notANumber;
    if (x == 0) return infinity;
    if (x < 1) return std::cyl_bessel_k(double(order), x) * std::exp(x);
    // The integral of exp(x - x cosh t) cosh(order t): equally spaced values of a function that decays doubly
    // exponentially give it to the last digits.
    constexpr double step = 1.0 / 16;
    double sum = 0.5;
    for (int i = 1; i < 200; ++i) {
        const double term = std::exp(-2 * x * std::pow(std::sinh(0.5 * i * step), 2)) * std::cosh(order * i * step);
        sum += term;
        if (term < 1e-18) break;
    }
    return sum * step;
}

double besselK(int order, double x) {
    return x > 700 ? 0 : scaledBesselK(order, x) * std::exp(-x);
}

} // namespace jitscope::inline ops::special
