// SPDX-License-Identifier: Apache-2.0
#include "engine/program/exportedvalues.h"

#include "engine/session/session.h"
#include "engine/tensor/sharedarena.h"

namespace jitscope::inline program {

namespace {

/** The header of a storage lies in the shared memory and holds the address of the elements, wherever these go. */
int64_t cellOf(const RecordedStorage &storage) {
    const Storage *memory = storage.header();
    const auto header = memory ? SharedArena::offsetOf(memory) : std::nullopt;
    return header ? *header + int64_t(Storage::addressPlace) : -1;
}

/** Holding a value for who may ask costs both sides more than this. */
constexpr int64_t mostBytesAlong = 64;

/** The elements of a small value; "" for one that is not here any more. */
std::string elementsOf(const RecordedStorage &storage) {
    const StoragePtr memory = storage.bytes() <= mostBytesAlong ? storage.inMemory() : StoragePtr();
    return memory ? std::string(reinterpret_cast<const char *>(memory->data()), memory->bytes()) : std::string();
}

} // namespace

std::vector<StorageEntry> ExportedValues::add(const Session &part) {
    std::vector<StorageEntry> added;
    const std::lock_guard lock(m_mutex);
    for (const TensorRecord &tensor : part.tensors) {
        const std::shared_ptr<RecordedStorage> &storage = tensor.value.storage();
        const int64_t serial = storage ? int64_t(storage->serial()) : 0;
        if (!storage || m_held.contains(serial) || (!added.empty() && added.back().serial == serial)) continue;
        StorageEntry entry{serial, storage->bytes(), cellOf(*storage), elementsOf(*storage)};
        if (entry.elements.empty()) m_held.emplace(serial, storage);
        added.push_back(std::move(entry));
    }
    return added;
}

ValueMessage ExportedValues::find(const ValueRequest &request) {
    ValueMessage answer;
    answer.request = request.request;
    std::shared_ptr<RecordedStorage> held;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_held.find(request.serial); found != m_held.end()) held = found->second;
    }
    if (!held) {
        answer.error = "These values are not recorded any more.";
        return answer;
    }
    const Result<StoragePtr> loaded = held->load();
    if (!loaded) {
        answer.error = loaded.error().message;
        return answer;
    }
    const StoragePtr &memory = *loaded;
    try {
        memory->keepOwnMemory();
    } catch (const OutOfMemory &missing) {
        answer.error = missing.what();
        return answer;
    }
    answer.bytes = int64_t(memory->bytes());
    if (const auto offset = SharedArena::offsetOf(memory->data())) {
        answer.offset = *offset;
        const std::lock_guard lock(m_mutex);
        m_shown.emplace(request.request, memory);
    } else {
        answer.elements.assign(reinterpret_cast<const char *>(memory->data()), memory->bytes());
    }
    return answer;
}

void ExportedValues::release(int64_t request) {
    StoragePtr last; // freed without the lock
    const std::lock_guard lock(m_mutex);
    const auto found = m_shown.find(request);
    if (found == m_shown.end()) return;
    last = std::move(found->second);
    m_shown.erase(found);
}

void ExportedValues::forget(const std::vector<int64_t> &serials) {
    std::vector<std::shared_ptr<RecordedStorage>> last;
    const std::lock_guard lock(m_mutex);
    for (size_t i = 0; i + 1 < serials.size(); i += 2) {
        const int64_t first = serials[i], count = serials[i + 1];
        const auto begin = m_held.lower_bound(first);
        auto end = begin;
        while (end != m_held.end() && count > 0 && uint64_t(end->first) - uint64_t(first) < uint64_t(count))
            last.push_back(std::move((end++)->second));
        m_held.erase(begin, end);
    }
}

} // namespace jitscope::inline program
