// SPDX-License-Identifier: Apache-2.0
// Elementary functions of one float, without branches and calls, so that loops over them become vector code.
//
// Everything is in an anonymous namespace and nothing of the standard library is called: this header is compiled for
// several instruction sets, and a function that the linker may merge over those would crash on older processors.
// The polynomials are least-maximum fits in double precision over the stated ranges; errors are 1 to 5 units in the
// last place, checked against the C library by the tests.
#pragma once

#include <cstdint>

namespace jitscope {
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

/** x * y + z, rounded once where the machine can; written out, so that it is so also where nothing else is fused. */
inline float fused(float x, float y, float z) {
#ifdef __FMA__
    return __builtin_fmaf(x, y, z);
#else
    return x * y + z;
#endif
}

/** The nearest whole number of |x| < 2^22, halves to even: adding 1.5 * 2^23 pushes the fraction out of the number. */
inline float nearest(float x) {
    return (x + 12582912.0f) - 12582912.0f;
}

/** 2^n for n in [-126, 127]. */
inline float powerOfTwo(int32_t n) {
    return floatOf((n + 127) << 23);
}

/** e^x = 2^n * e^r with |r| <= ln(2)/2. The power is applied in two halves to reach denormal numbers and infinity. */
inline float fastExp(float x) {
    float clamped = x < -104.0f ? -104.0f : x;
    clamped = clamped > 89.0f ? 89.0f : clamped;
    const float n = nearest(clamped * 1.44269504f);
    const float r = fused(n, -1.42860677e-06f, fused(n, -0.693145752f, clamped));
    float p = 1.381446269e-03f;
    p = fused(p, r, 8.368780820e-03f);
    p = fused(p, r, 4.166839430e-02f);
    p = fused(p, r, 1.666652010e-01f);
    p = fused(p, r, 4.999999341e-01f);
    p = fused(p * r, r, r) + 1.0f;
    const int32_t power = x == x ? int32_t(n) : 0;
    const int32_t half = power >> 1;
    return p * powerOfTwo(half) * powerOfTwo(power - half);
}

/** log(x) = e * ln(2) + log(1 + f) with the mantissa 1 + f between sqrt(1/2) and sqrt(2). */
inline float fastLog(float x) {
    const bool tiny = x < 1.17549435e-38f;
    const float normal = tiny ? x * 8388608.0f : x;
    const int32_t bits = bitsOf(magnitude(normal)); // negative numbers are answered at the end
    const int32_t shifted = (bits - 0x3f3504f3) >> 23;
    const float e = float(shifted - (tiny ? 23 : 0));
    const float f = floatOf(bits - (shifted << 23)) - 1.0f;
    const float z = f * f;
    float p = 6.746601280e-02f;
    p = fused(p, f, -1.167564135e-01f);
    p = fused(p, f, 1.188817465e-01f);
    p = fused(p, f, -1.240559141e-01f);
    p = fused(p, f, 1.421955090e-01f);
    p = fused(p, f, -1.666799567e-01f);
    p = fused(p, f, 2.000211873e-01f);
    p = fused(p, f, -2.500000960e-01f);
    p = fused(p, f, 3.333331260e-01f);
    float y = fused(z, -0.5f, fused(p * f, z, e * -2.12194440e-4f));
    y = fused(e, 0.693359375f, f + y);
    y = x == 0.0f ? -__builtin_inff() : y;
    y = x < 0.0f ? __builtin_nanf("") : y;
    y = x == __builtin_inff() ? x : y;
    return x == x ? y : x;
}

/** A quotient of polynomials up to where the result rounds to 1 (the one that compiled kernels use, too): no branch
   near zero, and cheaper than by the exponential function. */
inline float fastTanh(float x) {
    float bounded = x < -9.0f ? -9.0f : x;
    bounded = bounded > 9.0f ? 9.0f : bounded;
    const float z = bounded * bounded;
    float p = 1.335422952e-08f;
    p = fused(p, z, 2.060876294e-05f);
    p = fused(p, z, 3.495568634e-03f);
    p = fused(p, z, 1.338100929e-01f);
    p = fused(p, z, 1.0f);
    float q = 7.776378874e-07f;
    q = fused(q, z, 3.285602944e-04f);
    q = fused(q, z, 2.587690817e-02f);
    q = fused(q, z, 4.671432489e-01f);
    q = fused(q, z, 1.0f);
    float y = bounded * p / q;
    y = y < -1.0f ? -1.0f : y;
    return y > 1.0f ? 1.0f : y;
}

inline float fastSigmoid(float x) {
    return 1.0f / (1.0f + fastExp(-x));
}

/** 1 - erf(z) for z >= 0.8: e^(-z*z) times a polynomial in 1 / (1 + z/2). */
inline float complementaryErf(float z) {
    const float t = 1.0f / (1.0f + 0.5f * z);
    float p = -5.571919088e-02f;
    p = fused(p, t, 1.668196935e-01f);
    p = fused(p, t, -1.076329095e-01f);
    p = fused(p, t, -1.067135452e-01f);
    p = fused(p, t, 5.244051572e-02f);
    p = fused(p, t, 5.742644551e-02f);
    p = fused(p, t, 1.832446346e-01f);
    p = fused(p, t, 2.457525316e-01f);
    p = fused(p, t, 2.821875713e-01f);
    p = fused(p, t, 2.820914039e-01f);
    return fastExp(-(z * z)) * t * p;
}

/** erf for |x| <= 1. */
inline float erfNearZero(float x) {
    const float z = x * x;
    float p = -9.641516893e-06f;
    p = fused(p, z, 1.125694811e-04f);
    p = fused(p, z, -8.482828861e-04f);
    p = fused(p, z, 5.220945433e-03f);
    p = fused(p, z, -2.686540004e-02f);
    p = fused(p, z, 1.128378197e-01f);
    p = fused(p, z, -3.761263843e-01f);
    p = fused(p, z, 1.128379167e+00f);
    return x * p;
}

inline float fastErf(float x) {
    const float a = magnitude(x);
    const float bounded = a > 10.0f ? 10.0f : a; // NaN stays
    return a < 0.9f ? erfNearZero(x) : withSignOf(1.0f - complementaryErf(bounded), x);
}

/** x * Phi(x). On the far left Phi is taken from the complementary function, which keeps the relative error small. */
inline float fastGelu(float x) {
    const float z = magnitude(x) * 0.707106781f;
    const float bounded = z > 11.0f ? 11.0f : z; // where the tail has become 0
    const float near = 0.5f + 0.5f * erfNearZero(x * 0.707106781f);
    const float tail = 0.5f * complementaryErf(bounded);
    const float phi = z < 0.9f ? near : x < 0.0f ? tail : 1.0f - tail;
    const float y = x * phi;
    return x == -__builtin_inff() ? 0.0f : y;
}

inline float fastGeluTanh(float x) {
    const float inner = 0.797884561f * (x + 0.044715f * x * x * x);
    // 0.5 * (1 + tanh(u)) is sigmoid(2u), which loses no digits for large negative u.
    const float y = x * fastSigmoid(inner + inner);
    return x == -__builtin_inff() ? 0.0f : y;
}

inline float fastSilu(float x) {
    return x == -__builtin_inff() ? 0.0f : x * fastSigmoid(x);
}

/** Beyond this the reduction by pi/2 in single precision loses digits; loops call the C library there. */
constexpr float trigonometricLimit = 8192.0f;

/** sin of x (`quarter` 0) or cos (`quarter` 1) for |x| <= trigonometricLimit. */
inline float sineOfQuarter(float x, int32_t quarter) {
    const float n = nearest(x * 0.636619772f);
    float r = x - n * 1.5703125f;
    r = r - n * 4.83751297e-04f;
    r = r - n * 7.54978942e-08f;
    const int32_t place = int32_t(n) + quarter;
    const float z = r * r;
    float s = 2.717564388e-06f;
    s = fused(s, z, -1.983925663e-04f);
    s = fused(s, z, 8.333329144e-03f);
    s = fused(s, z, -1.666666664e-01f);
    s = r + r * z * s;
    float c = 2.443120315e-05f;
    c = fused(c, z, -1.388730602e-03f);
    c = fused(c, z, 4.166664565e-02f);
    c = 1.0f - 0.5f * z + z * z * c;
    const float y = place & 1 ? c : s;
    return place & 2 ? -y : y;
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
} // namespace jitscope
