// SPDX-License-Identifier: Apache-2.0
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"

#include "engine/base/text.h"
#include "engine/session/graphpack.h"
#include "engine/session/packing.h"
#include "engine/session/recordtables.h"
#include "engine/session/sessiontables.h"
#include "engine/session/profilepack.h"
#include "engine/session/tracepack.h"
#include "engine/session/valuerows.h"
#include "engine/tensor/blockpool.h"
#include "engine/session/variantrecord.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <malloc.h>
#include <map>
#include <new>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline session {

namespace {

int64_t memoryBytes() {
    return int64_t(::sysconf(_SC_PHYS_PAGES)) * int64_t(::sysconf(_SC_PAGESIZE));
}

/** Values of a file by the number of their blob, in memory. */
class ValuesOfFile final : public ValueTable {
public:
    size_t size() const { return m_rows.size(); }
    void add(StoragePtr large) {
        const uint32_t number = m_rows.add();
        m_rows.set(number, {ValueRows::Where::Elsewhere, 0, int64_t(large->bytes())});
        m_large.emplace(number, std::move(large));
    }
    void add(std::string_view small) { m_rows.setHere(m_rows.add(), small); }
    /** Null for a small one. */
    const StoragePtr *large(uint32_t number) const {
        const auto found = m_large.find(number);
        return found == m_large.end() ? nullptr : &found->second;
    }
    /** Valid for as long as the table is not added to. */
    std::string_view elements(uint32_t number) const {
        const StoragePtr *memory = large(number);
        if (!memory) return m_rows.here(number);
        return {reinterpret_cast<const char *>((*memory)->data()), (*memory)->bytes()};
    }
    /** Nobody needs that one any more. */
    void letGo(uint32_t number) {
        if (m_large.erase(number) > 0) m_rows.set(number, {ValueRows::Where::Gone});
    }
    template<class IsWanted> void keepLarge(IsWanted isWanted) {
        std::erase_if(m_large, [&](const auto &each) { return !isWanted(each.first); });
    }

