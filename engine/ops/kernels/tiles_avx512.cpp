// SPDX-License-Identifier: Apache-2.0
// The tiles of matrix products compiled for AVX-512 (-march=x86-64-v4; see CMakeLists.txt).
#include "engine/ops/kernels/tileloops.h"

namespace jitscope::inline ops {

const TileTable &tileTableAvx512() {
    static constexpr TileTable table = tileTableOf<64, 14>();
    return table;
}

} // namespace jitscope::inline ops
