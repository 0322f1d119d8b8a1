// SPDX-License-Identifier: Apache-2.0
// The loops of products of bfloat16, compiled for AVX-512 with BF16 (see CMakeLists.txt): one instruction multiplies
// and adds two of them in each lane.
#include "engine/ops/kernels/bfloat16loops.h"
#include "engine/ops/kernels/tileloops.h"

namespace jitscope::inline ops {

namespace {

struct PairMultiplyAdd {
    static Vector<float, 16> of(Vector<float, 16> sum, Vector<float, 16> left, Vector<float, 16> right) {
        return Vector<float, 16>(_mm512_dpbf16_ps(__m512(sum), __m512bh(left), __m512bh(right)));
    }
};

} // namespace

const Bfloat16Kernels &bfloat16KernelsAvx512() {
    static constexpr Bfloat16Kernels kernels = {tileKernels<float, 16, 14, PairMultiplyAdd>(), joinLines<32>,
                                                roundToBfloat16};
    return kernels;
}

} // namespace jitscope::inline ops
