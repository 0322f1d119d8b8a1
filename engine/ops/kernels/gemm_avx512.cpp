// SPDX-License-Identifier: Apache-2.0
// Eigen's matrix product compiled for AVX-512 (-march=x86-64-v4; see CMakeLists.txt).
#define Eigen EigenForAvx512
#include "engine/ops/kernels/gemmloops.h"

namespace jitscope {

const GemmKernels &gemmKernelsAvx512() {
    return gemmTable;
}

} // namespace jitscope
