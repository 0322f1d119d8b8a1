// SPDX-License-Identifier: Apache-2.0
// Elementary functions of one float (formulas/elementary.h), without branches and calls, so that loops over them become
// vector code; and rounding.
//
// Everything is in an anonymous namespace and nothing of the standard library is called: this header is compiled for
// several instruction sets, and a function that the linker may merge over those would crash on older processors.
#pragma once

#include "engine/ops/kernels/float32lane.h"

namespace jitscope::inline ops {
namespace {

inline int32_t bitsOf(float x) {
    return __builtin_bit_cast(int32_t, x);
}
inline float floatOf(int32_t bits) {
    return __builtin_bit_cast(float, bits);
}
inline float magnitude(float x) {
    return floatOf(bitsOf(x) & 0x7fffffff);
}
inline float withSignOf(float x, float sign) {
    return floatOf(bitsOf(x) | (bitsOf(sign) & int32_t(0x80000000)));
}

/** The nearest whole number of |x| < 2^22, halves to even: adding 1.5 * 2^23 pushes the fraction out of the number. */
inline float nearest(float x) {
    return (x + 12582912.0f) - 12582912.0f;
}

inline float fastExp(float x) {
    return formulas::exponentialOf(Float32Lane{x}).value;
}

/** Beyond this the reduction by pi/2 in single precision loses digits; loops call the C library there. */
constexpr float trigonometricLimit = 8192.0f;

/** sin of x (`quarter` 0) or cos (`quarter` 1) for |x| <= trigonometricLimit. */
inline float sineOfQuarter(float x, int32_t quarter) {
    const float n = nearest(x * 0.636619772f);
    float r = x - n * 1.5703125f;
    r = r - n * 4.83751297e-04f;
    r = r - n * 7.54978942e-08f;
    return formulas::sineOfQuadrant(Float32Lane{r}, Int32Lane{uint32_t(int32_t(n) + quarter)}).value;
}

/** |x| < 2^23 has a fraction; all larger numbers are whole. */
inline float roundedEven(float x) {
    const float a = magnitude(x);
    const float whole = withSignOf((a + 8388608.0f) - 8388608.0f, x);
    return a < 8388608.0f ? whole : x;
}
inline float roundedDown(float x) {
    const float whole = roundedEven(x);
    return whole > x ? whole - 1.0f : whole;
}
inline float roundedUp(float x) {
    return -roundedDown(-x);
}

} // namespace
} // namespace jitscope::inline ops
