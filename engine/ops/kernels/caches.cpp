// SPDX-License-Identifier: Apache-2.0
// Asks the system for the sizes of caches.
#include "engine/ops/kernels/caches.h"

#include <algorithm>
#include <unistd.h>

namespace jitscope::inline ops {

int64_t secondLevelCache() {
    constexpr long least = 256 << 10, most = 4 << 20; // some machines tell that of all cores
    static const long bytes = std::clamp(sysconf(_SC_LEVEL2_CACHE_SIZE), least, most);
    return bytes;
}

} // namespace jitscope::inline ops
