// SPDX-License-Identifier: Apache-2.0
// Vectors of any width as values, for loops that are compiled for several instruction sets.
//
// Everything is in an anonymous namespace; see float32math.h for why.
#pragma once

#include <cstdint>
#include <type_traits>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace jitscope::inline ops {
namespace {

template<class T, int lanes> struct VectorOf { typedef T Type __attribute__((vector_size(lanes * sizeof(T)))); };
template<class T, int lanes> using Vector = typename VectorOf<T, lanes>::Type;

/** The integer of the same size, of which masks and bits are made. */
template<class T> using Bits = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;

template<class V, class T> inline V loaded(const T *from) {
    V v;
    __builtin_memcpy(&v, from, sizeof(V));
    return v;
}

template<class V, class T> inline void store(T *to, V v) {
    __builtin_memcpy(to, &v, sizeof(V));
}

/** The first `count` lanes, of 1 to all; what follows in memory is neither read nor written. */
template<class V, class T> inline V loadedFirst(const T *from, int64_t count) {
#if defined(__AVX512F__)
    if constexpr (sizeof(V) == 64 && sizeof(T) == 4)
        return V(_mm512_maskz_loadu_ps(__mmask16(0xFFFFu >> (16 - count)), from));
    if constexpr (sizeof(V) == 64 && sizeof(T) == 8)
        return V(_mm512_maskz_loadu_pd(__mmask8(0xFFu >> (8 - count)), from));
#endif
    alignas(V) T lanes[sizeof(V) / sizeof(T)] = {};
    for (int64_t i = 0; i < count; ++i)
        lanes[i] = from[i];
    return loaded<V>(lanes);
}

template<class V, class T> inline void storeFirst(T *to, V v, int64_t count) {
#if defined(__AVX512F__)
    if constexpr (sizeof(V) == 64 && sizeof(T) == 4)
        return _mm512_mask_storeu_ps(to, __mmask16(0xFFFFu >> (16 - count)), __m512(v));
    if constexpr (sizeof(V) == 64 && sizeof(T) == 8)
        return _mm512_mask_storeu_pd(to, __mmask8(0xFFu >> (8 - count)), __m512d(v));
#endif
    alignas(V) T lanes[sizeof(V) / sizeof(T)];
    store(lanes, v);
    for (int64_t i = 0; i < count; ++i)
        to[i] = lanes[i];
}

/** One number in all lanes. (Subtracting zero changes no number, adding it would change -0.) */
template<class V, class T> inline V spreadOut(T x) {
    return x - V{};
}

} // namespace
} // namespace jitscope::inline ops
