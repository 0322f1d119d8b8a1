// SPDX-License-Identifier: Apache-2.0
// The one clock of every recorded time. It stands while the program stands at a stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace jitscope::inline base {

namespace detail {

/** How long the program has stood at stops so far. */
extern std::atomic<int64_t> stoodNs;

} // namespace detail

/** Nanoseconds of the system's steady clock; only differences mean anything. */
inline int64_t systemNs() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/** The same without the time in which the program stood: nobody looks at a breakpoint for free, but it is not the
    program's time. */
inline int64_t nowNs() {
    return systemNs() - detail::stoodNs.load(std::memory_order_relaxed);
}

/** The program stood for so long and goes on now. */
void leaveOutOfClock(int64_t ns);

} // namespace jitscope::inline base
