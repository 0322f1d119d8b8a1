// SPDX-License-Identifier: Apache-2.0
// The values of a recorded tensor: in memory, or written out to a file when the recording grew over its budget.
#pragma once

#include "engine/base/result.h"
#include "engine/base/sharedtext.h"
#include "engine/tensor/tensor.h"

#include <atomic>
#include <functional>
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
    explicit RecordedStorage(StoragePtr storage, uint64_t serial = newSerial())
        : m_serial(serial)
        , m_storage(std::move(storage)) {}
    explicit RecordedStorage(std::shared_ptr<const SpilledBytes> spilled)
        : m_serial(newSerial())
        , m_spilled(std::move(spilled)) {}

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
    /** A number that no other recorded memory of this process has or had, but for what was let go and is taken up
        again as it was. */
    uint64_t serial() const { return m_serial; }

protected:
    static uint64_t newSerial();

private:
    const uint64_t m_serial;
    StoragePtr m_storage;
    std::shared_ptr<const SpilledBytes> m_spilled;
    SharedText m_dropped;
    mutable SmallMutex m_mutex;
};

/** Recorded memory by number, with no object for each: a recording has millions of small ones. From any thread. */
class ValueTable {
public:
    static constexpr uint32_t mostNumbers = uint32_t(1) << 30;

    virtual ~ValueTable() = default;
    /** The bytes, or why they cannot be had. May take long where isInMemory() is false. */
    virtual Result<StoragePtr> load(uint32_t number) const = 0;
    virtual int64_t bytes(uint32_t number) const = 0;
    virtual bool isInMemory(uint32_t number) const = 0;
    /** It is gone for good, and load() says why. */
    virtual bool isDropped(uint32_t number) const = 0;
};

/** The memory in which recorded views lie: an object of its own, or a number in a table. Those of one are equal. */
class RecordedMemory {
public:
    RecordedMemory() = default;
    RecordedMemory(std::shared_ptr<RecordedStorage> storage)
        : m_storage(std::move(storage)) {}
    RecordedMemory(std::shared_ptr<const ValueTable> table, uint32_t number)
        : m_table(std::move(table))
        , m_number(number) {}

    explicit operator bool() const { return m_storage || m_table; }
    bool operator==(const RecordedMemory &) const = default;
    /** Null for what stands in a table. */
    const std::shared_ptr<RecordedStorage> &storage() const { return m_storage; }
    const std::shared_ptr<const ValueTable> &table() const { return m_table; }
    uint32_t number() const { return m_number; } ///< in the table
    /** For tables by memory; for as long as somebody holds it. */
    struct Hash {
        size_t operator()(const RecordedMemory &memory) const noexcept {
            const size_t place = std::hash<const void *>{}(
                memory.m_storage ? static_cast<const void *>(memory.m_storage.get()) : memory.m_table.get());
            return place ^ memory.m_number * size_t(0x9e3779b97f4a7c15);
        }
    };

    bool isDropped() const { return m_table ? m_table->isDropped(m_number) : !m_storage || m_storage->isDropped(); }
    bool holdsMemory() const { return m_table ? m_table->isInMemory(m_number) : m_storage && m_storage->holdsMemory(); }
    /** Empty when it has to be read from elsewhere. */
    StoragePtr inMemory() const;
    Result<StoragePtr> load() const;
    int64_t bytes() const { return m_table ? m_table->bytes(m_number) : m_storage ? m_storage->bytes() : 0; }

private:
    std::shared_ptr<RecordedStorage> m_storage;
    std::shared_ptr<const ValueTable> m_table;
    uint32_t m_number = 0;
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
    RecordedValue(RecordedMemory memory, const Tensor &view);
    RecordedValue(RecordedMemory memory, const RecordedView &view, int64_t offset);

    /** Whether values were recorded and can still be had. */
    bool defined() const { return !m_memory.isDropped(); }
    /** Whether load() gives them without reading a file or asking another process. */
    bool isInMemory() const { return m_memory.holdsMemory(); }
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
    /** Of what was never recorded: none. */
    const RecordedMemory &memory() const { return m_memory; }
    const std::shared_ptr<RecordedStorage> &storage() const { return m_memory.storage(); }

private:
    RecordedMemory m_memory;
    RecordedView m_view;
    int64_t m_offset = 0;
};

} // namespace jitscope::inline session
