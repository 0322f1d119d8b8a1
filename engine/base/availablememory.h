// SPDX-License-Identifier: Apache-2.0
// How much memory the machine can still give.
#pragma once

#include <cstdint>

namespace jitscope::inline base {

/** Bytes that this process can still take without pushing the machine to its limit, as the system (and the control
   group that the process lives in) tell it now; a large number where they tell nothing. */
int64_t availableMemory();

} // namespace jitscope::inline base
