// SPDX-License-Identifier: Apache-2.0
#include "engine/program/watchdog.h"

#include "engine/base/threaduse.h"
#include "engine/program/processwatch.h"

#include <array>
#include <csignal>
#include <ctime>
#include <pthread.h>
#include <spawn.h>
#include <string>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace jitscope::inline program {

namespace {

constexpr int lookMs = 500;
constexpr int graceMs = 4000;  ///< for the orderly end, which takes 2.25 s at most
constexpr int endersMs = 1000; ///< for the process that ends all
const char *const itself = "/proc/self/exe";

void rest(int milliseconds) {
    timespec left{milliseconds / 1000, milliseconds % 1000 * 1'000'000L};
    while (::nanosleep(&left, &left) != 0) {
    }
}

/** One that never gives them back may hold the allocator, the streams or the interpreter: a new process has its own.
    Where it cannot begin, at least the group ends. */
[[noreturn]] void endAll(std::string mark) {
    std::array words{const_cast<char *>(itself), const_cast<char *>(endMarkedOption), mark.data(),
                     static_cast<char *>(nullptr)};
    std::array settings{static_cast<char *>(nullptr)};
    pid_t ender = 0;
    if (::posix_spawn(&ender, itself, nullptr, nullptr, words.data(), settings.data()) == 0) rest(endersMs);
    if (::getpgrp() == ::getpid()) ::syscall(SYS_kill, 0, SIGKILL);
    while (true)
        ::syscall(SYS_exit_group, 1);
}

} // namespace

void endAfterParent() {
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before); // no handler of the program runs on the thread
    std::thread([parent = ::getppid(), mark = ownMark()]() mutable {
        nameThread("JitScope watch");
        // By asking, not by a descriptor or a signal: the program can take both away.
        while (::getppid() == parent)
            rest(lookMs);
        rest(graceMs);
        endAll(std::move(mark));
    }).detach();
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void endMarked(const char *mark) {
    killAll(marked(mark));
}

} // namespace jitscope::inline program
