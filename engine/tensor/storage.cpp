// SPDX-License-Identifier: Apache-2.0
// Memory of tensors. A block is its 64-byte header (the Storage) followed by the elements; freed blocks wait in free
// lists of the freeing thread, one list a size class, so that a small operator costs no trip to malloc and a large one
// no page faults. Under AddressSanitizer nothing is pooled: it must see every allocation and every free. Where another
// process watches this one, blocks come from memory that it sees (sharedarena.h).
#include "engine/tensor/storage.h"

#include "engine/base/availablememory.h"
#include "engine/base/largepages.h"
#include "engine/base/text.h"
#include "engine/tensor/blockpool.h"
#include "engine/tensor/keptforms.h"
#include "engine/tensor/releaselog.h"
#include "engine/tensor/sharedarena.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>

namespace jitscope::inline tensor {

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool pooling = false;
#else
constexpr bool pooling = true;
#endif

constexpr size_t alignment = 64;
constexpr size_t headerBytes = 64;
static_assert(sizeof(Storage) <= headerBytes);

/** Classes step by 64 bytes up to 512, then four to each power of two: at most a quarter of a block is unused. */
constexpr int fineClasses = 8;
constexpr int stepsPerOctave = 4;
constexpr int largestOctave = 26; // blocks up to 64 MB are kept
constexpr int classCount = fineClasses + (largestOctave - 9) * stepsPerOctave;
constexpr size_t largestPooledBytes = size_t(1) << largestOctave;
constexpr size_t cachedBytesBound = size_t(256) << 20; // of one thread
constexpr std::chrono::milliseconds generationTime{200};

std::atomic<int64_t> liveBytes = 0;
std::atomic<uint64_t> lastSerial = 0;

int sizeClassOf(size_t bytes) {
    if (bytes <= 512) return bytes == 0 ? 0 : int((bytes - 1) / 64);
    const int octave = int(std::bit_width(bytes - 1)) - 1; // 2^octave < bytes <= 2^(octave + 1)
    const size_t step = size_t(1) << (octave - 2);
    return fineClasses + (octave - 9) * stepsPerOctave + int((bytes - 1 - (size_t(1) << octave)) / step);
}

size_t bytesOfClass(int sizeClass) {
    if (sizeClass < fineClasses) return size_t(sizeClass + 1) * 64;
    const int octave = 9 + (sizeClass - fineClasses) / stepsPerOctave;
    const size_t step = size_t(1) << (octave - 2);
    return (size_t(1) << octave) + size_t((sizeClass - fineClasses) % stepsPerOctave + 1) * step;
}

void *systemAllocate(size_t bytes) {
    if (SharedArena::isInstalled()) return SharedArena::allocate(bytes);
    if (bytes < largePageBytes) return std::aligned_alloc(alignment, bytes);
    return tryLargePages(bytes); // products of 2048 are a twentieth faster on them
}

/** `bytes` as it was allocated with. Blocks of before the arena are still malloc's. */
void systemFree(void *block, size_t bytes) {
    if (SharedArena::offsetOf(block))
        SharedArena::release(block, bytes);
    else
        std::free(block);
}

/** A waiting block; the link lies in the block itself. */
struct FreeBlock {
    FreeBlock *next;
};

struct Pool {
    using Clock = std::chrono::steady_clock;

    std::array<FreeBlock *, classCount> lists = {};
    std::array<uint32_t, classCount> lastAsked = {}; ///< the generation in which blocks of a class were last asked for
    size_t cachedBytes = 0;
    uint32_t generation = 0; ///< goes on while there is no room, so that the clock is not read otherwise
    Clock::time_point generationBegin;

    ~Pool() { clear(); }

    void clear() {
        for (int sizeClass = 0; sizeClass < classCount; ++sizeClass)
            clear(sizeClass);
    }

    void clear(int sizeClass) {
        while (void *block = take(sizeClass))
            systemFree(block, headerBytes + bytesOfClass(sizeClass));
    }

