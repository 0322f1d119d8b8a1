// SPDX-License-Identifier: Apache-2.0
// Loops between bfloat16 numbers, their pairs and float32, for sources that are compiled for one instruction set.
//
// Everything is in an anonymous namespace; see float32math.h for why.
#pragma once

#include <cstdint>

namespace jitscope::inline ops {
namespace {

/** Two lines of numbers as one of pairs, the first in the low halves. */
inline void joinTwo(const uint16_t *__restrict first, const uint16_t *__restrict second, int64_t count,
                    uint32_t *__restrict to) {
    for (int64_t i = 0; i < count; ++i)
        to[i] = uint32_t(first[i]) | uint32_t(second[i]) << 16;
}

/** Bfloat16Kernels::joinLines; whole panels have `panel` columns, whose lines are far apart in memory. */
template<int panel>
void joinLines(const uint16_t *from, int64_t stride, int64_t lines, int64_t columns, uint32_t *to, int64_t toStride) {
    constexpr int64_t linesAhead = 16;
    for (int64_t line = 0; line + 1 < lines; line += 2, from += 2 * stride, to += toStride) {
        if (columns != panel) {
            joinTwo(from, from + stride, columns, to);
            continue;
        }
        __builtin_prefetch(from + linesAhead * stride);
        __builtin_prefetch(from + (linesAhead + 1) * stride);
        joinTwo(from, from + stride, panel, to);
    }
    if (lines % 2 == 1)
        for (int64_t i = 0; i < columns; ++i)
            to[i] = from[i];
}

/** Bfloat16Kernels::round, as BFloat16::fromFloat, without a branch. */
inline void roundToBfloat16(const float *from, int64_t stride, int64_t rows, int64_t columns, uint16_t *to,
                            int64_t toStride) {
    for (int64_t row = 0; row < rows; ++row, from += stride, to += toStride) {
        const float *__restrict numbers = from;
        uint16_t *__restrict rounded = to;
        for (int64_t i = 0; i < columns; ++i) {
            const uint32_t bits = __builtin_bit_cast(uint32_t, numbers[i]);
            const uint32_t nearest = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16, quiet = (bits >> 16) | 0x40u;
            rounded[i] = uint16_t((bits & 0x7fffffffu) > 0x7f800000u ? quiet : nearest);
        }
    }
}

} // namespace
} // namespace jitscope::inline ops
