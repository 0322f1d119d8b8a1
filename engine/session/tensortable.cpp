// SPDX-License-Identifier: Apache-2.0
// The pages and chains behind the ids of recorded tensors.
#include "engine/session/tensortable.h"

#include "engine/tensor/releaselog.h"

namespace jitscope::inline session {

namespace {

size_t hashOf(const Tensor &tensor) {
    size_t hash = size_t(tensor.dtype()) * 31 + size_t(tensor.rank()) + size_t(tensor.offset()) * 0x9E3779B97F4A7C15u;
    for (int i = 0; i < tensor.rank(); ++i)
        hash = (hash ^ size_t(tensor.shape()[i]) ^ size_t(tensor.strides()[i]) << 32) * 0x100000001B3u;
    return hash;
}

} // namespace

TensorTable::Head TensorTable::headOf(uint64_t serial) const {
    const size_t folder = size_t(serial >> 16);
    if (folder >= m_folders.size() || !m_folders[folder]) return 0;
    const std::unique_ptr<Page> &page = (*m_folders[folder])[size_t(serial >> 8) & 255];
    return page ? (*page)[size_t(serial) & 255] : 0;
}

TensorTable::Head &TensorTable::headFor(uint64_t serial) {
    // New storages have the next serials.
    if (serial >> 8 == m_lastPageIndex) return (*m_lastPage)[size_t(serial) & 255];
    const size_t folder = size_t(serial >> 16);
    if (folder >= m_folders.size()) m_folders.resize(folder + 1);
    if (!m_folders[folder]) m_folders[folder] = std::make_unique<Folder>();
    std::unique_ptr<Page> &page = (*m_folders[folder])[size_t(serial >> 8) & 255];
    if (!page) page = std::make_unique<Page>();
    m_lastPageIndex = serial >> 8;
    m_lastPage = page.get();
    return (*page)[size_t(serial) & 255];
}

int64_t TensorTable::find(const Tensor &tensor) const {
    const Storage &storage = *tensor.storage().get();
    for (int64_t id = idOf(headOf(storage.serial())); id >= 0;) {
        const Row &row = m_rows.at(id);
        if (row.version != storage.version()) return -1; // those before it are older still
        if (m_views.at(row.view).isOf(tensor)) return id;
        id = idOf(row.previous);
    }
    return -1;
}

int64_t TensorTable::findAnyVersion(const Tensor &tensor) const {
    for (int64_t id = idOf(headOf(tensor.storage()->serial())); id >= 0; id = idOf(m_rows.at(id).previous))
        if (m_views.at(m_rows.at(id).view).isOf(tensor)) return id;
    return -1;
}

uint32_t TensorTable::viewOf(const Tensor &tensor) {
    if (m_viewCount > 0 && m_views.at(m_lastView).isOf(tensor)) return m_lastView;
    const size_t hash = hashOf(tensor);
    for (auto [place, end] = m_viewsByHash.equal_range(hash); place != end; ++place)
        if (m_views.at(place->second).isOf(tensor)) return m_lastView = place->second;
    m_views.at(m_viewCount) = {tensor.shape(), tensor.strides(), tensor.offset(), tensor.dtype(),
                               tensor.isContiguous()};
    m_viewsByHash.emplace(hash, m_viewCount);
    return m_lastView = m_viewCount++;
}

/** For a new row of the storage whose latest is at `head`. */
int32_t TensorTable::firstBehind(Head head) const {
    const int64_t latest = idOf(head);
    if (latest < 0) return -1;
    const int32_t first = m_rows.at(latest).first;
    return first >= 0 ? first : int32_t(latest);
}

int64_t TensorTable::addTo(Head &head, const Tensor &tensor) {
    const int64_t id = next(m_count);
    const Storage &storage = *tensor.storage().get();
    m_rows.at(id) = {storage.version(), head & ~named, viewOf(tensor), firstBehind(head)};
    if ((head & ~named) == 0)
        m_memories.at(next(m_memoryCount)) = {storage.serial(), ownsMemory(storage) ? int64_t(storage.bytes()) : -1};
    head = Head(id + 1) | (head & named);
    return id;
}

int64_t TensorTable::add(const Tensor &tensor) {
    return addTo(headFor(tensor.storage()->serial()), tensor);
}

TensorTable::Found TensorTable::idOfOther(const Tensor &tensor) {
    const Storage &storage = *tensor.storage().get();
    Head &head = headFor(storage.serial());
    int64_t id = (head & ~named) == 0 ? -1 : find(tensor);
    const bool isNew = id < 0;
    if (isNew) id = addTo(head, tensor);
    m_recent[size_t(storage.serial()) % recentCount] = {storage.serial(), storage.version(), &view(id), id};
    return {id, isNew, isNew && (head & named) != 0};
}

int64_t TensorTable::addLoose(const Tensor &tensor) {
    const int64_t id = next(m_count);
    const Head head = headOf(tensor.storage()->serial());
    m_rows.at(id) = {tensor.storage()->version(), head & ~named, viewOf(tensor), firstBehind(head)};
    return id;
}

void TensorTable::setName(const Tensor &tensor, SharedText name) {
    headFor(tensor.storage()->serial()) |= named;
    m_names[tensor.storage()->serial()] = name;
}

SharedText TensorTable::nameOf(const Tensor &tensor) const {
    if ((headOf(tensor.storage()->serial()) & named) == 0) return {};
    return m_names.at(tensor.storage()->serial());
}

TensorTable::Kept TensorTable::keptBeside(int64_t id) const {
    const uint64_t version = m_rows.at(id).version;
    for (id = idOf(m_rows.at(id).previous); id >= 0 && m_rows.at(id).version == version;
         id = idOf(m_rows.at(id).previous))
        if (isKept(id)) return m_kept.at(id);
    return {};
}

} // namespace jitscope::inline session
