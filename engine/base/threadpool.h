// SPDX-License-Identifier: Apache-2.0
// Splits loops of kernels over the cores.
#pragma once

#include <cstdint>
#include <type_traits>

namespace jitscope::inline base {

/** How many threads work on one loop: the cores, or JITSCOPE_THREADS if that is set. */
int threadCount();

namespace detail {
void runParallel(int64_t count, int64_t grain, void (*body)(void *context, int64_t begin, int64_t end), void *context);
}

/** Calls `body(begin, end)` for ranges that together are [0, count), on several threads when there is work for more
   than one range of `grain`. The body must not throw. A loop inside a loop, or beside one of another thread, runs whole
   on its own thread. */
template<class Body> void parallelFor(int64_t count, int64_t grain, Body &&body) {
    if (count <= grain) {
        if (count > 0) body(int64_t(0), count);
        return;
    }
    using Plain = std::remove_reference_t<Body>;
    detail::runParallel(
        count, grain, [](void *context, int64_t begin, int64_t end) { (*static_cast<Plain *>(context))(begin, end); },
        const_cast<std::remove_const_t<Plain> *>(&body));
}

} // namespace jitscope::inline base
