// SPDX-License-Identifier: Apache-2.0
// What a thread computed, for limits that a busy machine does not make tighter.
#pragma once

#include <cstdint>
#include <ctime>

namespace jitscope::inline base {

/** Nanoseconds for which this thread has computed so far; only differences mean anything. */
inline int64_t threadCpuNs() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace jitscope::inline base
