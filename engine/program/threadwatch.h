// SPDX-License-Identifier: Apache-2.0
// Threads that the system ends alone, as a filter of system calls (seccomp) may: they come to no end that anybody would
// hear of.
#pragma once

namespace jitscope::inline program {

struct ThreadPlace;

/** The calling thread is watched for as long as this lives. Takes no lock: a forked child begins threads, too. */
class WatchedThread {
public:
    WatchedThread();
    WatchedThread(const WatchedThread &) = delete;
    WatchedThread &operator=(const WatchedThread &) = delete;
    ~WatchedThread();

private:
    ThreadPlace &m_place;
};

/** How many watched threads the system ended since this was asked last; by one thread. */
int countLostThreads();

} // namespace jitscope::inline program