    void *ask(int sizeClass) {
        lastAsked[size_t(sizeClass)] = generation;
        return take(sizeClass);
    }

    bool give(void *memory, int sizeClass) {
        const size_t bytes = bytesOfClass(sizeClass);
        if (cachedBytes + bytes > cachedBytesBound) [[unlikely]] {
            leaveUnused();
            if (cachedBytes + bytes > cachedBytesBound) return false;
        }
        lists[size_t(sizeClass)] = new (memory) FreeBlock{lists[size_t(sizeClass)]};
        cachedBytes += bytes;
        return true;
    }

private:
    void *take(int sizeClass) {
        FreeBlock *block = lists[size_t(sizeClass)];
        if (!block) return nullptr;
        lists[size_t(sizeClass)] = block->next;
        cachedBytes -= bytesOfClass(sizeClass);
        return block;
    }

    /** Blocks of sizes that nobody has asked for lately are in the way of those that are in use now: a program that is
        done with one model would wait for the system at each operator of the next. */
    void leaveUnused() {
        const Clock::time_point now = Clock::now();
        if (now - generationBegin < generationTime) return;
        generationBegin = now;
        ++generation;
        for (int sizeClass = 0; sizeClass < classCount; ++sizeClass)
            if (lastAsked[size_t(sizeClass)] + 1 < generation) clear(sizeClass);
    }
};

/** The pool of this thread, or null before its first use and after the thread's objects are gone (a tensor in a
    static variable may die later than the pool). Plain data, so that the usual path has no guard to check. */
thread_local Pool *threadPool = nullptr;
thread_local bool threadPoolGone = false;

struct PoolOwner {
    Pool pool;
    PoolOwner() { threadPool = &pool; }
    ~PoolOwner() {
        threadPool = nullptr;
        threadPoolGone = true;
    }
};

Pool *pool() {
    if (threadPool) [[likely]]
        return threadPool;
    if (!pooling || threadPoolGone) return nullptr;
    thread_local PoolOwner owner;
    return threadPool;
}

/** What was taken from the system since it was last asked how much there is. */
std::atomic<int64_t> takenUnasked = 0;
constexpr int64_t askAgainAfter = int64_t(64) << 20;

/** Asks at every large block and once for many small ones: a question costs as much as touching about ten pages. */
bool isMemoryFor(size_t bytes) {
    if (takenUnasked.fetch_add(int64_t(bytes), std::memory_order_relaxed) + int64_t(bytes) < askAgainAfter) return true;
    if (int64_t(bytes) > availableMemory()) return false;
    takenUnasked.store(0, std::memory_order_relaxed);
    return true;
}

void *allocateBlock(size_t bytes) {
    if (!isMemoryFor(bytes)) {
        if (threadPool) threadPool->clear();
        if (!isMemoryFor(bytes)) return nullptr;
    }
    if (void *memory = systemAllocate(bytes)) return memory;
    // What this thread keeps for later may be what is missing now.
    if (threadPool) threadPool->clear();
    return systemAllocate(bytes);
}

size_t roomFor(size_t bytes) {
    return (std::max<size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
}

/** What a storage was allocated with; -1 for a class: it is not pooled. */
size_t blockBytes(int sizeClass, size_t bytes) {
    return headerBytes + (sizeClass >= 0 ? bytesOfClass(sizeClass) : roomFor(bytes));
}

} // namespace

OutOfMemory::OutOfMemory(size_t bytes)
    : m_text("Not enough memory: a tensor needs " + humanBytes(int64_t(bytes)) + ", but " +
             humanBytes(availableMemory()) + " are available.") {}

Storage *Storage::allocate(size_t bytes) {
    static_assert(offsetof(Storage, m_data) == addressPlace && classCount <= std::numeric_limits<int8_t>::max());
    if (bytes > size_t(PTRDIFF_MAX) - 2 * headerBytes) throw OutOfMemory(bytes);
    const bool poolable = pooling && bytes <= largestPooledBytes;
    const int sizeClass = poolable ? sizeClassOf(bytes) : -1;
    Pool *mine = poolable ? pool() : nullptr;
    void *memory = mine ? mine->ask(sizeClass) : nullptr;
    if (!memory) {
        memory = allocateBlock(blockBytes(sizeClass, bytes));
        if (!memory) throw OutOfMemory(bytes);
    }
    auto *storage = new (memory) Storage;
    storage->m_sizeClass = int8_t(sizeClass);
    storage->m_data = static_cast<std::byte *>(memory) + headerBytes;
    storage->m_bytes = bytes;
    storage->m_serial = lastSerial.fetch_add(1, std::memory_order_relaxed) + 1;
    liveBytes.fetch_add(int64_t(bytes), std::memory_order_relaxed);
    return storage;
}

Storage *Storage::borrowed(void *data, size_t bytes, void (*release)(void *owner), void *owner) {
    Storage *storage = allocate(0);
    storage->m_data = static_cast<std::byte *>(data);
    storage->m_bytes = bytes;
    storage->m_release = release;
    storage->m_owner = owner;
    liveBytes.fetch_add(int64_t(bytes), std::memory_order_relaxed);
    return storage;
}

// A snapshot is a borrowed storage whose owner is the pair of it and the original. It does not hold the original: that
// ends when the program lets go of it, and leaves its block to the snapshot, so that recorded values do not make memory
// look held. A snapshot may end on another thread (a view that shows it) than the one that writes, so coming and going
// are under one lock.
namespace {

std::mutex snapshotLock;

struct SnapshotLink {
    Storage *snapshot = nullptr;
    Storage *original = nullptr; ///< null once detached, or once it ended
    Storage *ended = nullptr;    ///< the original after its end: the snapshot gives its block back
    std::byte *copy = nullptr;   ///< what the snapshot has of its own once detached
    size_t bytes = 0;
};

SnapshotLink &linkOf(void *owner) {
    return *static_cast<SnapshotLink *>(owner);
}

} // namespace

bool Storage::retainIfAlive() {
    int count = m_references.load(std::memory_order_relaxed);
    while (count > 0)
        if (m_references.compare_exchange_weak(count, count + 1, std::memory_order_acq_rel)) return true;
    return false;
}

Storage *Storage::snapshot() {
    const std::lock_guard lock(snapshotLock);
    if (Storage *known = m_snapshot.load()) {
        if (known->retainIfAlive()) return known;
        // It has ended, or is about to: it must not come back to this one, nor may what shows it further.
        if (known->m_snapshot.load()) known->giveOwnMemory();
        linkOf(known->m_owner).original = nullptr;
    }
    auto link = std::make_unique<SnapshotLink>();
    Storage *made = borrowed(m_data, m_bytes, endSnapshot, link.get());
    link->snapshot = made;
    link->original = this;
    link->bytes = m_bytes;
    link.release();
    m_snapshot.store(made, std::memory_order_release);
    return made;
}

void Storage::endSnapshot(void *owner) {
    const std::unique_ptr<SnapshotLink> link(static_cast<SnapshotLink *>(owner));
    {
        const std::lock_guard lock(snapshotLock);
        Storage *shown = link->original ? link->original : link->ended;
        Storage *mine = link->snapshot;
        if (shown) shown->m_snapshot.compare_exchange_strong(mine, nullptr); // from here on it may go
    }
    if (link->copy) systemFree(link->copy, roomFor(link->bytes));
    if (link->ended) link->ended->destroy();
}

/** Of a snapshot that shares memory, with the lock held: a copy for it and for the snapshots that it has itself. */
void Storage::giveOwnMemory() {
    SnapshotLink &link = linkOf(m_owner);
    link.copy = static_cast<std::byte *>(allocateBlock(roomFor(m_bytes)));
    if (!link.copy) throw OutOfMemory(m_bytes);
    std::memcpy(link.copy, m_data, m_bytes);
    for (Storage *shown = this; shown; shown = shown->m_snapshot.load())
        shown->m_data = link.copy;
    link.original = nullptr;
}

/** Also for one that has ended while another snapshot shows it. */
void Storage::detachSnapshot() {
    const std::lock_guard lock(snapshotLock);
    if (Storage *snapshot = m_snapshot.load()) {
        snapshot->giveOwnMemory();
        m_snapshot.store(nullptr);
    }
    Storage *original = m_release == endSnapshot ? linkOf(m_owner).original : nullptr;
    if (!original) return;
    giveOwnMemory();
    Storage *mine = this;
    original->m_snapshot.compare_exchange_strong(mine, nullptr);
}

bool Storage::showsAnother() const {
    const std::lock_guard lock(snapshotLock);
    if (m_release != endSnapshot) return false;
    const Storage *original = linkOf(m_owner).original;
    return original && original->references() > 0;
}

void Storage::keepOwnMemory() {
    keepOwnMemory([](const Storage &original) {
        return original.references() > 0; // else it is about to end, so nobody writes
    });
}

void Storage::keepSharedMemory() {
    if (!SharedArena::isInstalled() || SharedArena::offsetOf(m_data)) return;
    keepOwnMemory([](const Storage &) { return true; });
}

template<class IsNeeded> void Storage::keepOwnMemory(IsNeeded isNeeded) {
    const std::lock_guard lock(snapshotLock);
    if (m_release != endSnapshot) return;
    Storage *original = linkOf(m_owner).original;
    if (!original || !isNeeded(*original)) return;
    giveOwnMemory();
    Storage *mine = this;
    original->m_snapshot.compare_exchange_strong(mine, nullptr);
}

void Storage::lend() {
    uint16_t lent = m_lent.load();
    while (lent < std::numeric_limits<uint16_t>::max() && !m_lent.compare_exchange_weak(lent, uint16_t(lent + 1))) {
    }
    if (m_isReread.load(std::memory_order_relaxed)) invalidateForms(m_serial);
}

void Storage::takeBack() {
    uint16_t lent = m_lent.load();
    while (lent < std::numeric_limits<uint16_t>::max() && !m_lent.compare_exchange_weak(lent, uint16_t(lent - 1))) {
    }
}

/** Called a second time, without a serial, when a snapshot that still showed the elements has ended as well. */
void Storage::destroy() {
    if (m_serial != 0) {
        liveBytes.fetch_sub(int64_t(m_bytes), std::memory_order_relaxed);
        if (ReleaseLog::isOn() && !m_release) ReleaseLog::add(m_serial);
        if (m_isReread.load(std::memory_order_relaxed)) [[unlikely]]
            forgetForms(m_serial);
        m_serial = 0;
    }
    if (m_snapshot.load(std::memory_order_acquire)) {
        const std::lock_guard lock(snapshotLock);
        if (Storage *snapshot = m_snapshot.load()) {
            SnapshotLink &link = linkOf(snapshot->m_owner);
            link.original = nullptr;
            link.ended = this;
            return;
        }
    }
    if (m_release) m_release(m_owner);
    const int sizeClass = m_sizeClass;
    const size_t room = blockBytes(sizeClass, m_release ? 0 : m_bytes);
    this->~Storage();
    if (sizeClass >= 0)
        if (Pool *mine = pool(); mine && mine->give(this, sizeClass)) return;
    systemFree(this, room);
}

void leaveBlockPool() {
    if (threadPool) threadPool->clear();
    threadPool = nullptr;
    threadPoolGone = true;
}

void emptyBlockPool() {
    if (threadPool) threadPool->clear();
}

bool ownsMemory(const Storage &storage) {
    return storage.data() == reinterpret_cast<const std::byte *>(&storage) + headerBytes;
}

int64_t liveTensorBytes() {
    return liveBytes.load(std::memory_order_relaxed);
}

} // namespace jitscope::inline tensor
