// SPDX-License-Identifier: Apache-2.0
// Sixteen floats, or eight, as a lane of the formulas (formulas/elementary.h), with instructions that the compiler does
// not find in loops over one float: the larger and the smaller of two numbers, and a product with a power of two. All
// results are those of Float32Lane to the bit. Where the instruction set has no such vectors there is nothing here
// (JITSCOPE_HAS_FLOAT32_VECTOR).
//
// Everything is in an anonymous namespace; see float32math.h for why.
#pragma once

#include "engine/ops/kernels/float32math.h"

#if defined(__AVX512F__)
#define JITSCOPE_HAS_FLOAT32_VECTOR 1
#include <immintrin.h>

namespace jitscope::inline ops {
namespace {

/** The bits of the floats; arithmetic wraps around. */
struct Int32Vector {
    __m512i value;
};

inline Int32Vector operator+(Int32Vector x, int32_t y) {
    return {_mm512_add_epi32(x.value, _mm512_set1_epi32(y))};
}
inline Int32Vector operator-(Int32Vector x, int32_t y) {
    return {_mm512_sub_epi32(x.value, _mm512_set1_epi32(y))};
}
inline Int32Vector operator-(Int32Vector x, Int32Vector y) {
    return {_mm512_sub_epi32(x.value, y.value)};
}
inline Int32Vector operator<<(Int32Vector x, int count) {
    return {_mm512_slli_epi32(x.value, unsigned(count))};
}
/** The sign is kept. */
inline Int32Vector operator>>(Int32Vector x, int count) {
    return {_mm512_srai_epi32(x.value, unsigned(count))};
}
inline Int32Vector operator&(Int32Vector x, int32_t y) {
    return {_mm512_and_epi32(x.value, _mm512_set1_epi32(y))};
}
inline Int32Vector operator^(Int32Vector x, Int32Vector y) {
    return {_mm512_xor_epi32(x.value, y.value)};
}

struct Float32Vector {
    __m512 value;

    Float32Vector number(double x) const { return {_mm512_set1_ps(float(x))}; }
    Float32Vector operator-() const { return {-value}; }
};

inline __mmask16 operator<(Float32Vector x, double y) {
    return _mm512_cmp_ps_mask(x.value, x.number(y).value, _CMP_LT_OQ);
}
inline __mmask16 operator>(Float32Vector x, double y) {
    return _mm512_cmp_ps_mask(x.value, x.number(y).value, _CMP_GT_OQ);
}
inline __mmask16 operator==(Float32Vector x, double y) {
    return _mm512_cmp_ps_mask(x.value, x.number(y).value, _CMP_EQ_OQ);
}
inline __mmask16 isNan(Float32Vector x) {
    return _mm512_cmp_ps_mask(x.value, x.value, _CMP_UNORD_Q);
}
inline Float32Vector choose(__mmask16 condition, Float32Vector x, Float32Vector y) {
    return {_mm512_mask_blend_ps(condition, y.value, x.value)};
}
inline Float32Vector fused(Float32Vector x, Float32Vector y, Float32Vector z) {
    return {_mm512_fmadd_ps(x.value, y.value, z.value)};
}
inline Int32Vector bitsOf(Float32Vector x) {
    return {_mm512_castps_si512(x.value)};
}
inline Float32Vector floatsOf(Int32Vector bits) {
    return {_mm512_castsi512_ps(bits.value)};
}
inline Float32Vector converted(Int32Vector number) {
    return {_mm512_cvtepi32_ps(number.value)};
}
/** Of two operands one of which is NaN the instructions give the second. */
inline Float32Vector atLeast(Float32Vector x, double low) {
    return {_mm512_max_ps(x.number(low).value, x.value)};
}
inline Float32Vector atMost(Float32Vector x, double high) {
    return {_mm512_min_ps(x.number(high).value, x.value)};
}
inline Float32Vector timesPowerOfTwo(Float32Vector x, Float32Vector shifted) {
    return {_mm512_scalef_ps(x.value, shifted.value - shifted.number(formulas::roundingFloat).value)};
}
inline Float32Vector timesNormalPowerOfTwo(Float32Vector x, Float32Vector shifted) {
    return timesPowerOfTwo(x, shifted);
}

/** y = function(x), where x and y may be the same memory. */
template<class Function> inline void forEachVector(const float *x, float *y, int64_t count, Function function) {
    constexpr int64_t lanes = 16;
    int64_t i = 0;
#pragma GCC unroll 4
    for (; i + lanes <= count; i += lanes)
        _mm512_storeu_ps(y + i, function(Float32Vector{_mm512_loadu_ps(x + i)}).value);
    if (i == count) return;
    const __mmask16 rest = __mmask16((1u << (count - i)) - 1);
    _mm512_mask_storeu_ps(y + i, rest, function(Float32Vector{_mm512_maskz_loadu_ps(rest, x + i)}).value);
}

} // namespace
} // namespace jitscope::inline ops
#elif defined(__AVX2__) && defined(__FMA__)
#define JITSCOPE_HAS_FLOAT32_VECTOR 1
#include <immintrin.h>

