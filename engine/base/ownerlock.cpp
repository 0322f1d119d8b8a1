// SPDX-License-Identifier: Apache-2.0
// The slow way through the lock.
#include "engine/base/ownerlock.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace jitscope::inline base {

namespace detail {
constinit thread_local char lockIdentity = 0;
}

namespace {

constexpr int inARowToOwn = 4;

/** Whether other threads can be made to finish their writes. */
bool hasBarrier() {
    static const bool isThere = ::syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
    return isThere;
}

} // namespace

void OwnerLock::prepare() {
    (void)hasBarrier();
}

void OwnerLock::takeSlowly() {
    m_others.fetch_add(1, std::memory_order_seq_cst);
    m_mutex.lock();
    if (m_owner.load(std::memory_order_relaxed) != nullptr) {
        ::syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
        while (m_isOwnerInside.load(std::memory_order_acquire))
            std::this_thread::yield();
    }
    m_isHeldSlowly.store(true, std::memory_order_relaxed);
}

void OwnerLock::lockForOthers() {
    takeSlowly();
    m_last = nullptr;
    m_inARow = 0;
}

void OwnerLock::lockSlowly() {
    takeSlowly();
    if (m_owner.load(std::memory_order_relaxed) != nullptr) return;
    // Never handed on: one who was the owner a moment ago might just be on its way in.
    m_inARow = m_last == self() ? m_inARow + 1 : 1;
    m_last = self();
    if (m_inARow >= inARowToOwn && hasBarrier()) m_owner.store(self(), std::memory_order_relaxed);
}

void OwnerLock::unlockSlowly() {
    m_isHeldSlowly.store(false, std::memory_order_relaxed);
    m_mutex.unlock();
    m_others.fetch_sub(1, std::memory_order_release);
}

} // namespace jitscope::inline base
