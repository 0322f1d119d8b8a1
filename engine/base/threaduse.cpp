// SPDX-License-Identifier: Apache-2.0
#include "engine/base/threaduse.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <pthread.h>
#include <string>
#include <ctime>
#include <unistd.h>

namespace jitscope::inline base {

namespace {

constexpr const char *taskFolder = "/proc/self/task";
constexpr size_t longestName = 15; ///< of the system

std::atomic<int64_t> programThread = ::getpid();

int64_t numberOf(int64_t thread) {
    return thread == programThread ? 0 : thread;
}

/** The first bytes of a small file of the system; "" when it cannot be read. */
std::string readStart(const std::string &path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return {};
    char bytes[128];
    const ssize_t count = ::read(file, bytes, sizeof bytes);
    ::close(file);
    return {bytes, size_t(std::max<ssize_t>(count, 0))};
}

struct Times {
    int64_t runNs = 0, readyNs = 0;
};

/** Of "<ns on a core> <ns ready for one> <times it got one>". */
std::optional<Times> timesOf(const std::string &text) {
    Times times;
    const char *const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, times.runNs);
    if (first.ec != std::errc() || first.ptr == end) return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, times.readyNs);
    return second.ec == std::errc() ? std::optional(times) : std::nullopt;
}

/** Without a character in halves at its end. */
std::string cut(const std::string &name) {
    size_t bytes = std::min(name.size(), longestName);
    const auto isInside = [&] { return bytes < name.size() && (uint8_t(name[bytes]) & 0xC0) == 0x80; };
    while (bytes > 0 && isInside())
        --bytes;
    return name.substr(0, bytes);
}

} // namespace

std::vector<ThreadUse> threadUse() {
    std::vector<ThreadUse> threads;
    const std::unique_ptr<DIR, int (*)(DIR *)> folder(::opendir(taskFolder), ::closedir);
    if (!folder) return threads;
    while (const dirent *entry = ::readdir(folder.get())) {
        const int64_t thread = std::strtoll(entry->d_name, nullptr, 10);
        if (thread <= 0) continue; // "." and ".."
        const std::string path = std::string(taskFolder) + '/' + entry->d_name;
        const auto times = timesOf(readStart(path + "/schedstat"));
        if (!times) continue; // it ended meanwhile
        std::string name = readStart(path + "/comm");
        if (name.ends_with('\n')) name.pop_back();
        // The thread with which a process of a program began talks with the window; its own name is that of the
        // process.
        if (thread == ::getpid() && thread != programThread) name = "JitScope pipe";
        threads.push_back({numberOf(thread), std::move(name), times->runNs, times->readyNs});
    }
    std::ranges::sort(threads, {}, &ThreadUse::thread);
    return threads;
}

ThreadUse ownThreadUse() {
    const Times times = timesOf(readStart("/proc/thread-self/schedstat")).value_or(Times());
    timespec ran{};
    // The same count without what the system has yet to add to it, which is up to a tick.
    const bool isKnown = ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ran) == 0;
    const int64_t runNs = isKnown ? int64_t(ran.tv_sec) * 1'000'000'000 + ran.tv_nsec : times.runNs;
    return {currentThread(), {}, runNs, times.readyNs};
}

int64_t currentThread() {
    static thread_local const int64_t thread = ::gettid();
    return numberOf(thread);
}

void setProgramThread() {
    programThread = ::gettid();
}

void nameThread(const std::string &name) {
    ::pthread_setname_np(::pthread_self(), cut(name).c_str());
}

} // namespace jitscope::inline base
