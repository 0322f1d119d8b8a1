// SPDX-License-Identifier: Apache-2.0
// The values of a recorded tensor: in memory, or written out to a file when the recording grew over its budget.
#pragma once

#include "engine/base/result.h"
#include "engine/base/sharedtext.h"
#include "engine/tensor/tensor.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>

namespace jitscope::inline session {

/** Where bytes stand in a journal's file. */
struct FilePlace {
    int64_t offset = 0, bytes = 0;
    uint64_t checksum = 0;
};

/** Gives bytes back that are elsewhere: written out to a file, or in another process. From any thread. */
class SpilledBytes {
public:
    virtual ~SpilledBytes() = default;
    /** A fresh storage with the bytes, or why they cannot be had. May take long: not for the GUI thread. */
    virtual Result<StoragePtr> load() const = 0;
    virtual int64_t bytes() const = 0;
    /** In the journal that wrote them; nothing for those of others. */
    virtual std::optional<FilePlace> place() const { return std::nullopt; }
};

/** A mutex of four bytes: a recording has one for each of millions of values. */
class SmallMutex {
public:
    void lock() {
        while (m_isHeld.test_and_set(std::memory_order_acquire))
            m_isHeld.wait(true, std::memory_order_relaxed);
    }
    void unlock() {
        m_isHeld.clear(std::memory_order_release);
        m_isHeld.notify_one();
    }

private:
    std::atomic_flag m_isHeld;
};

/** The memory that several recorded views share. Spilling moves it out for all of them at once. */
class RecordedStorage {
public:
    explicit RecordedStorage(StoragePtr storage)
        : m_storage(std::move(storage)) {}
    explicit RecordedStorage(std::shared_ptr<const SpilledBytes> spilled)
        : m_spilled(std::move(spilled)) {}

    /** Empty when it was written out. */
    StoragePtr inMemory() const;
    bool holdsMemory() const;
    /** Of the memory, to say where it is; null when it was written out. Not to read by: the program may be writing. */
    const Storage *header() const;
    /** From memory or from the file; what comes from a file stays with the caller, not here. */
    Result<StoragePtr> load() const;
    int64_t bytes() const;
    /** The values are in `spilled` from now on, and the memory is given back. */
    void spill(std::shared_ptr<const SpilledBytes> spilled);
    /** The values are gone, for `reason`, a sentence that load() gives from now on. */
    void drop(std::string reason);
    bool isDropped() const;
    /** A number that no other recorded memory of this process has or had. */
    uint64_t serial() const { return m_serial; }

private:
    static uint64_t newSerial();

    const uint64_t m_serial = newSerial();
    StoragePtr m_storage;
    std::shared_ptr<const SpilledBytes> m_spilled;
    SharedText m_dropped;
    mutable SmallMutex m_mutex;
};

/** How a value looks at its storage, but for where it begins in it. */
struct RecordedView {
    Dims shape, strides; ///< in elements
    DType dtype = DType::Float32;
    bool operator==(const RecordedView &) const = default;
};

/** One view of recorded memory; a value type that shares it. */
class RecordedValue {
public:
    RecordedValue() = default;
    /** Values that stay in memory (a loaded session, a test). An undefined tensor is no value. */
    RecordedValue(const Tensor &tensor);
    RecordedValue(std::shared_ptr<RecordedStorage> storage, const Tensor &view);
    RecordedValue(std::shared_ptr<RecordedStorage> storage, const RecordedView &view, int64_t offset);

    /** Whether values were recorded and can still be had. */
    bool defined() const { return m_storage && !m_storage->isDropped(); }
    /** Whether load() gives them without reading a file. */
    bool isInMemory() const { return m_storage && m_storage->holdsMemory(); }
    /** The tensor if it is in memory, else an undefined one. Cheap. */
    Tensor inMemory() const;
    /** The tensor, read from the file if need be; an error says why there is none. Slow for what was spilled: in a job
        when isInMemory() is false. */
    Result<Tensor> load() const;
    int64_t bytes() const;
    /** How the value looks at its storage, in elements. */
    const RecordedView &view() const { return m_view; }
    const Dims &strides() const { return m_view.strides; }
    int64_t offset() const { return m_offset; }
    const std::shared_ptr<RecordedStorage> &storage() const { return m_storage; }

private:
    std::shared_ptr<RecordedStorage> m_storage;
    RecordedView m_view;
    int64_t m_offset = 0;
};

} // namespace jitscope::inline session
