// SPDX-License-Identifier: Apache-2.0
// Lets as many bytes of a recording through as the debugger can take in.
#pragma once

#include "engine/program/protocol.h"

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace jitscope::inline program {

/** From any thread. */
class PartGate {
public:
    /** Waits until there is credit, or the gate is open for good. */
    void pass(int64_t bytes) {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_credit > 0 || m_isOpen; });
        m_credit -= bytes;
    }
    void credit(int64_t bytes) {
        const std::lock_guard lock(m_mutex);
        m_credit += bytes;
        m_changed.notify_all();
    }
    /** Nobody waits any more: the other side is gone, or this process dies. */
    void open() {
        const std::lock_guard lock(m_mutex);
        m_isOpen = true;
        m_changed.notify_all();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    int64_t m_credit = partCredit;
    bool m_isOpen = false;
};

} // namespace jitscope::inline program
