// SPDX-License-Identifier: Apache-2.0
// Reads the rows that sessionpack.cpp writes, with nothing taken on trust.
#include "engine/session/sessionpack.h"

#include "engine/session/graphpack.h"
#include "engine/session/packing.h"
#include "engine/session/tracepack.h"

#include <cstring>

namespace jitscope {

namespace {

/** Reads the rows; after the first fault everything reads as zero, and loops end. */
class Unpacker {
public:
    Unpacker(std::string_view bytes, const StorageSource &storages)
        : m_in(bytes)
        , m_storages(storages) {}

    Result<Session> unpack();

private:
    template<class Each> void rows(Each each) {
        for (int64_t left = m_in.count(); left > 0 && m_in.ok(); --left)
            each();
    }
    SharedText shared() {
        const int64_t text = m_in.integerIn(0, int64_t(m_texts.size()) - 1);
        return m_in.ok() ? m_texts[size_t(text)] : SharedText();
    }
    int small() { return int(m_in.integerIn(INT32_MIN, INT32_MAX)); }
    bool truth() { return m_in.byteUpTo(1) == 1; }
    Dims dims() {
        Dims dims;
        for (int left = m_in.byteUpTo(uint8_t(maxRank)); left > 0; --left)
            dims.push(m_in.integer());
        return dims;
    }
    IdList ids() {
        std::vector<int64_t> ids;
        rows([&] { ids.push_back(m_in.integer()); });
        return IdList(ids);
    }
    std::vector<NodeId> nodes() {
        std::vector<NodeId> nodes;
        rows([&] { nodes.push_back(NodeId{m_in.integer()}); });
        return nodes;
    }
    SourceSpan span() {
        SourceSpan span;
        span.file = shared();
        span.line = small();
        span.endLine = small();
        span.column = small();
        span.endColumn = small();
        span.text = m_in.text();
        return span;
    }
    std::vector<StackFrame> stack() {
        std::vector<StackFrame> stack;
        rows([&] {
            StackFrame &frame = stack.emplace_back();
            frame.function = shared();
            frame.span = span();
        });
        return stack;
    }
    void table();
    void texts(Session &part);
    void tensor(TensorRecord &record);
    void tensors(Session &part);
    void op(OpEvent &op);
    void ops(Session &part);
    void notes(Session &part);
    void pass(PassRecord &pass);
    void graphs(Compilation &each);
    void compilation(Compilation &each);
    void trace(Session &part);

