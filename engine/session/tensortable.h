// SPDX-License-Identifier: Apache-2.0
// Gives every tensor that a recording meets its id, at the cost of a few loads.
#pragma once

#include "engine/base/sharedtext.h"
#include "engine/base/stablelist.h"
#include "engine/session/recordedvalue.h"
#include "engine/tensor/releaselog.h"
#include "engine/tensor/tensor.h"

#include <array>
#include <atomic>
#include <memory>
#include <unordered_map>
#include <vector>

namespace jitscope::inline session {

/** How a tensor looks at its storage; equal ones are one entry of the table. */
struct TensorView {
    Dims shape, strides;
    int64_t offset = 0;
    DType dtype = DType::Float32;
    bool isContiguous = true;
    bool isOf(const Tensor &tensor) const {
        if (dtype != tensor.dtype() || offset != tensor.offset() || !(shape == tensor.shape())) return false;
        return isContiguous == tensor.isContiguous() && (isContiguous || strides == tensor.strides());
    }
};

/**
 * The same elements seen the same way keep their id for as long as nobody writes to them. Storages are found by their
 * serial, which counts up, so that the table is a list of pages instead of a hash; all rows of one storage form a chain
 * with the latest first. One thread at a time writes; the rows that it told others of may be read meanwhile.
 */
class TensorTable {
public:
    TensorTable() = default;
    TensorTable(const TensorTable &) = delete;
    TensorTable &operator=(const TensorTable &) = delete;
    ~TensorTable();

    static constexpr int64_t mostTensors = (int64_t(1) << 31) - 2;

    struct Found {
        int64_t id = -1;
        bool isNew = false;   ///< given just now
        bool isNamed = false; ///< a new one whose storage has a name
    };
    /** The id of the tensor. */
    Found idOf(const Tensor &tensor) {
        const Storage &storage = *tensor.storage().get();
        const Recent &recent = m_recent[size_t(storage.serial()) % recentCount];
        if (recent.serial == storage.serial() && recent.version == storage.version() && recent.view->isOf(tensor))
            return {recent.id};
        return idOfOther(tensor);
    }
    /** The id of the tensor, or -1 when it has none yet. */
    int64_t find(const Tensor &tensor) const;
    /** The latest id under which these elements of the storage went, whatever was written since; or -1. */
    int64_t findAnyVersion(const Tensor &tensor) const;
    /** A new id for a tensor that has none. */
    int64_t add(const Tensor &tensor);
    /** A new id that is not found by find(): the tensor may have another. */
    int64_t addLoose(const Tensor &tensor);
    int64_t count() const { return m_count.load(std::memory_order_relaxed); }
    /** Gets the memory of the first tensors, some megabytes: the first operator would wait for it. */
    void prepare() {
        m_rows.prepare(0);
        m_kept.prepare(0);
        m_views.prepare(0);
        m_memories.prepare(0);
        preparePage();
    }
    /** The same for tensors to come, from any thread. */
    void prepareNext() {
        const int64_t next = count() + aheadOf;
        if (next >= mostTensors) return;
        m_rows.prepare(next);
        if (m_kept.has(count())) m_kept.prepare(next);
        m_memories.prepare(m_memoryCount.load(std::memory_order_relaxed) + aheadOf);
        preparePage();
    }

    /** Holds for ids given from now on; of a very long one the beginning. */
    void setName(const Tensor &tensor, SharedText name);
    /** The name for a new id of this storage; empty for nearly all. */
    SharedText nameOf(const Tensor &tensor) const;

    /** The values of a tensor: the memory, which whoever took it may have let go, and its serial. */
    struct Kept {
        std::weak_ptr<RecordedStorage> storage;
        uint64_t serial = 0; ///< 0: none were kept
    };
    /** Those of another view of the same version of that storage. */
    Kept keptBeside(int64_t id) const;
    bool isKept(int64_t id) const { return m_kept.has(id) && m_kept.at(id).serial != 0; }
    void keep(int64_t id, const std::shared_ptr<RecordedStorage> &storage) {
        m_kept.at(id) = {storage, storage->serial()};
    }

    /** The first tensor that stood in the same storage, or -1 when it is this one. */
    int64_t firstOfMemory(int64_t id) const { return m_rows.at(id).first; }
    /** What a tensor that is the first in its storage stands in. */
    struct Memory {
        uint64_t storage = 0; ///< Storage::serial()
        int64_t bytes = -1;   ///< -1: it is memory of somebody else
    };
    /** Of the first tensors, in the order of their ids. */
    const Memory &memoryAt(int64_t place) const { return m_memories.at(place); }

