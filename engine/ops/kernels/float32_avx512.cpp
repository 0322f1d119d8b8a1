// SPDX-License-Identifier: Apache-2.0
// The float32 loops compiled for AVX-512 (-march=x86-64-v4; see CMakeLists.txt).
#include "engine/ops/kernels/float32loops.h"

namespace jitscope::inline ops {

const Float32Kernels &float32KernelsAvx512() {
    static constexpr Float32Kernels table = tableNamed("AVX-512");
    return table;
}

} // namespace jitscope::inline ops
