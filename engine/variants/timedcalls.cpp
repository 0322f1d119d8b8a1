// SPDX-License-Identifier: Apache-2.0
// Batches of calls, in the order A B B A.
#include "engine/variants/timedcalls.h"

#include "engine/ops/printing.h"
#include "engine/ops/randomstate.h"

#include <algorithm>
#include <chrono>

namespace jitscope::inline variants {

namespace {

using Clock = std::chrono::steady_clock; // not that of recordings, which stands still at breakpoints

constexpr double batchNs = 1e6;  ///< a batch takes about that long: a clock's and a scheduler's jitter is small then
constexpr double warmUpNs = 2e7; ///< caches, branch predictors and the processor's frequency settle
constexpr size_t fewestPairs = 2;
constexpr int mostCalls = 1 << 20;

double nsOf(const CallMany &call, int count) {
    const auto start = Clock::now();
    call(count);
    return double(std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - start).count());
}

/** How many calls fill a batch, after warming up. */
int callsOfABatch(const CallMany &call) {
    double spentNs = 0, lastNs = 0;
    int count = 1;
    while (spentNs < warmUpNs) {
        lastNs = nsOf(call, count);
        spentNs += lastNs;
        if (lastNs < batchNs && count < mostCalls) count *= 2;
    }
    const double one = std::max(1.0, lastNs / count);
    return std::clamp(int(batchNs / one), 1, mostCalls);
}

} // namespace

TimedCalls timeInTurn(const CallMany &a, const CallMany &b, double seconds,
                      const std::function<bool()> &shouldContinue) {
    const int callsA = callsOfABatch(a), callsB = callsOfABatch(b);
    TimedCalls times;
    const auto timeA = [&] { times.a.push_back(nsOf(a, callsA) / callsA); };
    const auto timeB = [&] { times.b.push_back(nsOf(b, callsB) / callsB); };
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (times.a.size() < fewestPairs || Clock::now() < end) {
        if (!shouldContinue()) break;
        const bool isAFirst = times.a.size() % 2 == 0;
        isAFirst ? timeA() : timeB();
        isAFirst ? timeB() : timeA();
    }
    return times;
}

CallMany callsOf(const Executable &executable, const std::vector<Value> &arguments) {
    return [&executable, arguments](int count) {
        const OwnRandomNumbers random({.seed = 1, .offset = 0});
        const QuietPrints quiet;
        for (int i = 0; i < count; ++i)
            executable.run(arguments);
    };
}

} // namespace jitscope::inline variants
