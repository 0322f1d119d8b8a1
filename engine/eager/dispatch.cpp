// SPDX-License-Identifier: Apache-2.0
#include "engine/eager/dispatch.h"

#include "engine/base/ticks.h"
#include "engine/eager/eagerthread.h"
#include "engine/eager/optracer.h"
#include "engine/eager/tape.h"
#include "engine/ops/opdef.h"

#include <exception>
#include <utility>

namespace jitscope::inline eager {

namespace {

std::atomic<OpListener *> currentListener = nullptr;

Value evaluateTraced(const OpDef &op, std::span<const Value> arguments) {
    const EagerThread &thread = eagerThread();
    if (thread.tracer) return thread.tracer->run(op, arguments, evaluateFollowed);
    return thread.openTapes == 0 ? evaluate(op, arguments) : evaluateFollowed(op, arguments);
}

/** In a function of its own, so that the result is made where the caller wants it. */
Value evaluateSeen(OpListener &listener, const OpDef &op, std::span<const Value> arguments) {
    const int64_t startNs = quickNowNs();
    Value result = evaluateTraced(op, arguments);
    listener.afterOp(op, arguments, result, startNs, quickNowNs());
    return result;
}

} // namespace

namespace detail {

std::atomic<int> watchers = 0;

constinit thread_local EagerThread eagerThread;

Value dispatchWatched(const OpDef &op, std::span<const Value> arguments) {
    OpListener *listener = currentListener.load(std::memory_order_acquire);
    if (listener == nullptr) return evaluateTraced(op, arguments);
    listener->beforeOp(op, arguments);
    try {
        return evaluateSeen(*listener, op, arguments);
    } catch (const std::exception &failure) {
        listener->failedOp(op, arguments, failure.what());
        throw;
    }
}

} // namespace detail

void setOpListener(OpListener *listener) {
    if (listener != nullptr) followClock();
    const OpListener *before = currentListener.exchange(listener, std::memory_order_acq_rel);
    if (before == nullptr && listener != nullptr) ++detail::watchers;
    if (before != nullptr && listener == nullptr) --detail::watchers;
}

OpListener *opListener() {
    return currentListener.load(std::memory_order_acquire);
}

OpTracer *currentTracer() {
    return eagerThread().tracer;
}

OpTracer *setCurrentTracer(OpTracer *next) {
    OpTracer *before = std::exchange(eagerThread().tracer, next);
    detail::watchers += int(next != nullptr) - int(before != nullptr);
    return before;
}

} // namespace jitscope::inline eager