namespace jitscope::inline ops {
namespace {

/** The bits of the floats; arithmetic wraps around. */
struct Int32Vector {
    __m256i value;
};

inline Int32Vector operator+(Int32Vector x, int32_t y) {
    return {_mm256_add_epi32(x.value, _mm256_set1_epi32(y))};
}
inline Int32Vector operator-(Int32Vector x, int32_t y) {
    return {_mm256_sub_epi32(x.value, _mm256_set1_epi32(y))};
}
inline Int32Vector operator-(Int32Vector x, Int32Vector y) {
    return {_mm256_sub_epi32(x.value, y.value)};
}
inline Int32Vector operator<<(Int32Vector x, int count) {
    return {_mm256_slli_epi32(x.value, count)};
}
/** The sign is kept. */
inline Int32Vector operator>>(Int32Vector x, int count) {
    return {_mm256_srai_epi32(x.value, count)};
}
inline Int32Vector operator&(Int32Vector x, int32_t y) {
    return {_mm256_and_si256(x.value, _mm256_set1_epi32(y))};
}
inline Int32Vector operator^(Int32Vector x, Int32Vector y) {
    return {_mm256_xor_si256(x.value, y.value)};
}

struct Float32Vector {
    __m256 value;

    Float32Vector number(double x) const { return {_mm256_set1_ps(float(x))}; }
    Float32Vector operator-() const { return {-value}; }
};

/** All bits of a lane, or none. */
struct LaneMask {
    __m256 value;
};

inline LaneMask operator<(Float32Vector x, double y) {
    return {_mm256_cmp_ps(x.value, x.number(y).value, _CMP_LT_OQ)};
}
inline LaneMask operator>(Float32Vector x, double y) {
    return {_mm256_cmp_ps(x.value, x.number(y).value, _CMP_GT_OQ)};
}
inline LaneMask operator==(Float32Vector x, double y) {
    return {_mm256_cmp_ps(x.value, x.number(y).value, _CMP_EQ_OQ)};
}
inline LaneMask isNan(Float32Vector x) {
    return {_mm256_cmp_ps(x.value, x.value, _CMP_UNORD_Q)};
}
inline Float32Vector choose(LaneMask condition, Float32Vector x, Float32Vector y) {
    return {_mm256_blendv_ps(y.value, x.value, condition.value)};
}
inline Float32Vector fused(Float32Vector x, Float32Vector y, Float32Vector z) {
    return {_mm256_fmadd_ps(x.value, y.value, z.value)};
}
inline Int32Vector bitsOf(Float32Vector x) {
    return {_mm256_castps_si256(x.value)};
}
inline Float32Vector floatsOf(Int32Vector bits) {
    return {_mm256_castsi256_ps(bits.value)};
}
inline Float32Vector converted(Int32Vector number) {
    return {_mm256_cvtepi32_ps(number.value)};
}
/** Of two operands one of which is NaN the instructions give the second. */
inline Float32Vector atLeast(Float32Vector x, double low) {
    return {_mm256_max_ps(x.number(low).value, x.value)};
}
inline Float32Vector atMost(Float32Vector x, double high) {
    return {_mm256_min_ps(x.number(high).value, x.value)};
}

/** y = function(x), where x and y may be the same memory. */
template<class Function> inline void forEachVector(const float *x, float *y, int64_t count, Function function) {
    constexpr int64_t lanes = 8;
    int64_t i = 0;
#pragma GCC unroll 2
    for (; i + lanes <= count; i += lanes)
        _mm256_storeu_ps(y + i, function(Float32Vector{_mm256_loadu_ps(x + i)}).value);
    if (i == count) return;
    const __m256i places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    const __m256i rest = _mm256_cmpgt_epi32(_mm256_set1_epi32(int(count - i)), places);
    _mm256_maskstore_ps(y + i, rest, function(Float32Vector{_mm256_maskload_ps(x + i, rest)}).value);
}

} // namespace
} // namespace jitscope::inline ops
#endif

#if defined(JITSCOPE_HAS_FLOAT32_VECTOR)
namespace jitscope::inline ops {
namespace {

inline Float32Vector operator+(Float32Vector x, Float32Vector y) {
    return {x.value + y.value};
}
inline Float32Vector operator-(Float32Vector x, Float32Vector y) {
    return {x.value - y.value};
}
inline Float32Vector operator*(Float32Vector x, Float32Vector y) {
    return {x.value * y.value};
}
inline Float32Vector operator/(Float32Vector x, Float32Vector y) {
    return {x.value / y.value};
}
inline Float32Vector operator+(Float32Vector x, double y) {
    return x + x.number(y);
}
inline Float32Vector operator-(Float32Vector x, double y) {
    return x - x.number(y);
}
inline Float32Vector operator*(Float32Vector x, double y) {
    return x * x.number(y);
}
inline Float32Vector magnitude(Float32Vector x) {
    return floatsOf(bitsOf(x) & 0x7fffffff);
}

} // namespace
} // namespace jitscope::inline ops
#endif
