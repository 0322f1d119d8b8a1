// SPDX-License-Identifier: Apache-2.0
// The standard streams of another process, read and written by a thread of their own.
#pragma once

#include <array>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace jitscope::inline program {

/** From any thread. */
class StandardStreams {
public:
    using Receiver = std::function<void(bool isError, const std::string &text)>;
    /** Takes the descriptors: the other's standard input to write to, output and error to read from, all of which never
        wait. `receive` gets whole characters of UTF-8, on the thread of this. */
    StandardStreams(int input, int output, int error, Receiver receive);
    ~StandardStreams();
    StandardStreams(const StandardStreams &) = delete;
    StandardStreams &operator=(const StandardStreams &) = delete;

    void write(const std::string &text);
    void endInput();
    /** The process is gone: returns when what it wrote was received. Children of it may hold the streams still. */
    void finish();

private:
    struct Stream {
        int descriptor = -1;
        bool isError = false;
        std::string begun; ///< of a character that is not whole yet
    };
    void work();
    bool readSome(Stream &stream);
    void writeSome();
    void wake();

    const Receiver m_receive;
    int m_input;
    std::array<Stream, 2> m_streams;
    std::array<int, 2> m_wake{-1, -1};
    std::mutex m_mutex; ///< guards what follows
    std::string m_waiting;
    bool m_isInputEnded = false, m_isFinishing = false;
    std::thread m_thread;
};

} // namespace jitscope::inline program