    Result<StoragePtr> load(uint32_t number) const override {
        if (const StoragePtr *memory = large(number)) return *memory;
        const std::string_view small = m_rows.here(number);
        StoragePtr copy(Storage::allocate(small.size()));
        if (!small.empty()) std::memcpy(copy->data(), small.data(), small.size());
        return copy;
    }
    int64_t bytes(uint32_t number) const override { return m_rows[number].bytes; }
    bool isInMemory(uint32_t) const override { return true; }
    bool isDropped(uint32_t) const override { return false; }

private:
    ValueRows m_rows;
    std::unordered_map<uint32_t, StoragePtr> m_large;
};

/** The table `blobs` in memory: values, and all else that is large. */
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
            const auto part = decompressed(frame, partBytes);
            if (offset == 0) {
                if (id != int64_t(m_values->size())) return in.fault("is out of order");
                if (id >= int64_t(ValueTable::mostNumbers) - 1) return in.fault("is one too many");
                if (bytes > memoryBytes() - total)
                    return in.fault("needs " + humanBytes(bytes) + " of memory, more than this machine has");
                if (m_filling) return in.fault("is missing: a blob ends early");
                total += bytes;
                if (part && partBytes == bytes && bytes <= ValueRows::mostBytesHere) {
                    m_values->add(*part);
                    continue;
                }
                m_filling = StoragePtr(Storage::allocate(size_t(bytes)));
                m_filled = 0;
                m_values->add(m_filling);
            }
            if (!m_filling || id + 1 != int64_t(m_values->size()) || m_filled != offset)
                return in.fault("is out of order");
            if (!part) return in.fault(part.error().message);
            std::memcpy(m_filling->data() + offset, part->data(), part->size());
            m_filled += partBytes;
            if (m_filled == int64_t(m_filling->bytes())) m_filling = {};
        }
        if (m_filling && in.ok()) in.fault("is missing: a blob ends early");
        readRepeats(in);
    }

    /** The bytes of a finished blob, or nothing. */
    std::optional<std::string_view> bytes(int64_t id) const {
        return has(id) ? std::optional(m_values->elements(uint32_t(id))) : std::nullopt;
    }

    /** Gives the memory of a finished blob back. */
    void letGo(int64_t id) const {
        m_values->letGo(uint32_t(id));
        emptyBlockPool();
    }

    /** The blob as a tensor, if it has exactly the bytes of one. Tensors of one blob share its memory. */
    std::optional<Tensor> tensor(int64_t id, DType dtype, const Dims &shape) const {
        const auto view = viewOf(id, dtype, shape);
        if (!view) return std::nullopt;
        StoragePtr &memory = m_ofTensors[uint32_t(id)];
        if (!memory) memory = *m_values->load(uint32_t(id));
        return Tensor(memory, view->shape, view->strides, 0, view->dtype);
    }
    /** The same as a recorded value; those of one blob share it. */
    std::optional<RecordedValue> value(int64_t id, DType dtype, const Dims &shape) {
        const auto view = viewOf(id, dtype, shape);
        if (!view) return std::nullopt;
        if (m_values->large(uint32_t(id))) m_areValues.insert(uint32_t(id));
        return RecordedValue(RecordedMemory(m_values, uint32_t(id)), *view, 0);
    }
    /** When all is read: what is also in a graph is in the same memory, and what is no value goes, though values that
        were read hold the rest of the table. */
    void finish(TensorLog &tensors) {
        m_values->keepLarge([this](uint32_t number) { return m_areValues.contains(number); });
        emptyBlockPool(); // of what went, which was as large as the file
        if (m_ofTensors.empty()) return;
        std::unordered_map<uint32_t, std::shared_ptr<RecordedStorage>> shared;
        for (size_t place = 0; place < tensors.size(); ++place) {
            const RecordedValue value = tensors[place].value;
            const auto found = m_ofTensors.find(value.memory().number());
            if (value.memory().table() != m_values || found == m_ofTensors.end()) continue;
            std::shared_ptr<RecordedStorage> &storage = shared[found->first];
            if (!storage) storage = std::make_shared<RecordedStorage>(found->second);
            tensors.change(place,
                           [&](TensorRecord &tensor) { tensor.value = RecordedValue(storage, value.view(), 0); });
        }
    }

private:
    bool has(int64_t id) const { return id >= 0 && id < int64_t(m_values->size()); }
    /** How a tensor of that shape lies in the blob. */
    std::optional<RecordedView> viewOf(int64_t id, DType dtype, const Dims &shape) const {
        const auto count = checkedCount(shape.span());
        if (!count || !has(id)) return std::nullopt;
        const auto repeated = m_repeats.find(uint32_t(id));
        Dims stored = shape;
        if (repeated != m_repeats.end())
            for (const int axis : repeated->second) {
                if (axis >= shape.rank()) return std::nullopt;
                stored[axis] = 1;
            }
        if (stored.product() * info(dtype).bytes != m_values->bytes(uint32_t(id))) return std::nullopt;
        RecordedView view{shape, contiguousStrides(stored), dtype};
        for (int axis = 0; axis < shape.rank(); ++axis)
            if (stored[axis] != shape[axis]) view.strides[axis] = 0;
        return view;
    }
    void readRepeats(DatabaseReader &in) {
        in.begin("blob_repeats");
        while (in.next()) {
            const int64_t blob = in.integerIn(0, int64_t(m_values->size()) - 1), axis = in.integerIn(0, maxRank - 1);
            if (in.ok()) m_repeats[uint32_t(blob)].push_back(int(axis));
        }
    }

    const std::shared_ptr<ValuesOfFile> m_values = std::make_shared<ValuesOfFile>();
    StoragePtr m_filling; ///< of the last blob while parts of it are missing
    int64_t m_filled = 0;
    std::unordered_map<uint32_t, std::vector<int>> m_repeats; ///< axes of tensors along which the elements stand once
    mutable std::unordered_map<uint32_t, StoragePtr> m_ofTensors; ///< blobs that graphs hold
    std::unordered_set<uint32_t> m_areValues;                     ///< large ones
};

