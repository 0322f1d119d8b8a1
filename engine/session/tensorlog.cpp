// SPDX-License-Identifier: Apache-2.0
#include "engine/session/tensorlog.h"

#include <limits>
#include <utility>

namespace jitscope::inline session {

namespace {

size_t hashOf(size_t hash, const Dims &dims) {
    for (const int64_t each : dims)
        hash = hashWith(hash, size_t(each));
    return hashWith(hash, size_t(dims.rank()));
}

} // namespace

size_t TensorLog::Kind::hash() const {
    const size_t hash = hashWith(std::hash<SharedText>()(name), size_t(dtype) << 8 ^ size_t(view.dtype));
    return hashOf(hashOf(hashOf(hash, shape), view.shape), view.strides);
}

bool TensorLog::fits(size_t place, const TensorRecord &tensor) const {
    return placeOf(tensor.id) == int64_t(place) && fitsRow(tensor.op) && fitsRow(tensor.firstUse) &&
           fitsRow(tensor.memory) && m_kinds.size() < wide;
}

void TensorLog::hold(size_t place, const RecordedValue &value) {
    if (place >= m_held.size()) {
        if (!value.storage()) return;
        m_held.resize(place + 1);
    }
    m_held[place] = {value.storage(), value.offset()};
}

void TensorLog::push_back(const TensorRecord &tensor) {
    if (empty()) m_firstId = tensor.id;
    m_rows.emplace_back();
    set(size() - 1, tensor);
}

void TensorLog::set(size_t place, const TensorRecord &tensor) {
    Row &row = m_rows[place];
    if (row.kind == wide) m_wide.erase(place);
    if (fits(place, tensor)) {
        const Kind kind{tensor.name, tensor.dtype, tensor.shape, tensor.value.view()};
        row = {m_kinds.numberOf(kind), int32_t(tensor.op), int32_t(tensor.firstUse), int32_t(tensor.memory)};
        hold(place, tensor.value);
    } else {
        row = {.kind = wide};
        hold(place, {});
        m_wide[place] = tensor;
    }
}

const TensorRecord TensorLog::operator[](size_t place) const {
    const Row &row = m_rows[place];
    if (row.kind == wide) return m_wide.at(place);
    const Kind &kind = m_kinds[row.kind];
    TensorRecord tensor;
    tensor.id = m_firstId + int64_t(place);
    tensor.dtype = kind.dtype;
    tensor.shape = kind.shape;
    if (place < m_held.size() && m_held[place].storage)
        tensor.value = RecordedValue(m_held[place].storage, kind.view, m_held[place].offset);
    tensor.name = kind.name;
    tensor.op = row.op;
    tensor.firstUse = row.firstUse;
    tensor.memory = row.memory;
    return tensor;
}

int64_t TensorLog::op(size_t place) const {
    const Row &row = m_rows[place];
    return row.kind == wide ? m_wide.at(place).op : row.op;
}

int64_t TensorLog::firstUse(size_t place) const {
    const Row &row = m_rows[place];
    return row.kind == wide ? m_wide.at(place).firstUse : row.firstUse;
}

std::optional<uint32_t> TensorLog::kind(size_t place) const {
    const uint32_t kind = m_rows[place].kind;
    return kind == wide ? std::nullopt : std::optional(kind);
}

void TensorLog::setUse(size_t place, int64_t firstUse, int64_t op) {
    Row &row = m_rows[place];
    if (row.kind != wide && fitsRow(firstUse) && fitsRow(op)) {
        row.firstUse = int32_t(firstUse);
        row.op = int32_t(op);
        return;
    }
    change(place, [&](TensorRecord &tensor) {
        tensor.firstUse = firstUse;
        tensor.op = op;
    });
}

void TensorLog::append(TensorLog &&later) {
    if (empty()) {
        *this = std::exchange(later, {});
        return;
    }
    if (!later.empty() && placeOf(later.m_firstId) != int64_t(size())) {
        for (const TensorRecord &tensor : later)
            push_back(tensor);
        return;
    }
    const size_t before = size();
    const std::vector<uint32_t> kinds = m_kinds.numbersOf(later.m_kinds);
    for (Row row : later.m_rows) {
        if (row.kind != wide) row.kind = kinds[row.kind];
        m_rows.push_back(row);
    }
    if (!later.m_held.empty()) {
        m_held.resize(before);
        m_held.insert(m_held.end(), later.m_held.begin(), later.m_held.end());
    }
    for (auto &[place, tensor] : later.m_wide)
        m_wide.emplace(before + place, std::move(tensor));
    later = {};
}

int64_t TensorLog::bytes() const {
    constexpr size_t perHash = 48; // of KindTable, as the library allocates its nodes
    return int64_t(m_rows.size() * sizeof(Row) + m_held.size() * sizeof(Held) +
                   m_kinds.size() * (sizeof(Kind) + perHash) + m_wide.size() * sizeof(TensorRecord));
}

} // namespace jitscope::inline session
