// SPDX-License-Identifier: Apache-2.0
#include "engine/session/sessionfile.h"

#include "engine/base/text.h"
#include "engine/session/graphpack.h"
#include "engine/session/packing.h"
#include "engine/session/sessiontables.h"
#include "engine/session/profilepack.h"
#include "engine/session/tracepack.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <new>
#include <sys/stat.h>
#include <unistd.h>

namespace jitscope {

namespace {

/** "3,4,7" as numbers, or a fault of the current row. */
std::vector<int64_t> numberList(DatabaseReader &in) {
    const std::string text = in.text();
    std::vector<int64_t> numbers;
    const char *at = text.data(), *const end = text.data() + text.size();
    while (at < end) {
        int64_t number = 0;
        const auto [rest, problem] = std::from_chars(at, end, number);
        const bool ends = rest == end || (*rest == ',' && rest + 1 < end);
        if (problem != std::errc() || !ends) {
            in.fault("has '" + text.substr(0, 40) + "' where a list of numbers belongs");
            return {};
        }
        numbers.push_back(number);
        at = rest == end ? end : rest + 1;
    }
    return numbers;
}

std::vector<NodeId> nodeList(DatabaseReader &in) {
    std::vector<NodeId> nodes;
    for (const int64_t number : numberList(in))
        nodes.push_back(NodeId{number});
    return nodes;
}

Dims dimsList(DatabaseReader &in) {
    const std::vector<int64_t> sizes = numberList(in);
    if (sizes.size() <= size_t(maxRank)) return Dims(std::span<const int64_t>(sizes));
    in.fault(format("has a shape of %zu axes, more than %d", sizes.size(), maxRank));
    return {};
}

bool truth(DatabaseReader &in) {
    return in.integerIn(0, 1) == 1;
}
int small(DatabaseReader &in) {
    return int(in.integerIn(INT32_MIN, INT32_MAX));
}

SourceSpan span(DatabaseReader &in) {
    SourceSpan span;
    span.file = in.text();
    span.line = small(in);
    span.endLine = small(in);
    span.column = small(in);
    span.endColumn = small(in);
    span.text = in.text();
    return span;
}

int64_t memoryBytes() {
    return int64_t(::sysconf(_SC_PHYS_PAGES)) * int64_t(::sysconf(_SC_PAGESIZE));
}

/** The table `blobs` in memory. */
class Blobs {
public:
    void read(DatabaseReader &in) {
        int64_t total = 0;
        in.begin("blobs");
        while (in.next()) {
            const int64_t id = in.integerIn(0, INT64_MAX), bytes = in.integerIn(0, INT64_MAX);
            const int64_t offset = in.integerIn(0, bytes);
            const int64_t partBytes = in.integerIn(0, std::min(blobPartBytes, bytes - offset));
            const std::string_view frame = in.blob();
            if (!in.ok()) return;
            if (offset == 0) {
                if (id != int64_t(m_blobs.size())) return in.fault("is out of order");
                if (bytes > memoryBytes() - total)
                    return in.fault("needs " + humanBytes(bytes) + " of memory, more than this machine has");
                total += bytes;
                m_blobs.push_back({StoragePtr(Storage::allocate(size_t(bytes))), bytes, 0});
            }
            append(in, id, offset, partBytes, frame);
        }
        for (const Blob &blob : m_blobs)
            if (in.ok() && blob.filled != blob.bytes) in.fault("is missing: a blob ends early");
    }

    /** The bytes of a finished blob, or nothing. */
    std::optional<std::string_view> bytes(int64_t id) const {
        if (id < 0 || size_t(id) >= m_blobs.size()) return std::nullopt;
        const Blob &blob = m_blobs[size_t(id)];
        return std::string_view(reinterpret_cast<const char *>(blob.storage->data()), size_t(blob.bytes));
    }

