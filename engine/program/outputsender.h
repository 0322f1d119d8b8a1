// SPDX-License-Identifier: Apache-2.0
// Printed text on its way to the debugger, in few messages.
#pragma once

#include "engine/program/connection.h"
#include "engine/program/messages.h"

#include <mutex>
#include <vector>

namespace jitscope::inline program {

/** From any thread; what one thread adds goes out in its order. */
class OutputSender {
public:
    explicit OutputSender(Connection &connection)
        : m_connection(connection) {}
    /** Waits when much is on its way. */
    void add(bool isError, const std::string &text);
    void flush();

private:
    Connection &m_connection;
    std::mutex m_mutex, m_sending;
    std::vector<OutputText> m_texts;
    size_t m_bytes = 0;
};

} // namespace jitscope::inline program
