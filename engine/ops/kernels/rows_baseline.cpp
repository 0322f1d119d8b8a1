// SPDX-License-Identifier: Apache-2.0
// The row loops compiled for SSE4.2 (-march=x86-64-v2; see CMakeLists.txt).
#include "engine/ops/kernels/rowloops.h"

namespace jitscope::inline ops {

const RowTable &rowTableBaseline() {
    static constexpr RowTable table = rowTableOf<16>();
    return table;
}

} // namespace jitscope::inline ops
