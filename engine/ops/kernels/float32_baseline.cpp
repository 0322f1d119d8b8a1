// SPDX-License-Identifier: Apache-2.0
// The float32 loops compiled for SSE4.2 (-march=x86-64-v2; see CMakeLists.txt).
#include "engine/ops/kernels/float32loops.h"

namespace jitscope::inline ops {

const Float32Kernels &float32KernelsBaseline() {
    static constexpr Float32Kernels table = tableNamed("SSE4.2");
    return table;
}

} // namespace jitscope::inline ops
