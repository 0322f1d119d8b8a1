// SPDX-License-Identifier: Apache-2.0
// Special functions of double that the C library lacks, or has only with shared state.
#pragma once

namespace jitscope::inline ops::special {

/** The inverse of erf on (-1, 1); infinite at the ends, NaN beyond. */
double erfinv(double y);

/** log |gamma(x)|; unlike std::lgamma it writes no global variable. */
double lgamma(double x);

/** The derivative of lgamma; NaN at 0 and the negative whole numbers. */
double digamma(double x);

/** The sum of (k + q)^-x over k from 0, for x > 1; infinite at its poles, NaN where it is not defined. */
double zeta(double x, double q);

/** The n-th derivative of digamma, n >= 0. */
double polygamma(int n, double x);

/** The share of the gamma integral up to x, for a > 0 and x >= 0; NaN elsewhere. */
double lowerGammaShare(double a, double x);
/** The share beyond x: 1 - lowerGammaShare without loss of digits. */
double upperGammaShare(double a, double x);

// Modified Bessel functions of order 0 and 1; the scaled ones are times exp(-|x|) and exp(x).
double besselI(int order, double x);
double scaledBesselI(int order, double x);
double besselK(int order, double x);
double scaledBesselK(int order, double x);

} // namespace jitscope::inline ops::special
