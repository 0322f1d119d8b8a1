// SPDX-License-Identifier: Apache-2.0
// Texts, costs and tensor records of what ran; equal calls are worked out once.
#include "engine/session/recordconverter.h"

#include "engine/base/text.h"
#include "engine/ops/opdef.h"
#include "engine/session/operandtext.h"
#include "engine/session/session.h"
#include "engine/tensor/tensorprint.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <iterator>

namespace jitscope::inline session {

namespace {

constexpr size_t mostFacts = size_t(1) << 17; ///< then they are worked out anew: constants may differ in every call

OpCost eagerCost(const OpDef &op, std::span<const Value> arguments, const Value &result) {
    std::vector<Abstract> types;
    types.reserve(arguments.size());
    for (const Value &argument : arguments)
        types.push_back(Abstract::of(argument));
    return costOf(op, types, Abstract::of(result));
}

} // namespace

size_t RecordConverter::KeyHash::operator()(const std::vector<RawWord> &key) const noexcept {
    uint64_t hash = key.size();
    for (const RawWord word : key) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return size_t(hash);
}

void RecordConverter::addExtras(std::span<TensorExtras> extras) {
    m_extras.insert(m_extras.end(), std::make_move_iterator(extras.begin()), std::make_move_iterator(extras.end()));
}

/** The records of all tensors up to that id that have none yet. */
void RecordConverter::meetTensors(int64_t upTo, int64_t timeNs, Session &part) {
    for (; m_nextTensor <= upTo; ++m_nextTensor) {
        const TensorView &view = m_tensors.view(m_nextTensor);
        TensorRecord record;
        record.id = m_nextTensor;
        record.dtype = view.dtype;
        record.shape = view.shape;
        record.memory = m_tensors.firstOfMemory(m_nextTensor);
        if (record.memory < 0) meetMemory(m_nextTensor, timeNs, part);
        if (!m_extras.empty() && m_extras.front().id == m_nextTensor) {
            TensorExtras &extras = m_extras.front();
            record.name = extras.name;
            if (extras.value)
                record.value =
                    RecordedValue(std::move(extras.value), {view.shape, view.strides, view.dtype}, view.offset);
            m_extras.pop_front();
        }
        part.tensors.push_back(record);
    }
}

/** The tensor is the first in its memory. */
void RecordConverter::meetMemory(int64_t tensor, int64_t timeNs, Session &part) {
    const TensorTable::Memory &memory = m_tensors.memoryAt(m_nextMemory++);
    if (memory.bytes <= 0) return;
    part.storageEvents.push_back({tensor, memory.bytes, timeNs, false});
    const auto early = m_early.find(memory.storage);
    if (early == m_early.end()) {
        m_held[memory.storage] = {tensor, memory.bytes};
        return;
    }
    part.storageEvents.push_back({tensor, memory.bytes, early->second, true});
    m_early.erase(early);
}

void RecordConverter::addReleases(const std::vector<StorageRelease> &releases, Session &part) {
    for (const StorageRelease &release : releases) {
        const auto held = m_held.find(release.storage);
        if (held == m_held.end()) {
            m_early.emplace(release.storage, release.timeNs);
            continue;
        }
        part.storageEvents.push_back({held->second.tensor, held->second.bytes, release.timeNs, true});
        m_held.erase(held);
    }
}

IdList RecordConverter::ids(std::span<const RawWord> words, int64_t timeNs, Session &part) {
    m_ids.clear();
    visitRawTensors(words, [&](RawWord word) { m_ids.push_back(int64_t(raw::payloadOf(word))); });
    for (const int64_t id : m_ids)
        if (id >= m_nextTensor) meetTensors(id, timeNs, part);
    return IdList(std::span<const int64_t>(m_ids));
}

/** Of what is given twice, as in w * w, and read once. */
double RecordConverter::bytesGivenAgain(const IdList &inputs) const {
    double bytes = 0;
    for (auto id = inputs.begin(); id != inputs.end(); ++id) {
        if (std::find(inputs.begin(), id, *id) == id) continue;
        const TensorView &view = m_tensors.view(*id);
        bytes += double(view.shape.product()) * double(info(view.dtype).bytes);
    }
    return bytes;
}

RecordConverter::Facts RecordConverter::workOut(const RawHead &head, std::span<const RawWord> arguments,
                                                std::span<const RawWord> result) const {
    const bool isNode = head.kind == RawKind::Node;
    const OpDef *op =
        isNode ? static_cast<const NodeFacts *>(head.subject)->def : static_cast<const OpDef *>(head.subject);
    std::vector<Value> values;
    values.reserve(head.arguments);
    for (size_t place = 0; place < arguments.size();)
        values.push_back(rawValue(arguments, place, m_tensors));
    Facts facts;
    facts.operands = operandText(op, values);
    if (head.isFailed) return facts;
    size_t place = 0;
    const Value given = rawValue(result, place, m_tensors);
    facts.result = shortText(given);
    facts.cost = isNode ? static_cast<const NodeFacts *>(head.subject)->cost : eagerCost(*op, values, given);
    return facts;
}

/** Equal calls differ in their tensors, not in the types of these: the key has types in the place of ids. */
const RecordConverter::Facts &RecordConverter::factsOf(const RawHead &head, std::span<const RawWord> arguments,
                                                       std::span<const RawWord> result) {
    m_key.clear();
    m_key.push_back(RawWord(reinterpret_cast<uintptr_t>(head.subject)) << 1 | RawWord(head.isFailed));
    m_key.push_back(head.arguments);
    m_key.insert(m_key.end(), arguments.begin(), arguments.end());
    if (!head.isFailed) m_key.insert(m_key.end(), result.begin(), result.end());
    visitRawTensors(std::span(m_key).subspan(2), [&](RawWord &word) {
        word = raw::word(raw::TensorId, m_tensors.viewIndex(int64_t(raw::payloadOf(word))));
    });
    if (const auto known = m_facts.find(m_key); known != m_facts.end()) return known->second;
    if (m_facts.size() >= mostFacts) m_facts.clear();
    return m_facts.emplace(m_key, workOut(head, arguments, result)).first->second;
}

void RecordConverter::addOp(const RawHead &head, std::span<const RawWord> values, Session &part) {
    size_t argumentWords = 0;
    for (size_t items = head.arguments; items > 0; --items) {
        const RawWord first = values[argumentWords];
        const raw::Tag tag = raw::tagOf(first);
        if (tag == raw::Tuple || tag == raw::List) items += raw::payloadOf(first);
        argumentWords += 1 + raw::wordsBehind(first);
    }
    const auto arguments = values.first(argumentWords), result = values.subspan(argumentWords);
    OpEvent event;
    event.number = head.number;
    event.startNs = head.startNs;
    event.durationNs = head.durationNs;
    event.phase = OpPhase(head.phase);
    event.thread = m_threads[head.thread];
    event.inputs = ids(arguments, head.startNs, part);
    if (!head.isFailed) event.outputs = ids(result, head.startNs, part);
    const Facts &facts = factsOf(head, arguments, result);
    event.operands = facts.operands;
    event.result = facts.result;
    event.cost = facts.cost;
    if (size_t place = 0; head.isFailed) event.error = raw::textAt(result, place);
    if (head.kind == RawKind::Node) {
        const auto &node = *static_cast<const NodeFacts *>(head.subject);
        event.op = node.op;
        event.scope = node.scope;
        event.stack = node.stack;
        event.node = node.node;
        event.isKernel = node.isKernel;
        event.compilation = head.compilation;
        event.graphCall = head.other;
        event.writes = node.def && !node.def->written.empty();
    } else {
        const auto &op = *static_cast<const OpDef *>(head.subject);
        const auto [name, isNew] = m_names.try_emplace(&op);
        if (isNew) name->second = op.name;
        event.op = name->second;
        event.cost.bytes = std::max(0.0, event.cost.bytes - bytesGivenAgain(event.inputs));
        event.scope = m_scopes.at(head.scope);
        event.stack = head.stack;
        event.forward = head.other;
        event.writes = !op.written.empty();
    }
    part.ops.push_back(event);
}

void RecordConverter::add(std::span<const RawWord> record, Session &part) {
    RawHead head;
    std::memcpy(static_cast<void *>(&head), record.data(), sizeof head);
    const auto values = record.subspan(rawHeadWords);
    switch (head.kind) {
    case RawKind::Op:
    case RawKind::Node:
        addOp(head, values, part);
        return;
    case RawKind::Gradient:
        meetTensors(std::max(head.number, head.other), head.startNs, part);
        part.gradients.push_back({head.other, head.number});
        return;
    case RawKind::Tensor:
        meetTensors(head.number, head.startNs, part);
        return;
    }
}

} // namespace jitscope::inline session
