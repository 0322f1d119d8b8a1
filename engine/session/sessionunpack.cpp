// SPDX-License-Identifier: Apache-2.0
// Reads the rows that sessionpack.cpp writes, with nothing taken on trust.
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/session/sessionpack.h"

#include "engine/session/graphpack.h"
#include "engine/session/recordpack.h"
#include "engine/session/sessionfields.h"
#include "engine/session/tracepack.h"

#include <cstring>

namespace jitscope::inline session {

namespace {

/** A view must lie within its storage, wherever that comes from. */
bool fits(const Dims &shape, const Dims &strides, int64_t offset, DType dtype, int64_t bytes) {
    const int64_t items = bytes / info(dtype).bytes;
    if (shape.rank() != strides.rank() || offset < 0 || !checkedCount(shape.span())) return false;
    __int128 last = offset;
    for (int i = 0; i < shape.rank(); ++i) {
        if (shape[i] == 0) return offset <= items;
        if (strides[i] < 0) return false;
        last += __int128(shape[i] - 1) * strides[i];
    }
    return last < items;
}

class Unpacker {
public:
    Unpacker(std::string_view bytes, const StorageSource &storages, int version)
        : m_in(bytes, version)
        , m_storages(storages)
        , m_version(version) {}

    Result<Session> unpack();

private:
    void takeInfo(Session &part);
    void takeValue(TensorRecord &record);
    void takeGraphs(Compilation &each);
    void takeCompilation(Compilation &each);
    void takeTrace(Session &part);

    RecordUnpacker m_in;
    const StorageSource &m_storages;
    const int m_version;
    std::string m_fault;
};

void Unpacker::takeInfo(Session &part) {
    for (int64_t left = m_in.rows().count(); left > 0 && m_in.rows().ok(); --left) {
        std::string key = m_in.rows().text();
        part.info.insert_or_assign(std::move(key), m_in.rows().text());
    }
}

void Unpacker::takeValue(TensorRecord &record) {
    if (record.memory < -1 || record.memory >= record.id) return m_in.rows().fail();
    const int64_t serial = m_in.rows().integer();
    if (serial == 0) return;
    const Dims strides = m_in.take<Dims>();
    const int64_t offset = m_in.rows().integer();
    RecordedMemory memory = m_in.rows().ok() ? m_storages(uint64_t(serial)) : RecordedMemory();
    if (!memory) return;
    const bool isSound = fits(record.shape, strides, offset, record.dtype, memory.bytes());
    if (!isSound && !memory.isDropped()) return m_in.rows().fail();
    record.value = RecordedValue(std::move(memory), {record.shape, strides, record.dtype}, offset);
}

void Unpacker::takeGraphs(Compilation &each) {
    const std::string bytes = m_in.rows().text();
    std::vector<std::string> constants;
    m_in.list(constants);
    if (!m_in.rows().ok()) return;
    const TensorSource source = [&](int64_t place, DType dtype, const Dims &shape) -> std::optional<Tensor> {
        const auto count = checkedCount(shape.span());
        if (!count || place < 0 || size_t(place) >= constants.size()) return std::nullopt;
        const std::string &elements = constants[size_t(place)];
        if (*count * info(dtype).bytes != int64_t(elements.size())) return std::nullopt;
        Tensor tensor(shape, dtype);
        if (!elements.empty()) std::memcpy(tensor.mutableRawData(), elements.data(), elements.size());
        return tensor;
    };
    auto unpacked = unpackGraphs(bytes, source);
    if (!unpacked || unpacked->modules.size() != 2 + 2 * each.passes.size()) {
        m_fault = unpacked ? "a compilation has another number of graphs" : unpacked.error().message;
        return m_in.rows().fail();
    }
    each.spans = unpacked->spans;
    each.captured = std::move(unpacked->modules[0]);
    each.final = std::move(unpacked->modules[1]);
    for (size_t i = 0; i < each.passes.size(); ++i) {
        each.passes[i].before = std::move(unpacked->modules[2 + 2 * i]);
        each.passes[i].after = std::move(unpacked->modules[3 + 2 * i]);
    }
}

void Unpacker::takeCompilation(Compilation &each) {
    constexpr int mostCompilations = 1'000'000; // places up to it are held by empty ones
    if (each.index < 0 || each.index > mostCompilations) return m_in.rows().fail();
    m_in.list(each.passes, [&](PassRecord &pass) {
        m_in.list(pass.rewrites);
        m_in.list(pass.refusals);
    });
    takeGraphs(each);
    m_in.list(each.kernels);
    m_in.list(each.stages);
}

void Unpacker::takeTrace(Session &part) {
    std::vector<PackedColumn> columns;
    for (int64_t left = m_in.rows().count(); left > 0 && m_in.rows().ok(); --left) {
        PackedColumn &column = columns.emplace_back();
        column.name = m_in.rows().text();
        column.bytes = m_in.rows().text();
    }
    if (!m_in.rows().ok() || columns.empty()) return;
    auto trace = unpackTrace(columns);
    if (trace)
        part.trace = *std::move(trace);
    else
        m_in.rows().fail();
}

Result<Session> Unpacker::unpack() {
    Session part;
    takeInfo(part);
    m_in.list(part.sources);
    m_in.list(part.output);
    m_in.list(part.problems);
    m_in.list(part.stacks);
    m_in.list(part.tensors, [&](TensorRecord &record) { takeValue(record); });
    m_in.list(part.ops);
    m_in.list(part.graphCalls);
    m_in.list(part.gradients);
    m_in.list(part.stops, [&](StopRecord &stop) {
        m_in.list(stop.stack);
        m_in.list(stop.variables);
    });
    m_in.list(part.bookmarks);
    m_in.list(part.watchHits);
    if (m_version >= storageEventsSince) m_in.list(part.storageEvents);
    if (m_version >= threadsSince) m_in.list(part.threadSpans);
    if (m_version >= dataWaitsSince) m_in.list(part.dataWaits);
    m_in.list(part.compilations, [&](Compilation &each) { takeCompilation(each); });
    takeTrace(part);
    if (m_in.rows().ok() && m_in.rows().atEnd()) return part;
    return Error{m_fault.empty() ? std::string("a block of it cannot be read") : m_fault};
}

} // namespace

Result<Session> unpackSession(std::string_view bytes, const StorageSource &storages, int version) {
    return Unpacker(bytes, storages, version).unpack();
}

} // namespace jitscope::inline session
