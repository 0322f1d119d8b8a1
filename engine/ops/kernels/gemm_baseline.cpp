// SPDX-License-Identifier: Apache-2.0
// Eigen's matrix product compiled for SSE4.2 (-march=x86-64-v2; see CMakeLists.txt).
#define Eigen EigenForBaseline
#include "engine/ops/kernels/gemmloops.h"

namespace jitscope {

const GemmKernels &gemmKernelsBaseline() {
    return gemmTable;
}

} // namespace jitscope
