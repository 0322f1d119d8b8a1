// SPDX-License-Identifier: Apache-2.0
// Messages that are sent by a thread of their own: whoever posts one never waits for the other side.
#pragma once

#include "engine/base/threaduse.h"
#include "engine/program/connection.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace jitscope::inline program {

/** From any thread. */
class Outbox {
public:
    explicit Outbox(Connection &connection)
        : m_thread([this, &connection] { work(connection); }) {}
    ~Outbox() {
        {
            const std::lock_guard lock(m_mutex);
            m_isEnding = true;
            m_changed.notify_all();
        }
        m_thread.join();
    }

    /** A descriptor is duplicated. */
    void post(MessageKind kind, std::string body = {}, int descriptor = -1) {
        const std::lock_guard lock(m_mutex);
        m_messages.push_back({kind, std::move(body), descriptor < 0 ? -1 : ::dup(descriptor)});
        m_changed.notify_all();
    }

private:
    void work(Connection &connection) {
        nameThread("sender");
        while (true) {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_isEnding || !m_messages.empty(); });
            if (m_isEnding) break;
            const Message message = std::move(m_messages.front());
            m_messages.pop_front();
            lock.unlock();
            connection.send(message.kind, message.body, message.descriptor);
            if (message.descriptor >= 0) ::close(message.descriptor);
        }
        for (const Message &left : m_messages)
            if (left.descriptor >= 0) ::close(left.descriptor);
    }

    std::mutex m_mutex; ///< guards all below
    std::condition_variable m_changed;
    std::deque<Message> m_messages;
    bool m_isEnding = false;
    std::thread m_thread; ///< the last: the others are there when it begins
};

} // namespace jitscope::inline program
