// SPDX-License-Identifier: Apache-2.0
// The clock of nowNs() read in a fraction of its time, for what is timed millions of times a second.
#pragma once

#include "engine/base/clock.h"

#include <atomic>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace jitscope::inline base {

namespace detail {

/** A line from the processor's counter to nanoseconds: ns = originNs + (counter - origin) * scale / 2^32. */
struct TickLine {
    uint64_t origin = 0;
    int64_t originNs = 0;
    uint64_t scale = 0;
};

/** The line in use, or null where the counter cannot be trusted. Lines are never freed: someone may be reading one. */
extern std::atomic<const TickLine *> tickLine;

} // namespace detail

/** Nanoseconds on the clock of nowNs(), within a microsecond of it while followClock() is called now and then. */
inline int64_t quickNowNs() {
#if defined(__x86_64__)
    if (const detail::TickLine *line = detail::tickLine.load(std::memory_order_acquire)) [[likely]] {
        const auto ticks = int64_t(__rdtsc() - line->origin);
        return line->originNs + int64_t((__int128(ticks) * __int128(line->scale)) >> 32) -
               detail::stoodNs.load(std::memory_order_relaxed);
    }
#endif
    return nowNs();
}

/** Measures the counter against the clock and bends the line to it, without a jump. Called every second or so by
   whoever uses quickNowNs(); before the first call quickNowNs() is nowNs(). May take some milliseconds the first time.
 */
void followClock();

} // namespace jitscope::inline base
