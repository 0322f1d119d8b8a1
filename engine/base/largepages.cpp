// SPDX-License-Identifier: Apache-2.0
#include "engine/base/largepages.h"

#include <cstdlib>
#include <new>
#include <sys/mman.h>

namespace jitscope::inline base {

void *allocateLargePages(size_t bytes) {
    const size_t whole = (bytes + largePageBytes - 1) / largePageBytes * largePageBytes;
    void *memory = std::aligned_alloc(largePageBytes, whole);
    if (memory == nullptr) throw std::bad_alloc();
    ::madvise(memory, whole, MADV_HUGEPAGE); // where the system has none, the usual pages do
    return memory;
}

} // namespace jitscope::inline base