    /** The blob as a tensor, if it has exactly the bytes of one. Tensors of one blob share its memory. */
    std::optional<Tensor> tensor(int64_t id, DType dtype, const Dims &shape) const {
        const auto count = checkedCount(shape.span());
        if (!count || id < 0 || size_t(id) >= m_blobs.size()) return std::nullopt;
        const Blob &blob = m_blobs[size_t(id)];
        if (*count * info(dtype).bytes != blob.bytes) return std::nullopt;
        return Tensor(blob.storage, shape, contiguousStrides(shape), 0, dtype);
    }
    /** The same as a recorded value; those of one blob share it. */
    std::optional<RecordedValue> value(int64_t id, DType dtype, const Dims &shape) {
        const auto view = tensor(id, dtype, shape);
        if (!view) return std::nullopt;
        std::shared_ptr<RecordedStorage> &recorded = m_blobs[size_t(id)].recorded;
        if (!recorded) recorded = std::make_shared<RecordedStorage>(view->storage());
        return RecordedValue(recorded, *view);
    }

private:
    void append(DatabaseReader &in, int64_t id, int64_t offset, int64_t partBytes, std::string_view frame) {
        if (id + 1 != int64_t(m_blobs.size()) || m_blobs.back().filled != offset) return in.fault("is out of order");
        const auto part = decompressed(frame, partBytes);
        if (!part) return in.fault(part.error().message);
        std::memcpy(m_blobs.back().storage->data() + offset, part->data(), part->size());
        m_blobs.back().filled += partBytes;
    }

