// SPDX-License-Identifier: Apache-2.0
// Runs one operator now. One predictable branch decides whether anyone listens or follows it for gradients.
#pragma once

#include "engine/ops/complexuse.h"
#include "engine/ops/opdef.h"

#include <atomic>
#include <span>

namespace jitscope::inline eager {

/** Sees every eager operator. Called on the thread that runs the user's code. */
class OpListener {
public:
    virtual ~OpListener() = default;
    /** May block (a breakpoint, a step) and may throw to stop the user's program before the operator runs. */
    virtual void beforeOp(const OpDef &op, std::span<const Value> arguments) = 0;
    /** `arguments` are those of before; times are of nowNs(). */
    virtual void afterOp(const OpDef &op, std::span<const Value> arguments, const Value &result, int64_t startNs,
                         int64_t endNs) = 0;
    /** The operator threw; the exception goes on to the user afterwards. */
    virtual void failedOp(const OpDef &op, std::span<const Value> arguments, const std::string &message) = 0;
    /** A tape has computed `gradient` as what flows to `tensor`; of several for one tensor the last is complete. */
    virtual void gradientOf(const Tensor &tensor, const Tensor &gradient) {
        (void)tensor;
        (void)gradient;
    }
};

/** The one listener of this process, or null for full speed. Not owned. */
void setOpListener(OpListener *listener);
OpListener *opListener();

namespace detail {
/** How many watch operators: the listener, and each tape that is open on any thread. */
extern std::atomic<int> watchers;
Value dispatchWatched(const OpDef &op, std::span<const Value> arguments);
} // namespace detail

/** Computes `op` on complete, checked arguments (see bindArguments). Throws std::invalid_argument as OpDef::eval. */
inline Value dispatch(const OpDef &op, std::span<const Value> arguments) {
    if (detail::watchers.load(std::memory_order_relaxed) == 0) [[likely]]
        return evaluate(op, arguments);
    return detail::dispatchWatched(op, arguments);
}

} // namespace jitscope::inline eager
