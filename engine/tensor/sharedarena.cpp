// SPDX-License-Identifier: Apache-2.0
// Ranges of whole pages come from a map of free ranges, best fit first, and go back to the system when they are freed;
// small blocks are cut from ranges of their own and wait for the next of their size. What is free is kept outside of
// the arena, so that a wild write to a tensor breaks no list.
#include "engine/tensor/sharedarena.h"

#include "engine/base/freeranges.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

namespace jitscope::inline tensor {

namespace {

constexpr size_t pageBytes = 4096;
constexpr size_t alignment = 64;
constexpr size_t hugeBytes = size_t(2) << 20;
constexpr size_t smallest = hugeBytes / 16; ///< from here on a block has pages of its own
constexpr size_t cutBytes = hugeBytes;      ///< small blocks are cut from such a range

/** Address space, not memory; less of it where the process is limited. The thread sanitizer leaves little more than a
    terabyte, and who watches this process needs as much again for each one that it watches. */
#if defined(__SANITIZE_THREAD__)
constexpr size_t mostBytes = size_t(1) << 36;
#else
constexpr size_t mostBytes = size_t(1) << 40;
#endif
constexpr size_t leastBytes = size_t(1) << 30;

size_t roundedUp(size_t bytes, size_t step) {
    return (bytes + step - 1) / step * step;
}

struct Arena {
    std::byte *base = nullptr;
    size_t bytes = 0;
    int descriptor = -1;
    std::mutex mutex; ///< guards all below
    FreeRanges free;
    size_t used = 0; ///< offsets from here on were never given out
    std::unordered_map<size_t, std::vector<void *>> small;
    std::byte *cut = nullptr;
    size_t cutLeft = 0;

    std::optional<size_t> range(size_t room) {
        if (const auto offset = free.take(room)) return offset;
        if (used + room > bytes) return std::nullopt;
        const size_t offset = used;
        used += room;
        return offset;
    }

    void *largeBlock(size_t size) {
        const auto offset = range(roundedUp(size, size >= hugeBytes ? hugeBytes : pageBytes));
        return offset ? base + *offset : nullptr;
    }

