// SPDX-License-Identifier: Apache-2.0
// The paths between memories and units of a core, by the numbers that operator tuning gives them.
#pragma once

#include <cstdint>

namespace jitscope {
inline namespace msprof_op {

struct MemoryPath {
    int64_t number;
    const char *from, *to;
    int64_t requestBytes; ///< of one request on 910B; 0 where it is not known
};

/** The path of that number; null for one that is not known. */
const MemoryPath *memoryPath(int64_t number);

} // namespace msprof_op
} // namespace jitscope
