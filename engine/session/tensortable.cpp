// SPDX-License-Identifier: Apache-2.0
// The pages and chains behind the ids of recorded tensors.
#include "engine/session/tensortable.h"

namespace jitscope::inline session {

namespace {

size_t hashOf(const Tensor &tensor) {
    size_t hash = size_t(tensor.dtype()) * 31 + size_t(tensor.rank()) + size_t(tensor.offset()) * 0x9E3779B97F4A7C15u;
    for (int i = 0; i < tensor.rank(); ++i)
        hash = (hash ^ size_t(tensor.shape()[i]) ^ size_t(tensor.strides()[i]) << 32) * 0x100000001B3u;
    return hash;
}

/** As it is shown everywhere: nobody reads a longer one, and a name of megabytes would be laid out again and again. */
SharedText bounded(const SharedText &name) {
    constexpr size_t mostBytes = 1000;
    if (name.size() <= mostBytes) return name;
    const std::string &text = name.str();
    size_t end = mostBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) // within a character
        --end;
    return text.substr(0, end) + "…";
}

} // namespace

TensorTable::~TensorTable() {
    delete m_nextPage.load();
}

TensorTable::Head TensorTable::headOf(uint64_t serial) const {
    const size_t page = size_t(serial >> pageBits);
    return page < m_pages.size() && m_pages[page] ? (*m_pages[page])[placeInPage(serial)] : 0;
}

void TensorTable::turnTo(uint64_t pageIndex) {
    const auto place = size_t(pageIndex);
    if (place >= m_pages.size()) m_pages.resize(place + 1);
    if (!m_pages[place]) m_pages[place].reset(m_nextPage.exchange(nullptr));
    if (!m_pages[place]) m_pages[place] = std::make_unique<Page>();
    m_lastPageIndex = pageIndex;
    m_lastPage = m_pages[place].get();
}

void TensorTable::preparePage() {
    if (m_nextPage.load(std::memory_order_relaxed)) return;
    auto made = std::make_unique<Page>();
    Page *none = nullptr;
    if (m_nextPage.compare_exchange_strong(none, made.get())) (void)made.release();
}

int64_t TensorTable::find(const Tensor &tensor) const {
    const Storage &storage = *tensor.storage().get();
    for (int64_t id = idOf(headOf(storage.serial())); id >= 0;) {
        const Row &row = m_rows.at(id);
        if (row.version != versionOf(storage)) return -1; // those before it are older still
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

uint32_t TensorTable::otherViewOf(const Tensor &tensor) {
    const size_t hash = hashOf(tensor);
    for (auto [place, end] = m_viewsByHash.equal_range(hash); place != end; ++place)
        if (m_views.at(place->second).isOf(tensor)) return m_lastView = place->second;
    m_views.at(m_viewCount) = {tensor.shape(), tensor.strides(), tensor.offset(), tensor.dtype(),
                               tensor.isContiguous()};
    m_viewsByHash.emplace(hash, m_viewCount);
    return m_lastView = m_viewCount++;
}

int64_t TensorTable::add(const Tensor &tensor) {
    return addTo(headFor(tensor.storage()->serial()), tensor);
}

int64_t TensorTable::addLoose(const Tensor &tensor) {
    const int64_t id = next(m_count);
    const Head head = headOf(tensor.storage()->serial());
    m_rows.at(id) = {versionOf(*tensor.storage().get()), head & ~named, viewOf(tensor), firstBehind(head)};
    return id;
}

void TensorTable::setName(const Tensor &tensor, SharedText name) {
    headFor(tensor.storage()->serial()) |= named;
    m_names[tensor.storage()->serial()] = bounded(name);
}

SharedText TensorTable::nameOf(const Tensor &tensor) const {
    if ((headOf(tensor.storage()->serial()) & named) == 0) return {};
    return m_names.at(tensor.storage()->serial());
}

TensorTable::Kept TensorTable::keptBeside(int64_t id) const {
    const uint32_t version = m_rows.at(id).version;
    for (id = idOf(m_rows.at(id).previous); id >= 0 && m_rows.at(id).version == version;
         id = idOf(m_rows.at(id).previous))
        if (isKept(id)) return m_kept.at(id);
    return {};
}

} // namespace jitscope::inline session
