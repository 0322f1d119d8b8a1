// SPDX-License-Identifier: Apache-2.0
// How large the caches of this processor are, for kernels that cut their work to fit them.
#pragma once

#include <cstdint>

namespace jitscope::inline ops {

/** Bytes of the second-level cache of a core; a small one where the system does not tell. */
int64_t secondLevelCache();

} // namespace jitscope::inline ops
