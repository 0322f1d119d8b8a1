// SPDX-License-Identifier: Apache-2.0
// Recorded values: shared memory that can be written out and read back.
#include "engine/session/recordedvalue.h"

#include <mutex>
#include <utility>

namespace jitscope::inline session {

uint64_t RecordedStorage::newSerial() {
    static std::atomic<uint64_t> last = 0;
    return ++last;
}

StoragePtr RecordedStorage::inMemory() const {
    const std::lock_guard lock(m_mutex);
    try {
        // Who reads is another thread than the one that may be writing.
        if (m_storage) m_storage->keepOwnMemory();
    } catch (const OutOfMemory &) {
        return {};
    }
    return m_storage;
}

bool RecordedStorage::holdsMemory() const {
    const std::lock_guard lock(m_mutex);
    return bool(m_storage);
}

const Storage *RecordedStorage::header() const {
    const std::lock_guard lock(m_mutex);
    return m_storage.get();
}

Result<StoragePtr> RecordedStorage::load() const {
    std::shared_ptr<const SpilledBytes> spilled;
    {
        const std::lock_guard lock(m_mutex);
        try {
            if (m_storage) m_storage->keepOwnMemory();
        } catch (const OutOfMemory &full) {
            return Error{full.what()};
        }
        if (m_storage) return m_storage;
        if (!m_spilled) return Error{m_dropped.empty() ? std::string("No values were recorded.") : m_dropped.str()};
        spilled = m_spilled;
    }
    return spilled->load();
}

int64_t RecordedStorage::bytes() const {
    const std::lock_guard lock(m_mutex);
    return m_storage ? int64_t(m_storage->bytes()) : m_spilled ? m_spilled->bytes() : 0;
}

void RecordedStorage::spill(std::shared_ptr<const SpilledBytes> spilled) {
    StoragePtr freed; // given back after the lock
    const std::lock_guard lock(m_mutex);
    m_spilled = std::move(spilled);
    freed = std::exchange(m_storage, {});
}

void RecordedStorage::drop(std::string reason) {
    StoragePtr freed;
    const std::lock_guard lock(m_mutex);
    freed = std::exchange(m_storage, {});
    m_spilled.reset();
    m_dropped = SharedText(reason);
}

bool RecordedStorage::isDropped() const {
    const std::lock_guard lock(m_mutex);
    return !m_storage && !m_spilled;
}

StoragePtr RecordedMemory::inMemory() const {
    if (m_storage) return m_storage->inMemory();
    if (!m_table || !m_table->isInMemory(m_number)) return {};
    const Result<StoragePtr> loaded = m_table->load(m_number);
    return loaded ? *loaded : StoragePtr();
}

Result<StoragePtr> RecordedMemory::load() const {
    if (m_storage) return m_storage->load();
    return m_table ? m_table->load(m_number) : Error{"No values were recorded."};
}

RecordedValue::RecordedValue(const Tensor &tensor) {
    if (!tensor.defined()) return;
    *this = RecordedValue(std::make_shared<RecordedStorage>(tensor.storage()), tensor);
}

RecordedValue::RecordedValue(RecordedMemory memory, const Tensor &view)
    : RecordedValue(std::move(memory), {view.shape(), view.strides(), view.dtype()}, view.offset()) {}

RecordedValue::RecordedValue(RecordedMemory memory, const RecordedView &view, int64_t offset)
    : m_memory(std::move(memory))
    , m_view(view)
    , m_offset(offset) {}

Tensor RecordedValue::inMemory() const {
    StoragePtr storage = m_memory.inMemory();
    return storage ? Tensor(std::move(storage), m_view.shape, m_view.strides, m_offset, m_view.dtype) : Tensor();
}

Result<Tensor> RecordedValue::load() const {
    Result<StoragePtr> storage = m_memory.load();
    if (!storage) return storage.error();
    return Tensor(*std::move(storage), m_view.shape, m_view.strides, m_offset, m_view.dtype);
}

int64_t RecordedValue::bytes() const {
    return m_memory.bytes();
}

} // namespace jitscope::inline session
