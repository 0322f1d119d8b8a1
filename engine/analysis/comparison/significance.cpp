// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/comparison/significance.h"

#include <algorithm>
#include <cmath>
#include <numbers>

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

/** The gamma function at a + 1/2 by that at a: Stirling's series where it is exact, and by gamma(a + 1) = a gamma(a)
   led there. A difference of logarithms of both would lose a digit for each of the freedom's. */
double gammaRatio(double a) {
    constexpr double exactFrom = 30;
    double product = 1;
    for (; a < exactFrom; ++a)
        product *= a / (a + 0.5);
    const double i = 1 / a, square = i * i;
    return product * std::sqrt(a) *
           std::exp(i * (-1.0 / 8 + square * (1.0 / 192 + square * (-1.0 / 640 + square * 17 / 14336))));
}

/** Student's distribution with `freedom` degrees of freedom, two-sided. */
class Student {
public:
    explicit Student(double freedom)
        : m_freedom(freedom)
        , m_a(freedom / 2)
        , m_factor(gammaRatio(m_a) / std::sqrt(std::numbers::pi)) {}

    struct Tail {
        double probability = 1;
        double fall = 0; ///< -dp / d(log t)
    };
    /** Of what is beyond t > 0: the incomplete beta function I(a, b) at 1 / (1 + t * t / freedom). */
    Tail beyond(double t) const {
        const double ratio = t * t / m_freedom, x = 1 / (1 + ratio), other = 1 / (1 + 1 / ratio);
        const double front = m_factor * std::exp(-m_a * std::log1p(ratio)) * std::sqrt(other);
        const double probability = x < (m_a + 1) / (m_a + b + 2) ? front * betaFraction(m_a, b, x) / m_a
                                                                 : 1 - front * betaFraction(b, m_a, other) / b;
        return {probability, 2 * front};
    }

private:
    static constexpr double b = 0.5;
    double m_freedom, m_a, m_factor;
};

double studentProbability(double t, double freedom) {
    return t == 0 ? 1 : Student(freedom).beyond(std::abs(t)).probability;
}

/** Of the normal distribution to 0.0005: a rational function of the logarithm (Hastings; Abramowitz and
   Stegun 26.2.23), whose error is the third one's. */
double roughNormalLimit(double probability) {
    const double t = std::sqrt(-2 * std::log(probability / 2));
    return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

/** Where Student's is nearly as improbable as the normal one's limit (Wallace's transformation). */
double roughStudentLimit(double probability, double freedom) {
    constexpr double least = 1e-3, mostExponent = 600;
    const double z = std::max(roughNormalLimit(probability), 0.0) * (8 * freedom + 3) / (8 * freedom + 1);
    return std::max(least, std::sqrt(freedom * std::expm1(std::min(z * z / freedom, mostExponent))));
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

/** Newton's method on the logarithm of the probability by that of t. That curve falls and is concave, as Student's is
    log-concave in the logarithm: from behind the limit, where the first step leads at the latest, each one comes nearer
    and none goes too far. Near by the error is squared each time; bisection would take sixty of these integrals. */
double studentLimit(double probability, double freedom) {
    constexpr int most = 100;
    constexpr double exact = 1e-8; // the next step would be the square of it
    const Student student(freedom);
    double t = roughStudentLimit(probability, freedom);
    for (int i = 0; i < most; ++i) {
        const Student::Tail tail = student.beyond(t);
        const double step = tail.probability * std::log(tail.probability / probability) / tail.fall;
        t *= std::exp(step);
        if (std::abs(step) < exact) break;
    }
    return t;
}

double robustDeviation(std::vector<double> values) {
    if (values.size() < 3) return 0;
    const double median = medianOf(values);
    for (double &value : values)
        value = std::abs(value - median);
    return deviationOfMedians * medianOf(values);
}

} // namespace jitscope::inline analysis
