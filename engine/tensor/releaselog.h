// SPDX-License-Identifier: Apache-2.0
// Which storages ended and when, for who keeps account of memory: taken down without a lock by the thread that lets go.
#pragma once

#include "engine/tensor/storage.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

namespace jitscope::inline tensor {

/** Whether the elements stand in a block of this storage alone; else they are somebody else's: numpy's, or those of the
    storage that this one is a snapshot of. */
bool ownsMemory(const Storage &storage);

/** A storage with memory of its own that nobody holds any more. */
struct StorageRelease {
    uint64_t storage = 0; ///< Storage::serial()
    int64_t timeNs = 0;   ///< on the clock of nowNs()
    bool operator==(const StorageRelease &) const = default;
};

/** One of the process, for one reader. Nothing is taken down before the first start(). */
class ReleaseLog {
public:
    /** From now on releases are kept for that reader's take(), what another has not taken is lost. `isDue` is called
       now and then from threads that release, when there is more to take; it must not release storages itself. */
    static void start(const void *reader, std::function<void()> isDue);
    /** The reader takes no more. */
    static void stop(const void *reader);
    /** The same in a forked child, where a lock may be held by a thread that is not there. */
    static void leave() { on.store(false, std::memory_order_relaxed); }
    static bool isOn() { return on.load(std::memory_order_relaxed); }
    static void add(uint64_t storage);
    static constexpr int64_t always = std::numeric_limits<int64_t>::max();
    /** What was added since the last call until that time, that of one thread in its order; nothing for who is not the
        reader. */
    static std::vector<StorageRelease> take(const void *reader, int64_t untilNs = always);
    /** Makes room for what will be added, from any thread: who releases would wait for the memory. */
    static void stockUp();

private:
    static std::atomic<bool> on;
};

} // namespace jitscope::inline tensor
