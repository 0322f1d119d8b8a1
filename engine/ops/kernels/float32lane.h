// SPDX-License-Identifier: Apache-2.0
// One float as a lane of the formulas (formulas/activations.h). Compiled for several instruction sets: see
// float32math.h for why everything is in an anonymous namespace.
#pragma once

#include "engine/ops/kernels/float32math.h"

namespace jitscope {
namespace {

struct Float32Lane {
    float value;

    Float32Lane number(double x) const { return {float(x)}; }
    Float32Lane operator-() const { return {-value}; }
};

inline Float32Lane operator+(Float32Lane x, Float32Lane y) {
    return {x.value + y.value};
}
inline Float32Lane operator-(Float32Lane x, Float32Lane y) {
    return {x.value - y.value};
}
inline Float32Lane operator*(Float32Lane x, Float32Lane y) {
    return {x.value * y.value};
}
inline Float32Lane operator/(Float32Lane x, Float32Lane y) {
    return {x.value / y.value};
}
inline Float32Lane operator+(Float32Lane x, double y) {
    return {x.value + float(y)};
}
inline Float32Lane operator-(Float32Lane x, double y) {
    return {x.value - float(y)};
}
inline Float32Lane operator*(Float32Lane x, double y) {
    return {x.value * float(y)};
}
inline Float32Lane operator/(Float32Lane x, double y) {
    return {x.value / float(y)};
}
inline bool operator<(Float32Lane x, Float32Lane y) {
    return x.value < y.value;
}
inline bool operator>(Float32Lane x, Float32Lane y) {
    return x.value > y.value;
}
inline bool operator<=(Float32Lane x, Float32Lane y) {
    return x.value <= y.value;
}
inline bool operator<(Float32Lane x, double y) {
    return x.value < float(y);
}
inline bool operator>(Float32Lane x, double y) {
    return x.value > float(y);
}
inline bool operator<=(Float32Lane x, double y) {
    return x.value <= float(y);
}
inline bool operator>=(Float32Lane x, double y) {
    return x.value >= float(y);
}
inline bool operator==(Float32Lane x, double y) {
    return x.value == float(y);
}
inline Float32Lane choose(bool condition, Float32Lane x, Float32Lane y) {
    return {condition ? x.value : y.value};
}
inline bool isNan(Float32Lane x) {
    return x.value != x.value;
}
inline Float32Lane magnitude(Float32Lane x) {
    return {magnitude(x.value)};
}
inline Float32Lane exponential(Float32Lane x) {
    return {fastExp(x.value)};
}
inline Float32Lane hyperbolicTangent(Float32Lane x) {
    return {fastTanh(x.value)};
}
inline Float32Lane sigmoid(Float32Lane x) {
    return {fastSigmoid(x.value)};
}
/** The share of the normal distribution below x. */
inline Float32Lane normalCdf(Float32Lane x) {
    return {0.5f + 0.5f * fastErf(x.value * 0.707106781f)};
}

/** e^x - 1 = tanh(x / 2) (e^x + 1): no digits are lost near 0. */
inline Float32Lane expMinusOne(Float32Lane x) {
    return hyperbolicTangent(x * 0.5) * (exponential(x) + 1);
}

/** What rounding took from 1 + x, the quotient x / ((1 + x) - 1) gives back. */
inline Float32Lane logOnePlus(Float32Lane x) {
    const Float32Lane sum = x + 1;
    const bool isExact = sum.value == 1.0f || sum.value == __builtin_inff();
    return choose(isExact, x, Float32Lane{fastLog(sum.value)} * (x / (sum - 1)));
}

} // namespace
} // namespace jitscope
