// SPDX-License-Identifier: Apache-2.0
// The tiles of matrix products compiled for SSE4.2 (-march=x86-64-v2; see CMakeLists.txt).
#include "engine/ops/kernels/tileloops.h"

namespace jitscope::inline ops {

const TileTable &tileTableBaseline() {
    static constexpr TileTable table = tileTableOf<16, 4>();
    return table;
}

} // namespace jitscope::inline ops