void readTexts(DatabaseReader &in, Session &session) {
    in.begin("info");
    while (in.next()) {
        std::string key = in.text();
        session.info.insert_or_assign(std::move(key), in.text());
    }
    takeTable(in, "sources", session.sources);
    takeTable(in, "output", session.output);
    takeTable(in, "problems", session.problems);
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
        auto frame = takeValue<StackFrame>(in);
        if (in.ok()) session.stacks[size_t(stack)].push_back(std::move(frame));
    }
    for (size_t i = 0; i < counts.size() && in.ok(); ++i)
        if (int64_t(session.stacks[i].size()) != counts[i]) in.fault(format("are not complete for stack %zu", i));
}

void readTensors(DatabaseReader &in, Session &session, Blobs &blobs) {
    in.begin("tensors");
    while (in.next()) {
        auto record = takeValue<TensorRecord>(in);
        const int64_t blob = in.integerIn(-1, INT64_MAX);
        if (in.ok() && blob >= 0) {
            if (auto value = blobs.value(blob, record.dtype, record.shape))
                record.value = *std::move(value);
            else
                in.fault("has no value of its size");
        }
        session.tensors.push_back(record);
    }
}

void readMemories(DatabaseReader &in, Session &session) {
    const int64_t first = session.tensors.empty() ? 0 : session.tensors.front().id;
    const int64_t count = int64_t(session.tensors.size());
    in.begin(tensorMemories.name);
    while (in.next()) {
        const int64_t tensor = in.integerIn(first, first + count - 1);
        if (!in.ok()) return;
        session.tensors.change(size_t(tensor - first),
                               [&](TensorRecord &record) { takeFields<&tensorMemories>(in, record); });
    }
}

void readOps(DatabaseReader &in, Session &session) {
    takeTable(in, "ops", session.ops);
    in.begin(opSteps.name);
    while (in.next()) {
        if (in.row() > int64_t(session.ops.size())) return in.fault("is one operator too many");
        session.ops.change(size_t(in.row()) - 1, [&](OpEvent &op) { takeFields<&opSteps>(in, op); });
    }
    takeTable(in, "gradients", session.gradients);
    takeTable(in, "graph_calls", session.graphCalls);
}

void readStops(DatabaseReader &in, Session &session) {
    constexpr int64_t mostFrames = 100'000; // more than Python lets a stack have
    in.begin("stops");
    while (in.next()) {
        StopRecord &stop = session.stops.emplace_back();
        takeFields(in, stop);
        stop.variables.resize(size_t(in.integerIn(0, mostFrames)));
    }
    const auto owner = [&] { return in.integerIn(0, int64_t(session.stops.size()) - 1); };
    in.begin("stop_frames");
    while (in.next()) {
        const int64_t stop = owner();
        auto frame = takeValue<StackFrame>(in);
        if (in.ok()) session.stops[size_t(stop)].stack.push_back(std::move(frame));
    }
    in.begin("stop_variables");
    while (in.next()) {
        const int64_t stop = owner();
        if (!in.ok()) return;
        std::vector<std::vector<Variable>> &frames = session.stops[size_t(stop)].variables;
        const int64_t frame = in.integerIn(0, int64_t(frames.size()) - 1);
        if (!in.ok()) return;
        takeFields(in, frames[size_t(frame)].emplace_back());
    }
    takeTable(in, "bookmarks", session.bookmarks);
    takeTable(in, "watch_hits", session.watchHits);
    takeTable(in, "storage_events", session.storageEvents);
    takeTable(in, "thread_spans", session.threadSpans);
    takeTable(in, "data_waits", session.dataWaits);
}

