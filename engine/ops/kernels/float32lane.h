// SPDX-License-Identifier: Apache-2.0
// One float as a lane of the formulas (formulas/activations.h). Compiled for several instruction sets: see
// float32math.h for why everything is in an anonymous namespace.
#pragma once

#include "engine/ops/formulas/elementary.h"

namespace jitscope::inline ops {
namespace {

/** The bits of a float; arithmetic wraps around. */
struct Int32Lane {
    uint32_t value;
};

inline Int32Lane operator+(Int32Lane x, int32_t y) {
    return {x.value + uint32_t(y)};
}
inline Int32Lane operator-(Int32Lane x, int32_t y) {
    return {x.value - uint32_t(y)};
}
inline Int32Lane operator-(Int32Lane x, Int32Lane y) {
    return {x.value - y.value};
}
inline Int32Lane operator<<(Int32Lane x, int count) {
    return {x.value << count};
}
/** The sign is kept. */
inline Int32Lane operator>>(Int32Lane x, int count) {
    return {uint32_t(int32_t(x.value) >> count)};
}
inline Int32Lane operator&(Int32Lane x, int32_t y) {
    return {x.value & uint32_t(y)};
}
inline Int32Lane operator^(Int32Lane x, Int32Lane y) {
    return {x.value ^ y.value};
}
inline bool operator!=(Int32Lane x, int32_t y) {
    return x.value != uint32_t(y);
}

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
/** x * y + z, rounded once where the machine can; written out, so that it is so also where nothing else is fused. */
inline Float32Lane fused(Float32Lane x, Float32Lane y, Float32Lane z) {
#ifdef __FMA__
    return {__builtin_fmaf(x.value, y.value, z.value)};
#else
    return {x.value * y.value + z.value};
#endif
}
inline Int32Lane bitsOf(Float32Lane x) {
    return {__builtin_bit_cast(uint32_t, x.value)};
}
inline Float32Lane floatsOf(Int32Lane bits) {
    return {__builtin_bit_cast(float, bits.value)};
}
inline Float32Lane converted(Int32Lane number) {
    return {float(int32_t(number.value))};
}
inline Float32Lane magnitude(Float32Lane x) {
    return floatsOf(bitsOf(x) & 0x7fffffff);
}
inline Float32Lane exponential(Float32Lane x) {
    return formulas::exponentialOf(x);
}
inline Float32Lane hyperbolicTangent(Float32Lane x) {
    return formulas::hyperbolicTangentOf(x);
}
inline Float32Lane sigmoid(Float32Lane x) {
    return formulas::sigmoidOf(x);
}
inline Float32Lane normalCdf(Float32Lane x) {
    return formulas::normalCdfOf(x);
}
inline Float32Lane expMinusOne(Float32Lane x) {
    return formulas::expMinusOneOf(x);
}
inline Float32Lane logOnePlus(Float32Lane x) {
    return formulas::logOnePlusOf(x);
}

} // namespace
} // namespace jitscope::inline ops
