// SPDX-License-Identifier: Apache-2.0
#include "engine/eager/dispatch.h"

#include "engine/base/clock.h"
#include "engine/eager/optracer.h"
#include "engine/eager/tape.h"

#include <exception>
#include <utility>

namespace jitscope {

namespace {

std::atomic<OpListener *> currentListener = nullptr;
thread_local OpTracer *tracer = nullptr;

Value evaluateTraced(const OpDef &op, std::span<const Value> arguments) {
    return tracer ? tracer->run(op, arguments, evaluateFollowed) : evaluateFollowed(op, arguments);
}

} // namespace

namespace detail {

std::atomic<int> watchers = 0;

Value dispatchWatched(const OpDef &op, std::span<const Value> arguments) {
    OpListener *listener = currentListener.load(std::memory_order_acquire);
    if (listener == nullptr) return evaluateTraced(op, arguments);
    listener->beforeOp(op, arguments);
    const int64_t startNs = nowNs();
    try {
        Value result = evaluateTraced(op, arguments);
        listener->afterOp(op, arguments, result, startNs, nowNs());
        return result;
    } catch (const std::exception &failure) {
        listener->failedOp(op, arguments, failure.what());
        throw;
    }
}

} // namespace detail

void setOpListener(OpListener *listener) {
    const OpListener *before = currentListener.exchange(listener, std::memory_order_acq_rel);
    if (before == nullptr && listener != nullptr) ++detail::watchers;
    if (before != nullptr && listener == nullptr) --detail::watchers;
}

OpListener *opListener() {
    return currentListener.load(std::memory_order_acquire);
}

OpTracer *currentTracer() {
    return tracer;
}

OpTracer *setCurrentTracer(OpTracer *next) {
    OpTracer *before = std::exchange(tracer, next);
    detail::watchers += int(next != nullptr) - int(before != nullptr);
    return before;
}

} // namespace jitscope