void readVariants(DatabaseReader &in, Session &session) {
    takeTable(in, "variants", session.variants);
    if (in.version() < variantOperatorsSince)
        for (VariantRecord &variant : session.variants)
            variant.operators = -1;
    in.begin("variant_decisions");
    while (in.next()) {
        const int64_t variant = in.integerIn(0, int64_t(session.variants.size()) - 1);
        if (!in.ok()) return;
        takeFields(in, session.variants[size_t(variant)].decisions.emplace_back());
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
        takeFields(in, compilation->passes[next++]);
    }
    for (size_t i = 0; i < filled.size() && in.ok(); ++i)
        if (filled[i] != session.compilations[i].passes.size()) in.fault("are not complete");
}

void readPassDetails(DatabaseReader &in, Session &session) {
    in.begin(passStages.name);
    while (in.next())
        if (PassRecord *pass = ownerPass(in, session)) takeFields<&passStages>(in, *pass);
    in.begin("rewrites");
    while (in.next())
        if (PassRecord *pass = ownerPass(in, session)) takeFields(in, pass->rewrites.emplace_back());
    in.begin("refusals");
    while (in.next())
        if (PassRecord *pass = ownerPass(in, session)) takeFields(in, pass->refusals.emplace_back());
}

void readCompilations(DatabaseReader &in, Session &session, const Blobs &blobs) {
    in.begin("compilations");
    while (in.next()) {
        Compilation &each = session.compilations.emplace_back();
        takeFields(in, each);
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
    in.begin(scriptSettings.name);
    while (in.next())
        if (Compilation *compilation = owner(in, session)) takeFields<&scriptSettings>(in, *compilation);
    in.begin(jitOptions.name);
    while (in.next())
        if (Compilation *compilation = owner(in, session)) takeFields<&jitOptions>(in, *compilation);
    readPasses(in, session);
    readPassDetails(in, session);
    in.begin("kernels");
    while (in.next())
        if (Compilation *compilation = owner(in, session)) takeFields(in, compilation->kernels.emplace_back());
    in.begin(kernelCodes.name);
    while (in.next())
        if (KernelRecord *kernel = ownerKernel(in, session)) takeFields<&kernelCodes>(in, *kernel);
    in.begin("stages");
    while (in.next())
        if (Compilation *compilation = owner(in, session)) takeFields(in, compilation->stages.emplace_back());
}

void readTrace(DatabaseReader &in, Session &session, const Blobs &blobs) {
    std::vector<ColumnView> columns;
    std::map<int64_t, int> users; // of a blob
    in.begin("trace");
    while (in.next()) {
        ColumnView &column = columns.emplace_back();
        column.name = in.text();
        const int64_t blob = in.integer();
        if (!in.ok()) return;
        const auto bytes = blobs.bytes(blob);
        if (!bytes) return in.fault("has no values");
        column.bytes = *bytes;
        ++users[blob];
        column.letGo = [&blobs, &users, blob] {
            if (users[blob] == 1) blobs.letGo(blob);
        };
    }
    if (!in.ok()) return;
    auto trace = unpackTrace(columns);
    if (!trace) return in.fault(trace.error().message);
    session.trace = *std::move(trace);
}

void readProfiles(DatabaseReader &in, Session &session, const Blobs &blobs) {
    takeTable(in, "diagnostics", session.diagnostics);
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
    DatabaseReader in(path, sessionApplicationId, sessionFileVersion, sessionTables());
    Session session;
    Blobs blobs;
    blobs.read(in);
    readTrace(in, session, blobs); // first: its blobs are large, and go before there is more
    readTexts(in, session);
    readStacks(in, session);
    readTensors(in, session, blobs);
    readMemories(in, session);
    readOps(in, session);
    readStops(in, session);
    readVariants(in, session);
    readCompilations(in, session, blobs);
    readProfiles(in, session, blobs);
    blobs.finish(session.tensors);
    ::malloc_trim(0); // what was in the way while it was read is as much again as a third of what is here
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

} // namespace jitscope::inline session
