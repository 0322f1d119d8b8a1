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

bool OpLog::hasTensorsOf(const Row &row, const OpEvent &op) const {
    const auto ids = m_ids.begin() + row.ids;
    return row.kind != wide && row.inputs == op.inputs.size() && row.outputs == op.outputs.size() &&
           std::equal(op.inputs.begin(), op.inputs.end(), ids) &&
           std::equal(op.outputs.begin(), op.outputs.end(), ids + row.inputs);
}

OpLog::Row OpLog::rowOf(const OpEvent &op, const Row &before) {
    Row row;
    row.startNs = op.startNs;
    row.durationNs = uint32_t(op.durationNs);
    row.kind = m_kinds.numberOf(kindOf(op));
    row.graphCall = int32_t(op.graphCall);
    row.forward = int32_t(op.forward);
    row.inputs = uint8_t(op.inputs.size());
    row.outputs = uint8_t(op.outputs.size());
    row.ids = before.ids;
    if (hasTensorsOf(before, op)) return row;
    row.ids = uint32_t(m_ids.size());
    m_ids.insert(m_ids.end(), op.inputs.begin(), op.inputs.end());
    m_ids.insert(m_ids.end(), op.outputs.begin(), op.outputs.end());
    return row;
}

void OpLog::push_back(const OpEvent &op) {
    if (empty()) m_firstNumber = op.number;
    m_rows.emplace_back();
    set(size() - 1, op);
}

void OpLog::set(size_t place, const OpEvent &op) {
    Row &row = m_rows[place];
    if (row.kind == wide) m_wide.erase(place);
    if (fits(place, op)) {
        row = rowOf(op, row);
    } else {
        row = {.kind = wide};
        m_wide[place] = op;
    }
}

const OpEvent OpLog::operator[](size_t place) const {
    const Row &row = m_rows[place];
    if (row.kind == wide) return m_wide.at(place);
    const Kind &kind = m_kinds[row.kind];
    OpEvent op;
    op.number = m_firstNumber + int64_t(place);
    op.op = kind.op;
    const auto ids = m_ids.begin() + row.ids;
    op.inputs = IdList(ids, ids + row.inputs);
    op.outputs = IdList(ids + row.inputs, ids + row.inputs + row.outputs);
    op.operands = kind.operands;
    op.result = kind.result;
    op.startNs = row.startNs;
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
    for (Row row : later.m_rows) {
        if (row.kind != wide) row.kind = kinds[row.kind];
        row.ids += uint32_t(idsBefore);
        m_rows.push_back(row);
    }
    m_ids.insert(m_ids.end(), later.m_ids.begin(), later.m_ids.end());
    for (auto &[place, op] : later.m_wide)
        m_wide.emplace(before + place, std::move(op));
    later = {};
}

int64_t OpLog::bytes() const {
    constexpr size_t perHash = 48; // of KindTable, as the library allocates its nodes
    return int64_t(m_rows.size() * sizeof(Row) + m_ids.size() * sizeof(int32_t) +
                   m_kinds.size() * (sizeof(Kind) + perHash) + m_wide.size() * sizeof(OpEvent));
}

} // namespace jitscope::inline session
