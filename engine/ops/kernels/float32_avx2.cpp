// SPDX-License-Identifier: Apache-2.0
// The float32 loops compiled for AVX2 (-march=x86-64-v3; see CMakeLists.txt).
#include "engine/ops/kernels/float32loops.h"

namespace jitscope::inline ops {

const Float32Kernels &float32KernelsAvx2() {
    static constexpr Float32Kernels table = tableNamed("AVX2");
    return table;
}

} // namespace jitscope::inline ops
