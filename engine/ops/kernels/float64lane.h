// SPDX-License-Identifier: Apache-2.0
// One double as a lane of the formulas (formulas/activations.h), by the functions of the C library.
#pragma once

#include <cmath>
#include <numbers>

namespace jitscope::inline ops {

struct Float64Lane {
    double value;

    Float64Lane number(double x) const { return {x}; }
    Float64Lane operator-() const { return {-value}; }
};

inline Float64Lane operator+(Float64Lane x, Float64Lane y) {
    return {x.value + y.value};
}
inline Float64Lane operator-(Float64Lane x, Float64Lane y) {
    return {x.value - y.value};
}
inline Float64Lane operator*(Float64Lane x, Float64Lane y) {
    return {x.value * y.value};
}
inline Float64Lane operator/(Float64Lane x, Float64Lane y) {
    return {x.value / y.value};
}
inline Float64Lane operator+(Float64Lane x, double y) {
    return {x.value + y};
}
inline Float64Lane operator-(Float64Lane x, double y) {
    return {x.value - y};
}
inline Float64Lane operator*(Float64Lane x, double y) {
    return {x.value * y};
}
inline Float64Lane operator/(Float64Lane x, double y) {
    return {x.value / y};
}
inline bool operator<(Float64Lane x, Float64Lane y) {
    return x.value < y.value;
}
inline bool operator>(Float64Lane x, Float64Lane y) {
    return x.value > y.value;
}
inline bool operator<=(Float64Lane x, Float64Lane y) {
    return x.value <= y.value;
}
inline bool operator<(Float64Lane x, double y) {
    return x.value < y;
}
inline bool operator>(Float64Lane x, double y) {
    return x.value > y;
}
inline bool operator<=(Float64Lane x, double y) {
    return x.value <= y;
}
inline bool operator>=(Float64Lane x, double y) {
    return x.value >= y;
}
inline bool operator==(Float64Lane x, double y) {
    return x.value == y;
}
inline Float64Lane choose(bool condition, Float64Lane x, Float64Lane y) {
    return condition ? x : y;
}
inline bool isNan(Float64Lane x) {
    return std::isnan(x.value);
}
inline Float64Lane magnitude(Float64Lane x) {
    return {std::abs(x.value)};
}
inline Float64Lane exponential(Float64Lane x) {
    return {std::exp(x.value)};
}
inline Float64Lane expMinusOne(Float64Lane x) {
    return {std::expm1(x.value)};
}
inline Float64Lane logOnePlus(Float64Lane x) {
    return {std::log1p(x.value)};
}
inline Float64Lane hyperbolicTangent(Float64Lane x) {
    return {std::tanh(x.value)};
}
inline Float64Lane sigmoid(Float64Lane x) {
    return {1 / (1 + std::exp(-x.value))};
}
/** The share of the normal distribution below x, by the complement of erf: no digits are lost far below 0. */
inline Float64Lane normalCdf(Float64Lane x) {
    return {0.5 * std::erfc(-x.value / std::numbers::sqrt2)};
}

} // namespace jitscope::inline ops
