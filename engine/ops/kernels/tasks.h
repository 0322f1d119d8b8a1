// SPDX-License-Identifier: Apache-2.0
// Loops over tasks that are long enough to be handed out one by one.
#pragma once

#include "engine/base/threadpool.h"

#include <atomic>

namespace jitscope::inline ops {

/** Calls `body(task)` for every task. Each thread takes the next one when it is done with its last: parallelFor cuts
   the loop into few pieces before it begins, which for some dozen tasks leaves threads waiting for the last piece. */
template<class Body> void forEachTask(int64_t count, Body body) {
    std::atomic<int64_t> next = 0;
    parallelFor(count < threadCount() ? count : threadCount(), 1, [&](int64_t, int64_t) {
        for (int64_t task = next.fetch_add(1); task < count; task = next.fetch_add(1))
            body(task);
    });
}

} // namespace jitscope::inline ops
