// SPDX-License-Identifier: Apache-2.0
// Two functions timed in turn: A B, B A, A B, ..., so that what drifts on the machine meets both alike.
#pragma once

#include "engine/run/executable.h"

#include <functional>
#include <vector>

namespace jitscope::inline variants {

/** Nanoseconds of one call: a[i] and b[i] were measured next to each other. */
struct TimedCalls {
    std::vector<double> a, b;
    std::vector<size_t> ends = {}; ///< where each placement in memory ends; empty: there was one
};

/** What is timed: calls itself that many times. */
using CallMany = std::function<void(int)>;

/**
 * Warms both up, finds how many calls take long enough to be timed, then measures for about `seconds` or until
 * `shouldContinue` says no, at least two pairs. Throws what the functions throw.
 */
TimedCalls timeInTurn(const CallMany &a, const CallMany &b, double seconds,
                      const std::function<bool()> &shouldContinue);

/** Runs `executable` with those arguments; random numbers are its own, prints are dropped. */
CallMany callsOf(const Executable &executable, const std::vector<Value> &arguments);

} // namespace jitscope::inline variants
