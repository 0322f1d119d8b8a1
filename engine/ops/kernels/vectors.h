// SPDX-License-Identifier: Apache-2.0
// Vectors of any width as values, for loops that are compiled for several instruction sets.
//
// Everything is in an anonymous namespace; see float32math.h for why.
#pragma once

#include <cstdint>
#include <type_traits>

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

/** One number in all lanes. (Subtracting zero changes no number, adding it would change -0.) */
template<class V, class T> inline V spreadOut(T x) {
    return x - V{};
}

} // namespace
} // namespace jitscope::inline ops