    const TensorView &view(int64_t id) const { return m_views.at(m_rows.at(id).view); }
    uint32_t viewIndex(int64_t id) const { return m_rows.at(id).view; }
    const TensorView &viewAt(uint32_t index) const { return m_views.at(index); }

private:
    struct Row {
        /** The lower half: who was met before is met again after exactly 2^32 writes in no program. */
        uint32_t version = 0;
        uint32_t previous = 0; ///< of the same storage, as a head
        uint32_t view = 0;
        int32_t first = -1; ///< the first tensor of the same storage; -1 when it is this one
    };
    /** An id + 1, or 0 for none; the highest bit tells that the storage has a name. */
    using Head = uint32_t;
    static constexpr Head named = Head(1) << 31;
    static constexpr int pageBits = 16;
    using Page = std::array<Head, size_t(1) << pageBits>;

    /** One of the tensors that were met last. */
    struct Recent {
        uint64_t serial = 0; ///< no storage has this one
        uint64_t version = 0;
        const TensorView *view = nullptr;
        int64_t id = -1;
    };
    static constexpr size_t recentCount = 256;
    static constexpr size_t roomFor = size_t(1) << 31;

    static uint32_t versionOf(const Storage &storage) { return uint32_t(storage.version()); }
    static int64_t idOf(Head head) { return int64_t(head & ~named) - 1; }
    static size_t placeInPage(uint64_t serial) { return size_t(serial) % std::tuple_size_v<Page>; }
    Head headOf(uint64_t serial) const;
    Head &headFor(uint64_t serial) {
        // New storages have the next serials.
        if (serial >> pageBits != m_lastPageIndex) [[unlikely]]
            turnTo(serial >> pageBits);
        return (*m_lastPage)[placeInPage(serial)];
    }
    void turnTo(uint64_t pageIndex);
    void preparePage();
    uint32_t viewOf(const Tensor &tensor) {
        return m_viewCount > 0 && m_views.at(m_lastView).isOf(tensor) ? m_lastView : otherViewOf(tensor);
    }
    uint32_t otherViewOf(const Tensor &tensor);
    Found idOfOther(const Tensor &tensor) {
        const Storage &storage = *tensor.storage().get();
        Head &head = headFor(storage.serial());
        int64_t id = (head & ~named) == 0 ? -1 : find(tensor);
        const bool isNew = id < 0;
        if (isNew) id = addTo(head, tensor);
        m_recent[size_t(storage.serial()) % recentCount] = {storage.serial(), storage.version(), &view(id), id};
        return {id, isNew, isNew && (head & named) != 0};
    }
    /** The id of the next tensor, or the place of the next memory. */
    static int64_t next(std::atomic<int64_t> &count) {
        const int64_t now = count.load(std::memory_order_relaxed);
        count.store(now + 1, std::memory_order_relaxed);
        return now;
    }
    int64_t addTo(Head &head, const Tensor &tensor) {
        const int64_t id = next(m_count);
        const Storage &storage = *tensor.storage().get();
        const Head previous = head & ~named;
        m_rows.at(id) = {versionOf(storage), previous, viewOf(tensor), firstBehind(previous)};
        if (previous == 0)
            m_memories.at(next(m_memoryCount)) = {storage.serial(),
                                                  ownsMemory(storage) ? int64_t(storage.bytes()) : -1};
        head = Head(id + 1) | (head & named);
        return id;
    }
    /** For a new row of the storage whose latest is at `head`. */
    int32_t firstBehind(Head head) const {
        const int64_t latest = idOf(head);
        if (latest < 0) return -1;
        const int32_t first = m_rows.at(latest).first;
        return first >= 0 ? first : int32_t(latest);
    }

    static constexpr size_t blockItems = 131072; ///< of rows and memories a large page
    static constexpr int64_t aheadOf = blockItems / 2;

    static_assert(sizeof(Row) * blockItems == largePageBytes && sizeof(Memory) * blockItems == largePageBytes);
    static constexpr size_t cacheLine = 64;

    // What who works out asks for each tensor stands apart from what who records writes for each: in one line of memory
    // they would take it from each other's core.
    StableList<Row, blockItems, roomFor> m_rows;
    StableList<Kept, blockItems, roomFor> m_kept;
    StableList<TensorView, 4096, size_t(1) << 26> m_views;
    StableList<Memory, blockItems, roomFor> m_memories;
    std::atomic<Page *> m_nextPage = nullptr; ///< prepared, and owned

    alignas(cacheLine) std::atomic<int64_t> m_count = 0; ///< one thread writes
    std::atomic<int64_t> m_memoryCount = 0;              ///< likewise
    uint32_t m_viewCount = 0;
    uint32_t m_lastView = 0;
    uint64_t m_lastPageIndex = ~uint64_t(0);
    Page *m_lastPage = nullptr;
    std::array<Recent, recentCount> m_recent = {};
    std::unordered_multimap<size_t, uint32_t> m_viewsByHash;
    std::vector<std::unique_ptr<Page>> m_pages; ///< by the upper bits of the serial
    std::unordered_map<uint64_t, SharedText> m_names;
};

} // namespace jitscope::inline session