    void *smallBlock(size_t size) {
        std::vector<void *> &waiting = small[size];
        if (!waiting.empty()) {
            void *block = waiting.back();
            waiting.pop_back();
            return block;
        }
        if (cutLeft < size) {
            const auto offset = range(cutBytes);
            if (!offset) return nullptr;
            cut = base + *offset;
            cutLeft = cutBytes;
        }
        void *block = cut;
        cut += size;
        cutLeft -= size;
        return block;
    }
};

std::atomic<Arena *> theArena = nullptr; ///< never goes: tensors may outlive everything

// A fork gives the child the same pages, so what one writes the other would read. The child gets a copy of what is in
// use at the same addresses; until it has that the parent, whose writes it would see, waits.
std::array<int, 2> forkEnds{-1, -1};

void beforeFork() {
    theArena.load()->mutex.lock();
    if (::pipe(forkEnds.data()) != 0) forkEnds = {-1, -1};
}

void closeEnd(int &end) {
    if (end >= 0) ::close(std::exchange(end, -1));
}

void inParent() {
    closeEnd(forkEnds[1]);
    char any = 0;
    while (forkEnds[0] >= 0 && ::read(forkEnds[0], &any, 1) < 0 && errno == EINTR) {
    }
    closeEnd(forkEnds[0]);
    theArena.load()->mutex.unlock();
}

// From here on nothing is called that takes a lock: another thread may have held it when the process forked.

void moveToCopy(const Arena &arena, size_t bytes) {
    void *copy = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (copy == MAP_FAILED) ::_exit(127);
    for (off_t at = 0; at >= 0 && size_t(at) < bytes;) {
        at = ::lseek(arena.descriptor, at, SEEK_DATA);
        if (at < 0 || size_t(at) >= bytes) break;
        const off_t hole = ::lseek(arena.descriptor, at, SEEK_HOLE);
        const size_t end = std::min(hole < 0 ? bytes : size_t(hole), bytes);
        std::memcpy(static_cast<std::byte *>(copy) + at, arena.base + at, end - size_t(at));
        at = off_t(end);
    }
    if (::mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, arena.base) == MAP_FAILED) ::_exit(127);
}

void copyUsed(Arena &arena) {
    const size_t bytes = roundedUp(arena.used, pageBytes);
    if (bytes > 0) moveToCopy(arena, bytes);
    // What is given out from now on must be nobody else's, too.
    ::mmap(arena.base + bytes, arena.bytes - bytes, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

void inChild() {
    Arena &arena = *theArena.load();
    copyUsed(arena);
    ::close(std::exchange(arena.descriptor, -1));
    closeEnd(forkEnds[0]);
    closeEnd(forkEnds[1]);
    arena.mutex.unlock();
}

bool map(Arena &arena) {
    if (::ftruncate(arena.descriptor, off_t(arena.bytes)) != 0) return false;
    void *mapped =
        ::mmap(nullptr, arena.bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, arena.descriptor, 0);
    if (mapped == MAP_FAILED) return false;
    arena.base = static_cast<std::byte *>(mapped);
    return true;
}

} // namespace

Result<void> SharedArena::install() {
    if (isInstalled()) return {};
    auto arena = std::make_unique<Arena>();
    arena->descriptor = ::memfd_create("jitscope tensors", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    for (arena->bytes = mostBytes; arena->descriptor >= 0 && arena->bytes >= leastBytes; arena->bytes /= 2)
        if (map(*arena)) break;
    if (!arena->base) {
        const std::string reason = std::strerror(errno);
        if (arena->descriptor >= 0) ::close(arena->descriptor);
        return Error{"Memory for tensors could not be shared: " + reason};
    }
    ::fcntl(arena->descriptor, F_ADD_SEALS, F_SEAL_SHRINK); // who reads it shall not find it gone
    ::madvise(arena->base, arena->bytes, MADV_HUGEPAGE);
    theArena = arena.release();
    ::pthread_atfork(beforeFork, inParent, inChild);
    return {};
}

bool SharedArena::isInstalled() {
    return theArena.load(std::memory_order_acquire) != nullptr;
}

int SharedArena::descriptor() {
    const Arena *arena = theArena;
    return arena ? arena->descriptor : -1;
}

int64_t SharedArena::bytes() {
    const Arena *arena = theArena;
    return arena ? int64_t(arena->bytes) : 0;
}

const std::byte *SharedArena::base() {
    const Arena *arena = theArena;
    return arena ? arena->base : nullptr;
}

std::optional<int64_t> SharedArena::offsetOf(const void *address) {
    const Arena *arena = theArena;
    if (!arena) return std::nullopt;
    const auto offset = int64_t(uintptr_t(address)) - int64_t(uintptr_t(arena->base));
    if (offset < 0 || offset >= int64_t(arena->bytes)) return std::nullopt;
    return offset;
}

void *SharedArena::allocate(size_t size) {
    Arena &arena = *theArena.load(std::memory_order_acquire);
    const std::lock_guard lock(arena.mutex);
    return size >= smallest ? arena.largeBlock(size) : arena.smallBlock(roundedUp(size, alignment));
}

void SharedArena::release(void *block, size_t size) {
    Arena &arena = *theArena.load(std::memory_order_acquire);
    const std::lock_guard lock(arena.mutex);
    if (size < smallest) {
        arena.small[roundedUp(size, alignment)].push_back(block);
        return;
    }
    const size_t room = roundedUp(size, size >= hugeBytes ? hugeBytes : pageBytes);
    // The pages go back to the system; those of a forked child are not the file's.
    ::madvise(block, room, arena.descriptor >= 0 ? MADV_REMOVE : MADV_DONTNEED);
    arena.free.add(size_t(static_cast<std::byte *>(block) - arena.base), room);
}

} // namespace jitscope::inline tensor
