// SPDX-License-Identifier: Apache-2.0
// Memory for what grows by megabytes while somebody waits for none of it.
#pragma once

#include <cstddef>

namespace jitscope::inline base {

constexpr size_t largePageBytes = size_t(2) << 20;

/** Memory in whole large pages, aligned so: the system clears one of them in a fraction of the time that its five
   hundred small ones take. For std::free(); throws std::bad_alloc. */
void *allocateLargePages(size_t bytes);

} // namespace jitscope::inline base
