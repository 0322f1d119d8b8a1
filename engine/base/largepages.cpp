// SPDX-License-Identifier: Apache-2.0
#include "engine/base/largepages.h"

#include <cstdlib>
#include <new>
#include <sys/mman.h>

namespace jitscope::inline base {

void *tryLargePages(size_t bytes) {
    void *memory = nullptr; // std::aligned_alloc takes only multiples of the alignment
    if (::posix_memalign(&memory, largePageBytes, bytes) != 0) return nullptr;
    ::madvise(memory, bytes, MADV_HUGEPAGE); // where the system has none, the usual pages do
    return memory;
}

void *allocateLargePages(size_t bytes) {
    void *memory = tryLargePages((bytes + largePageBytes - 1) / largePageBytes * largePageBytes);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

} // namespace jitscope::inline base
