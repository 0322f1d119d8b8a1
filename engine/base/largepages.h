// SPDX-License-Identifier: Apache-2.0
// Memory for what takes megabytes.
#pragma once

#include <cstddef>

namespace jitscope::inline base {

constexpr size_t largePageBytes = size_t(2) << 20;

/** Memory that begins with a large page: the system clears one of them in a fraction of the time that its five hundred
    small ones take, and a processor keeps the places of few pages. For std::free(); null where there is none left. */
void *tryLargePages(size_t bytes);
/** The same in whole large pages; throws std::bad_alloc. */
void *allocateLargePages(size_t bytes);

} // namespace jitscope::inline base
