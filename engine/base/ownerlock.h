// SPDX-License-Identifier: Apache-2.0
// A lock that costs next to nothing for the one thread that takes it nearly always.
#pragma once

#include <atomic>
#include <mutex>

namespace jitscope::inline base {

/** Of use with std::lock_guard. The first thread that takes it several times in a row becomes its owner for good, who
    then only writes and reads plain memory; others make the owner's processor finish its writes before they look
    (membarrier), which takes microseconds. */
class OwnerLock {
public:
    /** Asks the system for what an owner needs, once a process: some milliseconds, which the first user would wait. */
    static void prepare();

    [[gnu::always_inline]] void lock() { // a call of a library's function goes through a table
        if (m_owner.load(std::memory_order_relaxed) == self()) [[likely]] {
            m_isOwnerInside.store(true, std::memory_order_relaxed);
            std::atomic_signal_fence(std::memory_order_seq_cst);
            if (m_others.load(std::memory_order_acquire) == 0) [[likely]]
                return;
            m_isOwnerInside.store(false, std::memory_order_release);
        }
        lockSlowly();
    }
    /** The same for who must not become its owner, however often it comes: who sets things up for another thread. */
    void lockForOthers();
    [[gnu::always_inline]] void unlock() {
        if (m_isHeldSlowly.load(std::memory_order_relaxed)) [[unlikely]]
            unlockSlowly();
        else
            m_isOwnerInside.store(false, std::memory_order_release);
    }

private:
    static const void *self();
    void lockSlowly();
    void takeSlowly();
    void unlockSlowly();

    std::atomic<const void *> m_owner = nullptr;
    std::atomic<bool> m_isOwnerInside = false; ///< or trying to be; only the owner writes it
    std::atomic<bool> m_isHeldSlowly = false;  ///< only who holds it by the slow way writes it
    std::atomic<int> m_others = 0;             ///< who wait for it or hold it by the slow way
    std::mutex m_mutex;
    const void *m_last = nullptr; ///< who took it slowly the last time, and how often in a row
    int m_inARow = 0;
};

/** Holds an OwnerLock by lockForOthers(). */
class SetUpGuard {
public:
    explicit SetUpGuard(OwnerLock &lock)
        : m_lock(lock) {
        m_lock.lockForOthers();
    }
    SetUpGuard(const SetUpGuard &) = delete;
    SetUpGuard &operator=(const SetUpGuard &) = delete;
    ~SetUpGuard() { m_lock.unlock(); }

private:
    OwnerLock &m_lock;
};

namespace detail {
#if defined(__GNUC__)
extern thread_local char lockIdentity __attribute__((tls_model("initial-exec")));
#else
extern thread_local char lockIdentity;
#endif
} // namespace detail

inline const void *OwnerLock::self() {
    return &detail::lockIdentity;
}

} // namespace jitscope::inline base
