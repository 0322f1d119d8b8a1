// SPDX-License-Identifier: Apache-2.0
// The bytes behind tensors: reference counted, pooled, with a version for in-place writes.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>

namespace jitscope::inline tensor {

/** Memory is out. The text says how much was asked for and how much there is. */
class OutOfMemory : public std::bad_alloc {
public:
    explicit OutOfMemory(size_t bytes);
    const char *what() const noexcept override { return m_text.c_str(); }

private:
    std::string m_text;
};

/** A shared block of memory. Aligned to 64 bytes; freed blocks return to a per-thread pool by size class. */
class Storage {
public:
    /** A block of at least `bytes`, not initialised. Throws OutOfMemory, with nothing lost, for more than the machine
       can give: the system would grant it now and kill the process later, when the memory is touched. */
    static Storage *allocate(size_t bytes);
    /** A block that belongs to somebody else (a numpy array, a mapped file): `release(owner)` is called at the end. */
    static Storage *borrowed(void *data, size_t bytes, void (*release)(void *owner), void *owner);

    void retain() { m_references.fetch_add(1, std::memory_order_relaxed); }
    void release() {
        if (m_references.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy();
    }

    std::byte *data() const { return m_data; }
    size_t bytes() const { return m_bytes; }
    uint64_t version() const { return m_version; }
    /** To be called before elements of a storage that others may see are changed: counts the version up, and gives a
        snapshot memory of its own, of this one or that it is. May throw OutOfMemory, then nothing has changed. */
    void beforeWrite() {
        if (m_snapshot.load(std::memory_order_acquire) || m_release == endSnapshot) [[unlikely]]
            detachSnapshot();
        ++m_version;
    }
    /** The bytes as they are now, for as long as the result lives: shares the memory until the next write to this one.
     */
    Storage *snapshot();
    /** For a snapshot: gives it memory of its own now if the program may still write to the shared one. Other threads
        call it before they read, since a write would take the memory away from under them. May throw OutOfMemory. */
    void keepOwnMemory();
    /** For a snapshot, in a process whose tensors another sees (sharedarena.h): moves what lies elsewhere (memory of
        numpy) to where that other can see it. May throw OutOfMemory. */
    void keepSharedMemory();
    /** Where in this header the address of the elements stands: who sees this process's memory finds them by it. */
    static constexpr size_t addressPlace = 8;
    /** The elements are read often and seldom written, as those of a weight: kernels may keep other layouts of them
        (keptforms.h). */
    void keepForms() { m_isReread.store(true, std::memory_order_relaxed); }
    /** Whether kernels may: not while somebody writes who does not say so. */
    bool keepsForms() const {
        return m_isReread.load(std::memory_order_relaxed) && !m_release && m_lent.load(std::memory_order_acquire) == 0;
    }
    /** Somebody gets the address of the elements (an array of numpy) and may write without beforeWrite(), until
        takeBack() is called as often. */
    void lend();
    void takeBack();
    /** A number that no other storage of this process has or had, though a freed block may be used again. */
    uint64_t serial() const { return m_serial; }
    int references() const { return m_references.load(std::memory_order_relaxed); }
    /** Whether it is a snapshot that shares its memory with an original that lives. */
    bool showsAnother() const;

private:
    Storage() = default;
    void destroy();
    bool retainIfAlive();
    void detachSnapshot();
    void giveOwnMemory();
    template<class IsNeeded> void keepOwnMemory(IsNeeded isNeeded);
    static void endSnapshot(void *owner);

    std::atomic<int> m_references = 1;
    int8_t m_sizeClass = -1;
    std::atomic<bool> m_isReread = false;
    std::atomic<uint16_t> m_lent = 0; ///< how often; at the largest number it stays
    std::byte *m_data = nullptr;
    size_t m_bytes = 0;
    uint64_t m_version = 0;
    uint64_t m_serial = 0;
    void (*m_release)(void *) = nullptr;
    void *m_owner = nullptr;
    std::atomic<Storage *> m_snapshot = nullptr; ///< not owned
};

/** Owns one reference to a Storage, or none. */
class StoragePtr {
public:
    StoragePtr() = default;
    explicit StoragePtr(Storage *owned)
        : m_storage(owned) {}
    StoragePtr(const StoragePtr &other)
        : m_storage(other.m_storage) {
        if (m_storage) m_storage->retain();
    }
    StoragePtr(StoragePtr &&other) noexcept
        : m_storage(other.m_storage) {
        other.m_storage = nullptr;
    }
    StoragePtr &operator=(StoragePtr other) noexcept {
        Storage *mine = m_storage;
        m_storage = other.m_storage;
        other.m_storage = mine;
        return *this;
    }
    ~StoragePtr() {
        if (m_storage) m_storage->release();
    }

    Storage *get() const { return m_storage; }
    Storage *operator->() const { return m_storage; }
    explicit operator bool() const { return m_storage != nullptr; }
    bool operator==(const StoragePtr &) const = default;

private:
    Storage *m_storage = nullptr;
};

/** Bytes now held by live storages of this process. */
int64_t liveTensorBytes();

} // namespace jitscope::inline tensor
