// SPDX-License-Identifier: Apache-2.0
// Eigen's matrix product compiled for AVX2 (-march=x86-64-v3; see CMakeLists.txt).
#define Eigen EigenForAvx2
#include "engine/ops/kernels/gemmloops.h"

namespace jitscope {

const GemmKernels &gemmKernelsAvx2() {
    return gemmTable;
}

} // namespace jitscope
