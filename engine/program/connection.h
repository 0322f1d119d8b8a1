// SPDX-License-Identifier: Apache-2.0
// Messages over a socket: whole, in order, from any thread.
#pragma once

#include "engine/base/result.h"
#include "engine/program/protocol.h"

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>

namespace jitscope::inline program {

struct Message {
    MessageKind kind = MessageKind::Hello;
    std::string body;
    int descriptor = -1; ///< that came with it; whoever takes the message closes it
};

/** Owns the socket. */
class Connection {
public:
    explicit Connection(int socket);
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    /** False when the other side is gone. May wait for it to read. `descriptor` stays the caller's. */
    bool send(MessageKind kind, std::string_view body = {}, int descriptor = -1);
    /** Waits for the next message; an error when the other side is gone or sends nonsense. One thread at a time. */
    Result<Message> receive();
    /** Whether it was nonsense. */
    bool hasRefused() const { return m_hasRefused; }
    /** Both sides see the end, here also who waits. */
    void close();
    /** Only for this process, one that was forked; the other side sees nothing. */
    void leave();
    /** Whether the descriptor was closed by somebody whose it is not, and may be another file now. */
    bool isLost() const;
    /** When something last came, by systemNs(). */
    int64_t lastReceivedNs() const { return m_lastReceivedNs; }

private:
    bool write(const char *data, size_t bytes);

    const int m_socket;
    const uint64_t m_inode; ///< of the socket
    std::mutex m_sending;
    std::atomic<int64_t> m_lastReceivedNs = 0;
    std::atomic<bool> m_hasRefused = false;
};

} // namespace jitscope::inline program
