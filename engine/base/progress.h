// SPDX-License-Identifier: Apache-2.0
// How far long work is, told from any thread, and the wish to end it, asked on any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

namespace jitscope::inline base {

class Progress {
public:
    /** `what` as a short text for the user: "reading trace_view.json". Counts begin anew. */
    void begin(std::string what, int64_t total) {
        const std::lock_guard lock(m_mutex);
        m_what = std::move(what);
        m_total = total;
        m_done = 0;
    }
    void advance(int64_t by) { m_done.fetch_add(by, std::memory_order_relaxed); }
    std::string what() const {
        const std::lock_guard lock(m_mutex);
        return m_what;
    }
    int64_t done() const { return m_done.load(std::memory_order_relaxed); }
    int64_t total() const { return m_total.load(std::memory_order_relaxed); } ///< 0 = not known

    void cancel() { m_cancelled.store(true, std::memory_order_relaxed); }
    bool isCancelled() const { return m_cancelled.load(std::memory_order_relaxed); }

private:
    mutable std::mutex m_mutex;
    std::string m_what;
    std::atomic<int64_t> m_done = 0, m_total = 0;
    std::atomic<bool> m_cancelled = false;
};

} // namespace jitscope::inline base
