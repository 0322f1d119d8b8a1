// SPDX-License-Identifier: Apache-2.0
// A small pool of workers that wait for one loop at a time.
//
// A loop is cut into a few more pieces than there are threads; each thread, the caller among them, takes the next piece
// until none is left. Workers spin for some microseconds after a loop before they sleep, because kernels come in bursts
// and waking a sleeping thread costs more than many kernels take.
#include "engine/base/threadpool.h"
#include "engine/base/threaduse.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <vector>

namespace jitscope::inline base {

namespace {

constexpr int spinRounds = 2000;

void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

/** A loop that is started from a running piece must not wait for the pool. */
thread_local bool insideLoop = false;

struct Loop {
    void (*body)(void *context, int64_t begin, int64_t end) = nullptr;
    void *context = nullptr;
    int64_t count = 0;
    int64_t piece = 0;
};

class Pool {
public:
    explicit Pool(int workers) {
        for (int i = 0; i < workers; ++i)
            m_workers.emplace_back([this] { work(); });
    }

    /** False if the pool is busy with the loop of another thread. */
    bool run(const Loop &loop) {
        if (m_busy.exchange(true, std::memory_order_acquire)) return false;
        m_loop = loop;
        m_next.store(0, std::memory_order_relaxed);
        m_state.store(open, std::memory_order_release);
        {
            const std::lock_guard lock(m_mutex);
            m_generation.fetch_add(1, std::memory_order_release);
        }
        if (m_sleeping.load() > 0) m_wake.notify_all();
        takePieces();
        // Nobody enters any more; those who did are on their last piece. A worker that the system has not let run in
        // the meantime is not waited for.
        m_state.fetch_and(~open, std::memory_order_acq_rel);
        for (int i = 0; m_state.load(std::memory_order_acquire) != 0; ++i)
            i < spinRounds ? relax() : std::this_thread::yield();
        m_busy.store(false, std::memory_order_release);
        return true;
    }

private:
    static constexpr int open = 1 << 30; // the rest of m_state counts the workers inside the loop

    void takePieces() {
        while (true) {
            const int64_t begin = m_next.fetch_add(m_loop.piece, std::memory_order_relaxed);
            if (begin >= m_loop.count) return;
            m_loop.body(m_loop.context, begin, std::min(m_loop.count, begin + m_loop.piece));
        }
    }

    /** The generation after `seen`, once there is one. */
    uint64_t waitForChangeFrom(uint64_t seen) {
        for (int i = 0; i < spinRounds; ++i) {
            if (const uint64_t now = m_generation.load(std::memory_order_acquire); now != seen) return now;
            relax();
        }
        std::unique_lock lock(m_mutex);
        m_sleeping.fetch_add(1);
        m_wake.wait(lock, [&] { return m_generation.load(std::memory_order_acquire) != seen; });
        m_sleeping.fetch_sub(1);
        return m_generation.load(std::memory_order_acquire);
    }

    bool enter() {
        int state = m_state.load(std::memory_order_acquire);
        while (state & open)
            if (m_state.compare_exchange_weak(state, state + 1, std::memory_order_acq_rel)) return true;
        return false;
    }

    [[noreturn]] void work() {
        nameThread("worker");
        insideLoop = true;
        uint64_t seen = 0;
        while (true) {
            seen = waitForChangeFrom(seen);
            if (!enter()) continue;
            takePieces();
            m_state.fetch_sub(1, std::memory_order_release);
        }
    }

    std::vector<std::thread> m_workers;
    Loop m_loop;
    std::atomic<bool> m_busy = false;
    std::atomic<int64_t> m_next = 0;
    std::atomic<int> m_state = 0;
    std::atomic<int> m_sleeping = 0;
    std::atomic<uint64_t> m_generation = 0;
    std::mutex m_mutex;
    std::condition_variable m_wake;
};

int wantedThreads() {
    const char *setting = std::getenv("JITSCOPE_THREADS");
    const int wanted = setting ? std::atoi(setting) : int(std::thread::hardware_concurrency());
    return std::clamp(wanted, 1, 64);
}

std::atomic<bool> isForkedChild = false;

/** Never destroyed: threads must not be joined while a process exits. A forked child has no workers and runs alone. */
Pool &pool() {
    static Pool *pool = [] {
        pthread_atfork(nullptr, nullptr, [] { isForkedChild = true; });
        return new Pool(threadCount() - 1);
    }();
    return *pool;
}

} // namespace

int threadCount() {
    static const int count = wantedThreads();
    return count;
}

void detail::runParallel(int64_t count, int64_t grain, void (*body)(void *, int64_t, int64_t), void *context) {
    const int64_t ranges = (count + grain - 1) / grain;
    const int64_t threads = std::min<int64_t>(threadCount(), ranges);
    if (threads <= 1 || insideLoop || isForkedChild) return body(context, 0, count);
    const int64_t pieces = std::min<int64_t>(ranges, threads * 4);
    const Loop loop{body, context, count, (count + pieces - 1) / pieces};
    insideLoop = true;
    const bool ran = pool().run(loop);
    insideLoop = false;
    if (!ran) body(context, 0, count);
}

} // namespace jitscope::inline base
