// SPDX-License-Identifier: Apache-2.0
// The tiles of matrix products compiled for AVX2 (-march=x86-64-v3; see CMakeLists.txt).
#include "engine/ops/kernels/tileloops.h"

namespace jitscope::inline ops {

const TileTable &tileTableAvx2() {
    static constexpr TileTable table = tileTableOf<32, 6>();
    return table;
}

} // namespace jitscope::inline ops
