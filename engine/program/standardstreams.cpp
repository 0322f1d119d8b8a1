// SPDX-License-Identifier: Apache-2.0
#include "engine/program/standardstreams.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace jitscope::inline program {

namespace {

void closeOnce(int &descriptor) {
    if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

/** How many bytes at the end begin a character of UTF-8 that is longer. */
size_t begunBytes(const std::string &text) {
    const size_t most = std::min<size_t>(3, text.size());
    for (size_t back = 1; back <= most; ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if ((byte & 0xC0) == 0x80) continue;
        const size_t needs = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
        return needs > back ? back : 0;
    }
    return 0;
}

} // namespace

StandardStreams::StandardStreams(int input, int output, int error, Receiver receive)
    : m_receive(std::move(receive))
    , m_input(input)
    , m_streams{Stream{output, false, {}}, Stream{error, true, {}}} {
    if (::pipe2(m_wake.data(), O_CLOEXEC | O_NONBLOCK) != 0) m_wake = {-1, -1};
    m_thread = std::thread([this] { work(); });
}

StandardStreams::~StandardStreams() {
    finish();
    closeOnce(m_wake[0]);
    closeOnce(m_wake[1]);
}

void StandardStreams::wake() {
    const char any = 0;
    [[maybe_unused]] const ssize_t written = ::write(m_wake[1], &any, 1);
}

void StandardStreams::write(const std::string &text) {
    const std::lock_guard lock(m_mutex);
    m_waiting += text;
    wake();
}

void StandardStreams::endInput() {
    const std::lock_guard lock(m_mutex);
    m_isInputEnded = true;
    wake();
}

void StandardStreams::finish() {
    {
        const std::lock_guard lock(m_mutex);
        m_isFinishing = true;
        wake();
    }
    if (m_thread.joinable()) m_thread.join();
}

void StandardStreams::writeSome() {
    const std::lock_guard lock(m_mutex);
    while (m_input >= 0 && !m_waiting.empty()) {
        const ssize_t written = ::write(m_input, m_waiting.data(), m_waiting.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno == EAGAIN) return;
        if (written < 0) return closeOnce(m_input);
        m_waiting.erase(0, size_t(written));
    }
    if (m_isInputEnded && m_waiting.empty()) closeOnce(m_input);
}

/** False when nothing more can come now. */
bool StandardStreams::readSome(Stream &stream) {
    std::array<char, 1 << 16> room;
    const ssize_t got = ::read(stream.descriptor, room.data(), room.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return errno == EINTR;
    if (got <= 0) {
        closeOnce(stream.descriptor);
        return false;
    }
    std::string text = std::exchange(stream.begun, {}) + std::string(room.data(), size_t(got));
    const size_t begun = begunBytes(text);
    stream.begun = text.substr(text.size() - begun);
    text.erase(text.size() - begun);
    if (!text.empty()) m_receive(stream.isError, text);
    return true;
}

/** Writing to a program that reads no more fails with an error, in place of a signal that ends this process. */
static void refusePipeSignals() {
    sigset_t broken;
    ::sigemptyset(&broken);
    ::sigaddset(&broken, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &broken, nullptr);
}

void StandardStreams::work() {
    refusePipeSignals();
    while (true) {
        bool isFinishing = false, wantsToWrite = false;
        {
            const std::lock_guard lock(m_mutex);
            isFinishing = m_isFinishing;
            wantsToWrite = m_input >= 0 && !m_waiting.empty();
        }
        std::array<pollfd, 4> waits{pollfd{m_wake[0], POLLIN, 0}, pollfd{m_streams[0].descriptor, POLLIN, 0},
                                    pollfd{m_streams[1].descriptor, POLLIN, 0},
                                    pollfd{wantsToWrite ? m_input : -1, POLLOUT, 0}};
        constexpr int forEver = -1, notAtAll = 0;
        ::poll(waits.data(), waits.size(), isFinishing ? notAtAll : forEver);
        char any[64];
        while (::read(m_wake[0], any, sizeof any) > 0) {
        }
        bool isMore = false;
        for (Stream &stream : m_streams)
            if (stream.descriptor >= 0) isMore = readSome(stream) || isMore;
        writeSome();
        if (isFinishing && !isMore) break;
    }
    closeOnce(m_input);
    for (Stream &stream : m_streams)
        closeOnce(stream.descriptor);
}

} // namespace jitscope::inline program
