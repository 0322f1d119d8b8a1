// SPDX-License-Identifier: Apache-2.0
#include "engine/session/tensorlog.h"

#include <iterator>
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

namespace {

/** `item` in the list, in the place that it had if it had one; the place. */
template<class List> uint32_t putAt(List &list, std::optional<uint32_t> place, typename List::value_type item) {
    if (place) {
        list[*place] = std::move(item);
        return *place;
    }
    list.push_back(std::move(item));
    return uint32_t(list.size() - 1);
}

} // namespace

TensorLog::Held TensorLog::heldFor(Held before, const RecordedValue &value) {
    const RecordedMemory &memory = value.memory();
    if (!memory) return none;
    const auto placeIn = [&](Held kind) {
        return before != none && (before & kindOfHeld) == kind ? std::optional(before & ~kindOfHeld) : std::nullopt;
    };
    if (memory.storage()) {
        const OfThisProcess own{memory.storage(), value.offset()};
        return ofThisProcess | putAt(m_own, placeIn(ofThisProcess), own);
    }
    if (!m_table) m_table = memory.table();
    if (memory.table() != m_table || memory.number() >= ValueTable::mostNumbers - 1)
        return ofOtherTable | putAt(m_others, placeIn(ofOtherTable), {memory, value.offset()});
    if (value.offset() == 0) return ofTable | (memory.number() + 1);
    return ofTableWithOffset | putAt(m_offsets, placeIn(ofTableWithOffset), {memory.number(), value.offset()});
}

void TensorLog::hold(size_t place, const RecordedValue &value) {
    if (place >= m_held.size()) {
        if (!value.memory()) return;
        m_held.resize(place + 1);
    }
    const Held before = m_held[place];
    if (const Held held = m_held[place] = heldFor(before, value);
        (before & kindOfHeld) == ofThisProcess && (held & kindOfHeld) != ofThisProcess)
        m_own[before & ~kindOfHeld] = {}; // nobody holds its memory any more
}

RecordedValue TensorLog::valueAt(size_t place, const RecordedView &view) const {
    const Held held = place < m_held.size() ? m_held[place] : none;
    const uint32_t at = held & ~kindOfHeld;
    if (held == none) return {};
    switch (held & kindOfHeld) {
    case ofTable:
        return RecordedValue(RecordedMemory(m_table, at - 1), view, 0);
    case ofTableWithOffset:
        return RecordedValue(RecordedMemory(m_table, m_offsets[at].number), view, m_offsets[at].offset);
    case ofThisProcess:
        return RecordedValue(RecordedMemory(m_own[at].storage), view, m_own[at].offset);
    default:
        return RecordedValue(m_others[at].memory, view, m_others[at].offset);
    }
}

void TensorLog::push_back(const TensorRecord &tensor) {
    if (empty()) m_firstId = tensor.id;
    m_rows.push_back({});
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
    tensor.value = valueAt(place, kind.view);
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
    appendHeld(before, later);
    for (auto &[place, tensor] : later.m_wide)
        m_wide.emplace(before + place, std::move(tensor));
    later = {};
}

/** The values of a later part, whose first place is `before`. */
void TensorLog::appendHeld(size_t before, TensorLog &later) {
    if (later.m_held.empty()) return;
    if (!m_table) m_table = later.m_table;
    m_held.resize(before);
    if (later.m_table != m_table || !later.m_others.empty()) {
        for (size_t place = 0; place < later.m_held.size(); ++place) {
            const uint32_t kind = later.m_rows[place].kind;
            if (kind != wide) hold(before + place, later.valueAt(place, later.m_kinds[kind].view));
        }
        return;
    }
    const Held offsets = Held(m_offsets.size()), own = Held(m_own.size());
    for (const Held held : later.m_held) {
        const Held kind = held & kindOfHeld;
        m_held.push_back(kind == ofTableWithOffset ? held + offsets : kind == ofThisProcess ? held + own : held);
    }
    m_offsets.append(later.m_offsets);
    m_own.insert(m_own.end(), std::make_move_iterator(later.m_own.begin()), std::make_move_iterator(later.m_own.end()));
}

int64_t TensorLog::bytes() const {
    constexpr size_t perHash = 48; // of KindTable, as the library allocates its nodes
    return int64_t(m_rows.size() * sizeof(Row) + m_held.size() * sizeof(Held) + m_offsets.size() * sizeof(InTable) +
                   m_own.size() * sizeof(OfThisProcess) + m_others.size() * sizeof(InOtherTable) +
                   m_kinds.size() * (sizeof(Kind) + perHash) + m_wide.size() * sizeof(TensorRecord));
}

} // namespace jitscope::inline session
