// SPDX-License-Identifier: Apache-2.0
// The row loops compiled for AVX-512 (-march=x86-64-v4; see CMakeLists.txt).
#include "engine/ops/kernels/rowloops.h"

namespace jitscope::inline ops {

const RowTable &rowTableAvx512() {
    static constexpr RowTable table = rowTableOf<64>();
    return table;
}

} // namespace jitscope::inline ops
