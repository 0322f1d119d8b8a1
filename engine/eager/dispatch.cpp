// SPDX-License-Identifier: Apache-2.0
#include "engine/eager/dispatch.h"

#include "engine/base/clock.h"

#include <exception>

namespace jitscope {

namespace detail {

std::atomic<OpListener *> currentListener = nullptr;

Value dispatchListened(const OpDef &op, std::span<const Value> arguments) {
    OpListener *listener = currentListener.load(std::memory_order_acquire);
    if (listener == nullptr) return op.eval(arguments);
    listener->beforeOp(op, arguments);
    const int64_t startNs = nowNs();
    try {
        Value result = op.eval(arguments);
        listener->afterOp(op, arguments, result, startNs, nowNs());
        return result;
    } catch (const std::exception &failure) {
        listener->failedOp(op, arguments, failure.what());
        throw;
    }
}

} // namespace detail

void setOpListener(OpListener *listener) {
    detail::currentListener.store(listener, std::memory_order_release);
}

OpListener *opListener() {
    return detail::currentListener.load(std::memory_order_acquire);
}

} // namespace jitscope