    struct Blob {
        StoragePtr storage;
        int64_t bytes = 0, filled = 0;
        std::shared_ptr<RecordedStorage> recorded = nullptr;
    };
    std::vector<Blob> m_blobs;
};

void readTexts(DatabaseReader &in, Session &session) {
    in.begin("info");
    while (in.next()) {
        std::string key = in.text();
        session.info.insert_or_assign(std::move(key), in.text());
    }
    in.begin("sources");
    while (in.next()) {
        std::string path = in.text();
        session.sources.push_back({std::move(path), in.text()});
    }
    in.begin("output");
    while (in.next()) {
        const bool isError = truth(in);
        session.output.push_back({isError, in.text()});
    }
    in.begin("problems");
    while (in.next()) {
        Problem &problem = session.problems.emplace_back();
        problem.severity = Severity(in.integerIn(0, int64_t(Severity::Error)));
        problem.kind = in.text();
        problem.message = in.text();
        problem.span = span(in);
    }
}

void readStacks(DatabaseReader &in, Session &session) {
    std::vector<int64_t> counts;
    in.begin("stacks");
    while (in.next())
        counts.push_back(in.integerIn(0, INT64_MAX));
    session.stacks.resize(counts.size());
    in.begin("frames");
    while (in.next()) {
        const int64_t stack = in.integerIn(0, int64_t(counts.size()) - 1);
        std::string function = in.text();
        SourceSpan place = span(in);
        if (in.ok()) session.stacks[size_t(stack)].push_back({std::move(function), std::move(place)});
    }
    for (size_t i = 0; i < counts.size() && in.ok(); ++i)
        if (int64_t(session.stacks[i].size()) != counts[i]) in.fault(format("are not complete for stack %zu", i));
}

void readTensors(DatabaseReader &in, Session &session, Blobs &blobs) {
    in.begin("tensors");
    while (in.next()) {
        TensorRecord &record = session.tensors.emplace_back();
        record.id = in.integer();
        record.dtype = DType(in.integerIn(0, dtypeCount - 1));
        record.shape = dimsList(in);
        record.name = in.text();
        const int64_t blob = in.integerIn(-1, INT64_MAX);
        if (!in.ok() || blob < 0) continue;
        if (auto value = blobs.value(blob, record.dtype, record.shape))
            record.value = *std::move(value);
        else
            in.fault("has no value of its size");
    }
}

void readMemories(DatabaseReader &in, Session &session) {
    const int64_t first = session.tensors.empty() ? 0 : session.tensors.front().id;
    const int64_t count = int64_t(session.tensors.size());
    in.begin("tensor_memories");
    while (in.next()) {
        const int64_t tensor = in.integerIn(first, first + count - 1);
        if (!in.ok()) return;
        session.tensors[size_t(tensor - first)].memory = in.integerIn(0, tensor - 1);
    }
}

void readOps(DatabaseReader &in, Session &session) {
    in.begin("ops");
    while (in.next()) {
        OpEvent &op = session.ops.emplace_back();
        op.number = in.integer();
        op.op = in.text();
        op.inputs = numberList(in);
        op.outputs = numberList(in);
        op.operands = in.text();
        op.result = in.text();
        op.startNs = in.integer();
        op.durationNs = in.integer();
        op.scope = in.text();
        op.stack = small(in);
        op.compilation = small(in);
        op.node.value = in.integer();
        op.graphCall = in.integer();
        op.isKernel = truth(in);
        op.error = in.text();
        op.cost.flops = in.real();
        op.cost.bytes = in.real();
    }
    in.begin("op_steps");
    while (in.next()) {
        if (in.row() > int64_t(session.ops.size())) return in.fault("is one operator too many");
        OpEvent &op = session.ops[size_t(in.row()) - 1];
        op.phase = OpPhase(in.integerIn(0, int64_t(OpPhase::Optimizer)));
        op.writes = truth(in);
        op.forward = in.integer();
    }
    in.begin("gradients");
    while (in.next()) {
        const int64_t tensor = in.integer();
        session.gradients.push_back({tensor, in.integer()});
    }
    in.begin("graph_calls");
    while (in.next()) {
        GraphCall &call = session.graphCalls.emplace_back();
        call.number = in.integer();
        call.function = in.text();
        call.compilation = small(in);
        call.startNs = in.integer();
        call.durationNs = in.integer();
        call.stack = small(in);
    }
}

void readStops(DatabaseReader &in, Session &session) {
    constexpr int64_t mostFrames = 100'000; // more than Python lets a stack have
    in.begin("stops");
    while (in.next()) {
        StopRecord &stop = session.stops.emplace_back();
        stop.nextOp = in.integer();
        stop.reason = in.text();
        stop.variables.resize(size_t(in.integerIn(0, mostFrames)));
    }
    const auto owner = [&] { return in.integerIn(0, int64_t(session.stops.size()) - 1); };
    in.begin("stop_frames");
    while (in.next()) {
        const int64_t stop = owner();
        std::string function = in.text();
        SourceSpan place = span(in);
        if (in.ok()) session.stops[size_t(stop)].stack.push_back({std::move(function), std::move(place)});
    }
    in.begin("stop_variables");
    while (in.next()) {
        const int64_t stop = owner();
        if (!in.ok()) return;
        std::vector<std::vector<Variable>> &frames = session.stops[size_t(stop)].variables;
        const int64_t frame = in.integerIn(0, int64_t(frames.size()) - 1);
        if (!in.ok()) return;
        Variable &variable = frames[size_t(frame)].emplace_back();
        variable.name = in.text();
        variable.type = in.text();
        variable.text = in.text();
        variable.tensor = in.integer();
        variable.isGlobal = truth(in);
    }
    in.begin("bookmarks");
    while (in.next()) {
        const int64_t op = in.integer();
        session.bookmarks.push_back({op, in.text()});
    }
    in.begin("watch_hits");
    while (in.next()) {
        WatchHit &hit = session.watchHits.emplace_back();
        hit.op = in.integer();
        hit.tensor = in.integer();
        hit.rule = in.text();
        hit.parameter = in.text();
        hit.actual = in.real();
        hit.threshold = in.real();
    }
}

void takeGraphs(DatabaseReader &in, Compilation &compilation, int64_t blob, const Blobs &blobs) {
    const auto bytes = blobs.bytes(blob);
    if (!bytes) return in.fault("has no graphs");
    auto graphs = unpackGraphs(
        *bytes, [&](int64_t place, DType dtype, const Dims &shape) { return blobs.tensor(place, dtype, shape); });
    if (!graphs) return in.fault(graphs.error().message);
    if (graphs->modules.size() != 2 + 2 * compilation.passes.size()) return in.fault("has another number of graphs");
    compilation.spans = graphs->spans;
    compilation.captured = std::move(graphs->modules[0]);
    compilation.final = std::move(graphs->modules[1]);
    for (size_t i = 0; i < compilation.passes.size(); ++i) {
        compilation.passes[i].before = std::move(graphs->modules[2 + 2 * i]);
        compilation.passes[i].after = std::move(graphs->modules[3 + 2 * i]);
    }
}

/** The compilation that the first column of a row names, or null after a fault. */
Compilation *owner(DatabaseReader &in, Session &session) {
    const int64_t first = session.compilations.empty() ? 0 : session.compilations.front().index;
    const int64_t index = in.integerIn(first, first + int64_t(session.compilations.size()) - 1);
    return in.ok() ? &session.compilations[size_t(index - first)] : nullptr;
}

/** The pass that the first two columns of a row name, or null after a fault. */
PassRecord *ownerPass(DatabaseReader &in, Session &session) {
    Compilation *compilation = owner(in, session);
    const int64_t place = in.integerIn(0, compilation ? int64_t(compilation->passes.size()) - 1 : 0);
    return in.ok() ? &compilation->passes[size_t(place)] : nullptr;
}

/** The kernel that the first two columns of a row name, or null after a fault. */
KernelRecord *ownerKernel(DatabaseReader &in, Session &session) {
    Compilation *compilation = owner(in, session);
    const int64_t place = in.integerIn(0, compilation ? int64_t(compilation->kernels.size()) - 1 : 0);
    return in.ok() && compilation ? &compilation->kernels[size_t(place)] : nullptr;
}

void readPasses(DatabaseReader &in, Session &session) {
    std::vector<size_t> filled(session.compilations.size());
    in.begin("passes");
    while (in.next()) {
        Compilation *compilation = owner(in, session);
        if (compilation == nullptr) return;
        size_t &next = filled[size_t(compilation - session.compilations.data())];
        if (next >= compilation->passes.size()) return in.fault("is one pass too many");
        PassRecord &pass = compilation->passes[next++];
        pass.index = small(in);
        pass.phase = PassPhase(in.integerIn(0, int64_t(PassPhase::GraphKernel)));
        pass.name = in.text();
        pass.summary = in.text();
        pass.changed = truth(in);
        pass.nodesBefore = small(in);
        pass.nodesAfter = small(in);
        pass.startNs = in.integer();
        pass.timeNs = in.integer();
    }
    for (size_t i = 0; i < filled.size() && in.ok(); ++i)
        if (filled[i] != session.compilations[i].passes.size()) in.fault("are not complete");
}

void readPassDetails(DatabaseReader &in, Session &session) {
    in.begin("pass_stages");
    while (in.next())
        if (PassRecord *pass = ownerPass(in, session)) {
            pass->stage = in.text();
            pass->cycle = small(in);
        }
    in.begin("rewrites");
    while (in.next())
        if (PassRecord *pass = ownerPass(in, session)) {
            Rewrite &rewrite = pass->rewrites.emplace_back();
            rewrite.rule = in.text();
            rewrite.before = nodeList(in);
            rewrite.after.value = in.integer();
        }
    in.begin("refusals");
    while (in.next())
        if (PassRecord *pass = ownerPass(in, session)) {
            Refusal &refusal = pass->refusals.emplace_back();
            refusal.rule = in.text();
            refusal.nodes = nodeList(in);
            refusal.reason = in.text();
        }
}

void readCompilations(DatabaseReader &in, Session &session, const Blobs &blobs) {
    in.begin("compilations");
    while (in.next()) {
        Compilation &each = session.compilations.emplace_back();
        each.index = small(in);
        each.function = in.text();
        each.key = in.text();
        each.captureMode = in.text();
        each.jitLevel = in.text();
        each.device = in.text();
        each.reason = in.text();
        each.imported = truth(in);
        // Every pass has two modules in the blob, so a wild number is found out before it becomes memory.
        const int64_t passes = in.integerIn(0, INT32_MAX), blob = in.integer();
        if (!in.ok()) return;
        const auto bytes = blobs.bytes(blob);
        if (!bytes || passes > int64_t(bytes->size())) return in.fault("has no graphs of its passes");
        each.passes.resize(size_t(passes));
        takeGraphs(in, each, blob, blobs);
    }
    for (size_t i = 0; i < session.compilations.size() && in.ok(); ++i)
        if (session.compilations[i].index != session.compilations.front().index + int(i))
            in.fault("are not numbered in order");
    in.begin("script_settings");
    while (in.next())
        if (Compilation *compilation = owner(in, session)) {
            compilation->script.mode = in.text();
            compilation->script.jitLevel = in.text();
            compilation->script.device = in.text();
        }
    in.begin("jit_options");
    while (in.next())
        if (Compilation *compilation = owner(in, session)) compilation->options = in.text();
    readPasses(in, session);
    readPassDetails(in, session);
    in.begin("kernels");
    while (in.next())
        if (Compilation *compilation = owner(in, session)) {
            KernelRecord &kernel = compilation->kernels.emplace_back();
            kernel.name = in.text();
            kernel.graph = in.text();
            kernel.members = nodeList(in);
            kernel.llvmIr = LazyText(in.text());
            kernel.assembly = LazyText(in.text());
            kernel.compileNs = in.integer();
        }
    in.begin("kernel_codes");
    while (in.next())
        if (KernelRecord *kernel = ownerKernel(in, session)) {
            kernel->origin = CodeOrigin(in.integerIn(0, int64_t(CodeOrigin::NotCompiled)));
            kernel->codeBytes = in.integer();
        }
    in.begin("stages");
    while (in.next())
        if (Compilation *compilation = owner(in, session)) {
            StageTime &stage = compilation->stages.emplace_back();
            stage.name = in.text();
            stage.startNs = in.integer();
            stage.durationNs = in.integer();
        }
}

void readTrace(DatabaseReader &in, Session &session, const Blobs &blobs) {
    std::vector<PackedColumn> columns;
    in.begin("trace");
    while (in.next()) {
        PackedColumn &column = columns.emplace_back();
        column.name = in.text();
        const int64_t blob = in.integer();
        if (!in.ok()) return;
        const auto bytes = blobs.bytes(blob);
        if (!bytes) return in.fault("has no values");
        column.bytes = std::string(*bytes);
    }
    if (!in.ok()) return;
    auto trace = unpackTrace(columns);
    if (!trace) return in.fault(trace.error().message);
    session.trace = *std::move(trace);
}

void readProfiles(DatabaseReader &in, Session &session, const Blobs &blobs) {
    in.begin("diagnostics");
    while (in.next()) {
        Diagnostic &each = session.diagnostics.emplace_back();
        each.kind = DiagnosticKind(in.integerIn(0, int64_t(DiagnosticKind::Missing)));
        each.file = in.text();
        each.place = in.text();
        each.message = in.text();
        each.count = in.integer();
    }
    in.begin("profiles");
    while (in.next()) {
        in.text(); // its label, for whoever looks at the file
        const int64_t blob = in.integer();
        if (!in.ok()) return;
        const auto bytes = blobs.bytes(blob);
        if (!bytes) return in.fault("has no values");
        auto profile = unpackProfile(*bytes);
        if (!profile) return in.fault(profile.error().message);
        session.profiles.push_back(std::make_shared<const Profile>(*std::move(profile)));
    }
}

/** Whether there is an SQLite file to open at all; SQLite itself takes an empty file for an empty database. */
Result<void> checkFile(const std::string &path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return Error{path + ": cannot be read: " + std::strerror(errno)};
    if (S_ISDIR(status.st_mode)) return Error{path + ": is a directory, not a session file"};
    std::FILE *file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) return Error{path + ": cannot be read: " + std::strerror(errno)};
    char start[16] = {};
    const size_t got = std::fread(start, 1, sizeof start, file);
    std::fclose(file);
    if (got < sizeof start || std::memcmp(start, "SQLite format 3", sizeof start) != 0)
        return Error{path + ": is not a JitScope session (it does not begin as one)"};
    return {};
}

Result<Session> readSession(const std::string &path) {
    DatabaseReader in(path, sessionApplicationId, sessionFileVersion, sessionTables);
    Session session;
    Blobs blobs;
    blobs.read(in);
    readTexts(in, session);
    readStacks(in, session);
    readTensors(in, session, blobs);
    readMemories(in, session);
    readOps(in, session);
    readStops(in, session);
    readCompilations(in, session, blobs);
    readTrace(in, session, blobs);
    readProfiles(in, session, blobs);
    if (!in.ok()) return Error{in.error()};
    if (const auto sound = checkReferences(session); !sound)
        return Error{path + ": is damaged: " + sound.error().message};
    session.linkTensors();
    return session;
}

} // namespace

Result<Session> loadSession(const std::string &path) {
    if (const auto file = checkFile(path); !file) return file.error();
    try {
        return readSession(path);
    } catch (const std::bad_alloc &) {
        return Error{path + ": needs more memory than there is"};
    }
}

} // namespace jitscope
