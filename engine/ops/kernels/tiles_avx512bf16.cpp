// SPDX-License-Identifier: Apache-2.0
// The loops of products of bfloat16, compiled for AVX-512 with BF16 (see CMakeLists.txt): one instruction multiplies
// and adds two of them in each lane.
#include "engine/ops/kernels/tileloops.h"

namespace jitscope::inline ops {

namespace {

struct PairMultiplyAdd {
    static Vector<float, 16> of(Vector<float, 16> sum, Vector<float, 16> left, Vector<float, 16> right) {
        return Vector<float, 16>(_mm512_dpbf16_ps(__m512(sum), __m512bh(left), __m512bh(right)));
    }
};

void joinLines(const uint16_t *__restrict first, const uint16_t *__restrict second, int64_t count,
               uint32_t *__restrict to) {
    for (int64_t i = 0; i < count; ++i)
        to[i] = uint32_t(first[i]) | uint32_t(second[i]) << 16;
}

/** As BFloat16::fromFloat, without a branch. */
void roundToBfloat16(const float *__restrict from, int64_t count, uint16_t *__restrict to) {
    for (int64_t i = 0; i < count; ++i) {
        const uint32_t bits = __builtin_bit_cast(uint32_t, from[i]);
        const uint32_t rounded = (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16, quiet = (bits >> 16) | 0x40u;
        to[i] = uint16_t((bits & 0x7fffffffu) > 0x7f800000u ? quiet : rounded);
    }
}

} // namespace

const Bfloat16Kernels &bfloat16KernelsAvx512() {
    static constexpr Bfloat16Kernels kernels = {tileKernels<float, 16, 14, PairMultiplyAdd>(), joinLines,
                                                roundToBfloat16};
    return kernels;
}

} // namespace jitscope::inline ops
