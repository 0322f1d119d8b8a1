// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/comparison/significance.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline analysis {

namespace {

struct Moments {
    double mean = 0, variance = 0;
};

Moments momentsOf(const std::vector<double> &values) {
    Moments moments;
    for (const double value : values)
        moments.mean += value;
    moments.mean /= double(values.size());
    for (const double value : values)
        moments.variance += (value - moments.mean) * (value - moments.mean);
    moments.variance /= double(values.size() - 1);
    return moments;
}

/** The continued fraction of the incomplete beta function, by Lentz's method. */
double betaFraction(double a, double b, double x) {
    constexpr double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (std::abs(d) < tiny ? tiny : d);
    double h = d;
    for (int m = 1; m <= 300; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        for (const double step : {even, odd}) {
            d = 1 + step * d;
            c = 1 + step / c;
            d = 1 / (std::abs(d) < tiny ? tiny : d);
            if (std::abs(c) < tiny) c = tiny;
            h *= d * c;
        }
        if (std::abs(d * c - 1) < 1e-14) break;
    }
    return h;
}

double incompleteBeta(double a, double b, double x) {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    const double front =
        std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * betaFraction(a, b, x) / a : 1 - front * betaFraction(b, a, 1 - x) / b;
}

/** Two-sided. */
double studentProbability(double t, double freedom) {
    return incompleteBeta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

double medianOf(std::vector<double> &values) {
    const auto middle = values.begin() + int64_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

double pairedProbability(const std::vector<double> &differences) {
    if (differences.size() < 2) return 1;
    const Moments moments = momentsOf(differences);
    if (std::abs(moments.mean) < 1e-12) return 1;
    const double count = double(differences.size()), freedom = count - 1;
    if (moments.variance < 1e-24) return 0;
    const double t = moments.mean / std::sqrt(moments.variance / count);
    return studentProbability(t, freedom);
}

double studentLimit(double probability, double freedom) {
    double below = 0, above = 1;
    while (studentProbability(above, freedom) > probability)
        above *= 2;
    for (int i = 0; i < 60; ++i) {
        const double middle = (below + above) / 2;
        (studentProbability(middle, freedom) > probability ? below : above) = middle;
    }
    return above;
}

double robustDeviation(std::vector<double> values) {
    if (values.size() < 3) return 0;
    const double median = medianOf(values);
    for (double &value : values)
        value = std::abs(value - median);
    return 1.4826 * medianOf(values); // of a normal distribution
}

} // namespace jitscope::inline analysis
