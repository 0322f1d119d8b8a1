// SPDX-License-Identifier: Apache-2.0
// The row loops compiled for AVX2 (-march=x86-64-v3; see CMakeLists.txt).
#include "engine/ops/kernels/rowloops.h"

namespace jitscope::inline ops {

const RowTable &rowTableAvx2() {
    static constexpr RowTable table = rowTableOf<32>();
    return table;
}

} // namespace jitscope::inline ops
