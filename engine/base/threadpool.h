// SPDX-License-Identifier: Apache-2.0
// Splits loops of kernels over the cores.
#pragma once

#include <cstdint>
#include <type_traits>

namespace jitscope::inline base {

/** How many threads work on one loop: the cores, or JITSCOPE_THREADS if that is set. */
int threadCount();

/** Lets no more than so many threads work on a loop that begins from now on; at least 1. */
void limitThreads(int count);

namespace detail {
/** How many of `count` to take at once, so that there are a few pieces for each thread and none below `grain`. */
int64_t pieceOf(int64_t count, int64_t grain);
void runPieces(int64_t count, int64_t piece, void (*body)(void *context, int64_t begin, int64_t end), void *context);

template<class Body> void runPieces(int64_t count, int64_t piece, Body &body) {
    runPieces(
        count, piece, [](void *context, int64_t begin, int64_t end) { (*static_cast<Body *>(context))(begin, end); },
        &body);
}
} // namespace detail

/** Calls `body(begin, end)` for ranges that together are [0, count), on several threads when there is work for more
   than one range of `grain`. The body must not throw. A loop inside a loop, or beside one of another thread, runs whole
   on its own thread. */
template<class Body> void parallelFor(int64_t count, int64_t grain, Body &&body) {
    if (count <= grain) {
        if (count > 0) body(int64_t(0), count);
        return;
    }
    using Plain = std::remove_cvref_t<Body>;
    detail::runPieces(count, detail::pieceOf(count, grain), const_cast<Plain &>(body));
}

/** Calls `body(task)` for every task below `count`, of which each is worth a piece of its own. */
template<class Body> void forEachTask(int64_t count, Body body) {
    auto range = [&](int64_t begin, int64_t end) {
        for (int64_t task = begin; task < end; ++task)
            body(task);
    };
    if (count == 1) return range(0, 1);
    if (count > 0) detail::runPieces(count, 1, range);
}

} // namespace jitscope::inline base
