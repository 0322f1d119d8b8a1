// SPDX-License-Identifier: Apache-2.0
#include "engine/program/threadwatch.h"

#include <atomic>
#include <cerrno>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

namespace jitscope::inline program {

/** Where a thread says that it lives; for the next one after it, so it is never given back. */
struct ThreadPlace {
    std::atomic<pid_t> task = 0; ///< by the system's number; 0: free
    ThreadPlace *next = nullptr;
};

namespace {

std::atomic<ThreadPlace *> places = nullptr;

ThreadPlace &newPlace(pid_t task) {
    auto *const place = new ThreadPlace{task, places.load()};
    while (!places.compare_exchange_weak(place->next, place)) {
    }
    return *place;
}

ThreadPlace &placeFor(pid_t task) {
    for (ThreadPlace *place = places; place; place = place->next)
        if (pid_t free = 0; place->task.compare_exchange_strong(free, task)) return *place;
    return newPlace(task);
}

bool isGone(pid_t task) {
    constexpr int noSignal = 0;
    return ::syscall(SYS_tgkill, ::getpid(), task, noSignal) != 0 && errno == ESRCH;
}

} // namespace

WatchedThread::WatchedThread()
    : m_place(placeFor(pid_t(::syscall(SYS_gettid)))) {}

WatchedThread::~WatchedThread() {
    m_place.task = 0;
}

int countLostThreads() {
    int lost = 0;
    for (ThreadPlace *place = places; place; place = place->next) {
        pid_t task = place->task;
        // One that came to its end meanwhile says so before it goes.
        if (task != 0 && isGone(task) && place->task.compare_exchange_strong(task, 0)) ++lost;
    }
    return lost;
}

} // namespace jitscope::inline program
