// SPDX-License-Identifier: Apache-2.0
// Keeps the line of the quick clock on the system's.
#include "engine/base/ticks.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>
#include <thread>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace jitscope::inline base {

namespace detail {
std::atomic<const TickLine *> tickLine = nullptr;
std::atomic<int64_t> stoodNs = 0;
} // namespace detail

void leaveOutOfClock(int64_t ns) {
    detail::stoodNs.fetch_add(ns, std::memory_order_relaxed);
}

namespace {

#if defined(__x86_64__)

/** One moment on both clocks. */
struct Moment {
    uint64_t ticks = 0;
    int64_t ns = 0;
};

/** Of a few readings the one that was least interrupted. */
Moment moment() {
    Moment best;
    uint64_t shortest = ~uint64_t(0);
    for (int i = 0; i < 5; ++i) {
        const uint64_t before = __rdtsc();
        const int64_t ns = systemNs();
        const uint64_t after = __rdtsc();
        if (after - before >= shortest) continue;
        shortest = after - before;
        best = {before + (after - before) / 2, ns};
    }
    return best;
}

/** Whether the counter runs at one speed on all cores, asleep or not. */
bool isCounterSteady() {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & (1u << 8));
}

const Moment atLoad = moment();
constexpr int64_t leastSpanNs = 20'000'000; ///< the speed is known to about one in a million after this
constexpr double bendWithinNs = 1e9;        ///< a deviation is made up for in this time

#endif

} // namespace

void followClock() {
#if defined(__x86_64__)
    static const bool isSteady = isCounterSteady();
    static std::mutex mutex;
    if (!isSteady) return;
    const std::lock_guard lock(mutex);
    Moment now = moment();
    while (now.ns - atLoad.ns < leastSpanNs) { // asleep: the program may need this core
        std::this_thread::sleep_for(std::chrono::nanoseconds(leastSpanNs - (now.ns - atLoad.ns)));
        now = moment();
    }
    const double nsPerTick = double(now.ns - atLoad.ns) / double(now.ticks - atLoad.ticks);
    const detail::TickLine *line = detail::tickLine.load(std::memory_order_relaxed);
    if (line != nullptr && now.ns - line->originNs < leastSpanNs) return;
    auto *next = new detail::TickLine{now.ticks, now.ns, 0};
    double speed = nsPerTick;
    if (line != nullptr) {
        next->originNs =
            line->originNs + int64_t((__int128(int64_t(now.ticks - line->origin)) * __int128(line->scale)) >> 32);
        const double behindNs = double(now.ns - next->originNs);
        speed *= 1 + std::clamp(behindNs / bendWithinNs, -0.5, 0.5);
    }
    next->scale = uint64_t(std::llround(speed * 4294967296.0));
    detail::tickLine.store(next, std::memory_order_release);
#endif
}

} // namespace jitscope::inline base
