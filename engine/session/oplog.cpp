// SPDX-License-Identifier: Apache-2.0
#include "engine/session/oplog.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace jitscope::inline session {

namespace {

constexpr size_t mostIds = std::numeric_limits<uint32_t>::max(); ///< of a log
constexpr size_t mostOfOp = std::numeric_limits<uint8_t>::max(); ///< inputs, or outputs

} // namespace

size_t OpLog::Kind::hash() const {
    size_t hash = size_t(stack + 1) << 20 ^ size_t(compilation + 1) << 4 ^ size_t(phase) << 2 ^ size_t(isKernel) << 1 ^
                  size_t(writes);
    for (const SharedText *text : {&op, &operands, &result, &scope, &error})
        hash = hashWith(hash, std::hash<SharedText>()(*text));
    return hashWith(hashWith(hash, size_t(node.value)), size_t(thread));
}

OpLog::Kind OpLog::kindOf(const OpEvent &op) {
    return {op.op,    op.operands,    op.result, op.scope,    op.error,  op.node,  op.cost,
            op.stack, op.compilation, op.phase,  op.isKernel, op.writes, op.thread};
}

bool OpLog::fits(size_t place, const OpEvent &op) const {
    return placeOf(op.number) == int64_t(place) && op.durationNs >= 0 &&
           op.durationNs <= std::numeric_limits<uint32_t>::max() && fitsRow(op.graphCall) && fitsRow(op.forward) &&
           op.inputs.size() <= mostOfOp && op.outputs.size() <= mostOfOp && std::ranges::all_of(op.inputs, fitsRow) &&
           std::ranges::all_of(op.outputs, fitsRow) && m_ids.size() + 2 * mostOfOp < mostIds && m_kinds.size() < wide;
}

bool OpLog::hasTensorsOf(size_t place, const OpEvent &op) const {
    const Row &row = m_rows[place];
    const auto ids = idsOf(place);
    return row.kind != wide && row.inputs == op.inputs.size() && row.outputs == op.outputs.size() &&
           std::equal(op.inputs.begin(), op.inputs.end(), ids) &&
           std::equal(op.outputs.begin(), op.outputs.end(), ids + row.inputs);
}

/** Whether a row of that place can say it. */
bool OpLog::isNear(size_t place, int64_t startNs, size_t ids) const {
    const First &first = m_firsts[place / neighbours];
    int64_t afterNs = 0;
    return !__builtin_sub_overflow(startNs, first.startNs, &afterNs) && afterNs == int32_t(afterNs) &&
           ids >= first.ids && ids - first.ids <= std::numeric_limits<uint16_t>::max();
}

void OpLog::putRow(size_t place, const OpEvent &op) {
    Row &row = m_rows[place];
    if (!hasTensorsOf(place, op)) {
        row.ids = uint16_t(m_ids.size() - m_firsts[place / neighbours].ids);
        for (const IdList *ids : {&op.inputs, &op.outputs})
            for (const int64_t id : *ids)
                m_ids.push_back(int32_t(id));
    }
    row.afterNs = int32_t(op.startNs - m_firsts[place / neighbours].startNs);
    row.durationNs = uint32_t(op.durationNs);
    row.kind = m_kinds.numberOf(kindOf(op));
    row.graphCall = int32_t(op.graphCall);
    row.forward = int32_t(op.forward);
    row.inputs = uint8_t(op.inputs.size());
    row.outputs = uint8_t(op.outputs.size());
}

void OpLog::putWide(size_t place, const OpEvent &op) {
    m_rows[place] = {.kind = wide};
    m_wide[place] = op;
}

void OpLog::push_back(const OpEvent &op) {
    if (empty()) m_firstNumber = op.number;
    if (size() % neighbours == 0) m_firsts.push_back({op.startNs, uint32_t(std::min(m_ids.size(), mostIds))});
    m_rows.push_back({});
    set(size() - 1, op);
}

void OpLog::set(size_t place, const OpEvent &op) {
    const bool keepsTensors = hasTensorsOf(place, op);
    if (m_rows[place].kind == wide) m_wide.erase(place);
    const size_t ids = keepsTensors ? m_firsts[place / neighbours].ids + m_rows[place].ids : m_ids.size();
    if (fits(place, op) && isNear(place, op.startNs, ids))
        putRow(place, op);
    else
        putWide(place, op);
}

const OpEvent OpLog::operator[](size_t place) const {
    const Row &row = m_rows[place];
    if (row.kind == wide) return m_wide.at(place);
    const Kind &kind = m_kinds[row.kind];
    OpEvent op;
    op.number = m_firstNumber + int64_t(place);
    op.op = kind.op;
    const auto ids = idsOf(place);
    op.inputs = IdList(ids, ids + row.inputs);
    op.outputs = IdList(ids + row.inputs, ids + (row.inputs + row.outputs));
    op.operands = kind.operands;
    op.result = kind.result;
    op.startNs = startNs(place);
    op.durationNs = row.durationNs;
    op.scope = kind.scope;
    op.stack = kind.stack;
    op.compilation = kind.compilation;
    op.node = kind.node;
    op.graphCall = row.graphCall;
    op.isKernel = kind.isKernel;
    op.phase = kind.phase;
    op.writes = kind.writes;
    op.forward = row.forward;
    op.error = kind.error;
    op.cost = kind.cost;
    op.thread = kind.thread;
    return op;
}

std::optional<uint32_t> OpLog::kind(size_t place) const {
    const uint32_t kind = m_rows[place].kind;
    return kind == wide ? std::nullopt : std::optional(kind);
}

void OpLog::append(OpLog &&later) {
    if (empty()) {
        *this = std::exchange(later, {});
        return;
    }
    const size_t before = size(), idsBefore = m_ids.size();
    if (placeOf(later.m_firstNumber) != int64_t(before) || idsBefore + later.m_ids.size() >= mostIds) {
        for (const OpEvent &op : later)
            push_back(op);
        return;
    }
    const std::vector<uint32_t> kinds = m_kinds.numbersOf(later.m_kinds);
    m_ids.append(later.m_ids);
    for (size_t from = 0, place = before; from < later.size(); ++from, ++place) {
        Row row = later.m_rows[from];
        const First &first = later.m_firsts[from / neighbours];
        const int64_t startNs = first.startNs + row.afterNs;
        const size_t ids = idsBefore + first.ids + row.ids;
        if (place % neighbours == 0) m_firsts.push_back({startNs, uint32_t(ids)});
        if (row.kind != wide && isNear(place, startNs, ids)) {
            row.kind = kinds[row.kind];
            row.afterNs = int32_t(startNs - m_firsts[place / neighbours].startNs);
            row.ids = uint16_t(ids - m_firsts[place / neighbours].ids);
            m_rows.push_back(row);
        } else {
            m_rows.push_back({.kind = wide});
            if (row.kind != wide) m_wide.emplace(place, later[from]);
        }
    }
    for (auto &[place, op] : later.m_wide)
        m_wide.emplace(before + place, std::move(op));
    later = {};
}

int64_t OpLog::bytes() const {
    constexpr size_t perHash = 48; // of KindTable, as the library allocates its nodes
    return int64_t(m_rows.size() * sizeof(Row) + m_firsts.size() * sizeof(First) + m_ids.size() * sizeof(int32_t) +
                   m_kinds.size() * (sizeof(Kind) + perHash) + m_wide.size() * sizeof(OpEvent));
}

} // namespace jitscope::inline session
