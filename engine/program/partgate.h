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
    /** While one of these lives nobody waits. */
    class Opening {
    public:
        explicit Opening(PartGate &gate)
            : m_gate(gate) {
            m_gate.open();
        }
        Opening(const Opening &) = delete;
        Opening &operator=(const Opening &) = delete;
        ~Opening() { m_gate.close(); }

    private:
        PartGate &m_gate;
    };

    /** Waits until there is credit, or the gate is open. */
    void pass(int64_t bytes) {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_credit > 0 || m_openings > 0; });
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
        ++m_openings;
        m_changed.notify_all();
    }

private:
    void close() {
        const std::lock_guard lock(m_mutex);
        --m_openings;
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    int64_t m_credit = partCredit;
    int m_openings = 0;
};

} // namespace jitscope::inline program