    ByteReader m_in;
    const StorageSource &m_storages;
    std::vector<SharedText> m_texts;
    std::string m_fault;
};

void Unpacker::table() {
    const int64_t count = m_in.integer();
    const std::string bytes = m_in.text();
    ByteReader in(bytes);
    if (count < 0 || count > int64_t(bytes.size())) return m_in.fail();
    for (int64_t i = 0; i < count && in.ok(); ++i)
        m_texts.emplace_back(in.text());
    if (!in.ok()) m_in.fail();
}

void Unpacker::texts(Session &part) {
    rows([&] {
        std::string key = m_in.text();
        part.info.insert_or_assign(std::move(key), m_in.text());
    });
    rows([&] {
        std::string path = m_in.text();
        part.sources.push_back({std::move(path), m_in.text()});
    });
    rows([&] {
        const bool isError = truth();
        part.output.push_back({isError, m_in.text()});
    });
    rows([&] {
        Problem &problem = part.problems.emplace_back();
        problem.severity = Severity(m_in.byteUpTo(uint8_t(Severity::Error)));
        problem.kind = m_in.text();
        problem.message = m_in.text();
        problem.span = span();
    });
    rows([&] { part.stacks.push_back(stack()); });
}

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

void Unpacker::tensor(TensorRecord &record) {
    record.dtype = DType(m_in.byteUpTo(uint8_t(dtypeCount - 1)));
    record.shape = dims();
    record.name = shared();
    record.memory = m_in.integerIn(-1, record.id - 1);
    const int64_t serial = m_in.integer();
    if (serial == 0) return;
    const Dims strides = dims();
    const int64_t offset = m_in.integer();
    std::shared_ptr<RecordedStorage> storage = m_in.ok() ? m_storages(uint64_t(serial)) : nullptr;
    if (!storage) return;
    if (!fits(record.shape, strides, offset, record.dtype, storage->bytes())) return m_in.fail();
    record.value = RecordedValue(std::move(storage), record.shape, strides, offset, record.dtype);
}

void Unpacker::tensors(Session &part) {
    const int64_t count = m_in.count();
    int64_t id = count > 0 ? m_in.integerIn(0, INT64_MAX / 2) : 0;
    for (int64_t i = 0; i < count && m_in.ok(); ++i) {
        TensorRecord &record = part.tensors.emplace_back();
        record.id = id++;
        tensor(record);
    }
}

void Unpacker::op(OpEvent &op) {
    op.op = shared();
    op.inputs = ids();
    op.outputs = ids();
    op.operands = shared();
    op.result = shared();
    op.startNs = m_in.integer();
    op.durationNs = m_in.integerIn(0, INT64_MAX / 2);
    op.scope = shared();
    op.stack = small();
    op.compilation = small();
    op.node.value = m_in.integer();
    op.graphCall = m_in.integer();
    const int bits = m_in.byteUpTo(uint8_t(3 | int(OpPhase::Optimizer) << 2));
    op.isKernel = bits & 1;
    op.writes = bits & 2;
    op.phase = OpPhase(bits >> 2);
    op.forward = m_in.integer();
    op.error = shared();
    op.cost.flops = m_in.real();
    op.cost.bytes = m_in.real();
}

void Unpacker::ops(Session &part) {
    const int64_t count = m_in.count();
    int64_t number = count > 0 ? m_in.integerIn(1, INT64_MAX / 2) : 0;
    uint64_t lastNs = 0;
    for (int64_t i = 0; i < count && m_in.ok(); ++i) {
        OpEvent &each = part.ops.emplace_back();
        each.number = number++;
        op(each);
        lastNs += uint64_t(each.startNs); // unsigned: a wild number must not be undefined
        each.startNs = int64_t(lastNs);
    }
    rows([&] {
        GraphCall &call = part.graphCalls.emplace_back();
        call.number = m_in.integer();
        call.function = m_in.text();
        call.compilation = small();
        call.startNs = m_in.integer();
        call.durationNs = m_in.integerIn(0, INT64_MAX / 2);
        call.stack = small();
    });
}

void Unpacker::notes(Session &part) {
    rows([&] {
        const int64_t tensor = m_in.integer();
        part.gradients.push_back({tensor, m_in.integer()});
    });
    rows([&] {
        StopRecord &stop = part.stops.emplace_back();
        stop.nextOp = m_in.integer();
        stop.reason = m_in.text();
        stop.stack = stack();
        rows([&] {
            std::vector<Variable> &variables = stop.variables.emplace_back();
            rows([&] {
                Variable &variable = variables.emplace_back();
                variable.name = m_in.text();
                variable.type = m_in.text();
                variable.text = m_in.text();
                variable.tensor = m_in.integer();
                variable.isGlobal = truth();
            });
        });
    });
    rows([&] {
        const int64_t op = m_in.integer();
        part.bookmarks.push_back({op, m_in.text()});
    });
    rows([&] {
        WatchHit &hit = part.watchHits.emplace_back();
        hit.op = m_in.integer();
        hit.tensor = m_in.integer();
        hit.rule = m_in.text();
        hit.parameter = m_in.text();
        hit.actual = m_in.real();
        hit.threshold = m_in.real();
    });
}

void Unpacker::pass(PassRecord &pass) {
    pass.index = small();
    pass.phase = PassPhase(m_in.byteUpTo(uint8_t(PassPhase::GraphKernel)));
    pass.name = m_in.text();
    pass.summary = m_in.text();
    pass.changed = truth();
    pass.nodesBefore = small();
    pass.nodesAfter = small();
    pass.startNs = m_in.integer();
    pass.timeNs = m_in.integer();
    pass.stage = m_in.text();
    pass.cycle = small();
    rows([&] {
        Rewrite &rewrite = pass.rewrites.emplace_back();
        rewrite.rule = m_in.text();
        rewrite.before = nodes();
        rewrite.after.value = m_in.integer();
    });
    rows([&] {
        Refusal &refusal = pass.refusals.emplace_back();
        refusal.rule = m_in.text();
        refusal.nodes = nodes();
        refusal.reason = m_in.text();
    });
}

void Unpacker::graphs(Compilation &each) {
    const std::string bytes = m_in.text();
    std::vector<std::string> constants;
    rows([&] { constants.push_back(m_in.text()); });
    if (!m_in.ok()) return;
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
        return m_in.fail();
    }
    each.spans = unpacked->spans;
    each.captured = std::move(unpacked->modules[0]);
    each.final = std::move(unpacked->modules[1]);
    for (size_t i = 0; i < each.passes.size(); ++i) {
        each.passes[i].before = std::move(unpacked->modules[2 + 2 * i]);
        each.passes[i].after = std::move(unpacked->modules[3 + 2 * i]);
    }
}

void Unpacker::compilation(Compilation &each) {
    each.index = int(m_in.integerIn(0, 1'000'000)); // places up to it are held by empty ones
    for (std::string *text : {&each.function, &each.key, &each.captureMode, &each.jitLevel, &each.device, &each.reason,
                              &each.script.mode, &each.script.jitLevel, &each.script.device, &each.options})
        *text = m_in.text();
    each.imported = truth();
    rows([&] { pass(each.passes.emplace_back()); });
    graphs(each);
    rows([&] {
        KernelRecord &kernel = each.kernels.emplace_back();
        kernel.name = m_in.text();
        kernel.graph = m_in.text();
        kernel.members = nodes();
        kernel.compileNs = m_in.integer();
        kernel.origin = CodeOrigin(m_in.integerIn(0, int64_t(CodeOrigin::NotCompiled)));
        kernel.codeBytes = m_in.integer();
    });
    rows([&] {
        StageTime &stage = each.stages.emplace_back();
        stage.name = m_in.text();
        stage.startNs = m_in.integer();
        stage.durationNs = m_in.integer();
    });
}

void Unpacker::trace(Session &part) {
    std::vector<PackedColumn> columns;
    rows([&] {
        PackedColumn &column = columns.emplace_back();
        column.name = m_in.text();
        column.bytes = m_in.text();
    });
    if (!m_in.ok() || columns.empty()) return;
    auto trace = unpackTrace(columns);
    if (trace)
        part.trace = *std::move(trace);
    else
        m_in.fail();
}

Result<Session> Unpacker::unpack() {
    Session part;
    table();
    texts(part);
    tensors(part);
    ops(part);
    notes(part);
    rows([&] { compilation(part.compilations.emplace_back()); });
    trace(part);
    if (m_in.ok() && m_in.atEnd()) return part;
    return Error{m_fault.empty() ? std::string("a block of it cannot be read") : m_fault};
}

} // namespace

Result<Session> unpackSession(std::string_view bytes, const StorageSource &storages) {
    return Unpacker(bytes, storages).unpack();
}

} // namespace jitscope
