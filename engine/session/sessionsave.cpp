// SPDX-License-Identifier: Apache-2.0
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"

#include "engine/base/longlist.h"
#include "engine/base/temporaryfile.h"
#include "engine/base/text.h"
#include "engine/session/graphpack.h"
#include "engine/session/kindtable.h"
#include "engine/session/packing.h"
#include "engine/session/recordtables.h"
#include "engine/session/sessiontables.h"
#include "engine/session/profilepack.h"
#include "engine/session/tracepack.h"
#include "engine/session/variantrecord.h"
#include "engine/tensor/distinct.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <malloc.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace jitscope::inline session {

namespace {

/** What stands in the table `blobs`: values of the session's tensors, which are read and packed only when their turn
    comes, and finished bytes. There are millions of values: of each its tensor's place is kept, and no more. */
class Blobs {
public:
    explicit Blobs(const TensorLog &tensors)
        : m_tensors(tensors) {}

    int64_t add(std::string_view bytes) {
        m_bytes += int64_t(bytes.size());
        m_own.push_back({compressedParts(bytes), int64_t(bytes.size()), {}, {}});
        return addBlob(~int64_t(m_own.size() - 1));
    }
    /** A column that is packed when its turn comes. */
    int64_t add(const ColumnSource &column) {
        Own own{{}, 0, {}, column.pack};
        column.pack([&](std::string_view piece) { own.bytes += int64_t(piece.size()); });
        m_bytes += own.bytes;
        m_own.push_back(std::move(own));
        return addBlob(~int64_t(m_own.size() - 1));
    }
    /** Values with the same elements in the same order share a blob. */
    int64_t add(const Tensor &tensor) {
        const RecordedValue value(tensor);
        return addOnce(Key(value), [&] {
            m_own.push_back({{}, 0, value, {}});
            return ~int64_t(m_own.size() - 1);
        });
    }
    /** The same of the tensor there. */
    int64_t add(size_t place, const TensorRecord &tensor) {
        if (!isAllOfItsMemory(tensor.value)) return addOnce(Key(tensor.value), [&] { return int64_t(place); });
        const uint32_t number = tensor.value.memory().number();
        if (number >= m_ofNumber.size()) m_ofNumber.resize(number + 1);
        if (m_ofNumber[number] == 0) {
            m_bytes += m_table->bytes(number);
            m_ofNumber[number] = uint32_t(addBlob(int64_t(place)) + 1);
        }
        return int64_t(m_ofNumber[number]) - 1;
    }
    /** An error when values could not be read back from where they were written out to. */
    Result<void> write(DatabaseWriter &out, Progress *progress) const {
        out.begin("blobs");
        if (progress) progress->begin({}, m_bytes);
        // Each value may have to be fetched from the program's process: for nothing once the file is given up.
        for (size_t i = 0; i < m_blobs.size() && !out.hasFailed(); ++i) {
            const Result<int64_t> written = writeBlob(out, int64_t(i));
            if (!written) return written.error();
            if (progress) progress->advance(*written);
        }
        writeRepeats(out);
        return {};
    }
    int64_t bytes() const { return m_bytes; }

private:
    /** Finished bytes, or the value of what is no tensor of the session's. */
    struct Own {
        std::vector<std::string> parts; ///< compressed
        int64_t bytes = 0;
        RecordedValue value;
        std::function<void(const PieceSink &)> pack;
    };
    /** By which equal values are told. The layout of contiguous elements says nothing about their bytes: f32[2,3] and
        its reshape f32[6] are the same. */
    struct Key {
        RecordedMemory memory;
        uint64_t storage = 0; ///< its serial where the elements are in this process: several records may hold one
        int64_t offset = 0, span = 0, bytes = 0;
        Dims shape, strides; ///< of what is not contiguous

        explicit Key(const RecordedValue &value)
            : memory(value.memory()) {
            const RecordedView &view = value.view();
            const int64_t itemBytes = info(view.dtype).bytes;
            if (memory.storage())
                if (const StoragePtr here = memory.storage()->inMemory()) {
                    storage = here->serial();
                    memory = {};
                }
            offset = value.offset() * itemBytes;
            span = view.shape.product() * itemBytes;
            bytes = once(view).product() * itemBytes;
            if (view.strides == contiguousStrides(view.shape)) return;
            shape = view.shape;
            strides = view.strides;
        }
        bool operator==(const Key &) const = default;
        size_t hash() const {
            size_t hash = hashWith(RecordedMemory::Hash()(memory), size_t(storage));
            hash = hashWith(hashWith(hash, size_t(offset)), size_t(span));
            for (const int64_t each : strides)
                hash = hashWith(hash, size_t(each));
            return hash;
        }
    };

    /** As nearly all values are that stand in the table of a recording: they are told apart by their number alone. */
    bool isAllOfItsMemory(const RecordedValue &value) {
        const RecordedMemory &memory = value.memory();
        if (!memory.table()) return false;
        if (!m_table) m_table = memory.table();
        const RecordedView &view = value.view();
        return memory.table() == m_table && value.offset() == 0 && view.strides == contiguousStrides(view.shape) &&
               view.shape.product() * info(view.dtype).bytes == m_table->bytes(memory.number());
    }
    int64_t addBlob(int64_t what) {
        m_blobs.push_back(int32_t(what)); // TensorTable::mostTensors is less
        return int64_t(m_blobs.size()) - 1;
    }
    /** The blob of that key; if there is none, of what `make` says. */
    template<class Make> int64_t addOnce(const Key &key, Make make) {
        if (m_values * 3 >= m_byKey.size() * 2) grow();
        size_t at = key.hash() % m_byKey.size();
        for (; m_byKey[at] != 0; at = (at + 1) % m_byKey.size())
            if (keyOf(m_byKey[at] - 1) == key) return int64_t(m_byKey[at]) - 1;
        m_bytes += key.bytes;
        ++m_values;
        const int64_t id = addBlob(make());
        m_byKey[at] = uint32_t(id + 1);
        return id;
    }
    RecordedValue valueOf(int64_t blob) const {
        return blob >= 0 ? m_tensors[size_t(blob)].value : m_own[size_t(~blob)].value;
    }
    Key keyOf(size_t id) const { return Key(valueOf(m_blobs[id])); }
    void grow() {
        constexpr size_t least = 1024;
        const std::vector<uint32_t> before =
            std::exchange(m_byKey, std::vector<uint32_t>(std::max(least, m_byKey.size() * 2)));
        for (const uint32_t slot : before)
            if (slot != 0) {
                size_t at = keyOf(slot - 1).hash() % m_byKey.size();
                while (m_byKey[at] != 0)
                    at = (at + 1) % m_byKey.size();
                m_byKey[at] = slot;
            }
    }
    /** The bytes that it took unpacked. */
    Result<int64_t> writeBlob(DatabaseWriter &out, int64_t id) const {
        const int64_t blob = m_blobs[size_t(id)];
        if (const Own *own = blob < 0 ? &m_own[size_t(~blob)] : nullptr; own && !own->value.memory()) {
            if (own->pack)
                writeColumn(out, id, *own);
            else
                writeOne(out, id, own->bytes, own->parts);
            return own->bytes;
        }
        const auto value = valueOf(blob).load();
        if (!value) return value.error();
        const Tensor packed = distinct(*value).tensor.contiguous();
        const std::string_view bytes(reinterpret_cast<const char *>(packed.rawData()), size_t(packed.bytes()));
        writeOne(out, id, packed.bytes(), compressedParts(bytes));
        return packed.bytes();
    }
    /** The shape of the elements that are written: those of a broadcast view stand once. */
    static Dims once(const RecordedView &view) {
        Dims shape = view.shape;
        for (int axis = 0; axis < shape.rank() && shape.product() != 0; ++axis)
            if (repeats(view, axis)) shape[axis] = 1;
        return shape;
    }
    static bool repeats(const RecordedView &view, int axis) { return view.strides[axis] == 0 && view.shape[axis] > 1; }
    void writeRepeats(DatabaseWriter &out) const {
        out.begin("blob_repeats");
        for (size_t i = 0; i < m_blobs.size(); ++i) {
            const RecordedView view = valueOf(m_blobs[i]).view();
            for (int axis = 0; axis < view.strides.rank(); ++axis)
                if (repeats(view, axis)) out.integer(int64_t(i)).integer(axis).endRow();
        }
    }
    /** At least one. */
    static std::vector<std::string> compressedParts(std::string_view bytes) {
        std::vector<std::string> parts;
        do {
            parts.push_back(compressed(bytes.substr(0, size_t(blobPartBytes))));
            bytes.remove_prefix(std::min(bytes.size(), size_t(blobPartBytes)));
        } while (!bytes.empty());
        return parts;
    }
    static void writeColumn(DatabaseWriter &out, int64_t id, const Own &column) {
        int64_t offset = 0;
        const auto writePart = [&](std::string_view part) {
            out.integer(id).integer(column.bytes).integer(offset).integer(int64_t(part.size()));
            out.blob(compressed(part)).endRow();
            offset += int64_t(part.size());
        };
        if (column.bytes == 0) return writePart({});
        column.pack(writePart);
    }
    static void writeOne(DatabaseWriter &out, int64_t id, int64_t bytes, const std::vector<std::string> &parts) {
        int64_t offset = 0;
        for (const std::string &part : parts) {
            const int64_t partBytes = std::min(blobPartBytes, bytes - offset);
            out.integer(id).integer(bytes).integer(offset).integer(partBytes).blob(part).endRow();
            offset += partBytes;
        }
    }

    const TensorLog &m_tensors;
    LongList<int32_t> m_blobs; ///< a tensor's place, or ~ of a place in m_own
    std::vector<Own> m_own;
    std::shared_ptr<const ValueTable> m_table; ///< of the first value that stands in one
    LongList<uint32_t> m_ofNumber;             ///< of values that are all of their memory in it: their blobs + 1
    std::vector<uint32_t> m_byKey; ///< of others: a hash table without gaps behind what collides: numbers of blobs + 1
    size_t m_values = 0;
    int64_t m_bytes = 0;
};

void writeTexts(DatabaseWriter &out, const Session &session) {
    out.begin("info");
    for (const auto &[key, value] : session.info)
        out.text(key).text(value).endRow();
    putTable(out, "sources", session.sources);
    putTable(out, "output", session.output);
    putTable(out, "problems", session.problems);
}

/** A row of a table whose records belong to others. */
template<class Record> void writeOwned(DatabaseWriter &out, std::initializer_list<int64_t> keys, const Record &record) {
    for (const int64_t key : keys)
        out.integer(key);
    putFields(out, record);
    out.endRow();
}

/** A row of the table beside that of the record. */
template<const SideTable *side, class Record>
void writeBeside(DatabaseWriter &out, std::initializer_list<int64_t> keys, const Record &record) {
    for (const int64_t key : keys)
        out.integer(key);
    putFields<side>(out, record);
    out.endRow();
}

void writeStacks(DatabaseWriter &out, const Session &session) {
    out.begin("stacks");
    for (const std::vector<StackFrame> &stack : session.stacks)
        out.integer(int64_t(stack.size())).endRow();
    out.begin("frames");
    for (size_t i = 0; i < session.stacks.size(); ++i)
        for (const StackFrame &frame : session.stacks[i])
            writeOwned(out, {int64_t(i)}, frame);
}

void writeRun(DatabaseWriter &out, const Session &session, Blobs &blobs) {
    out.begin("tensors");
    for (size_t place = 0; place < session.tensors.size(); ++place) {
        const TensorRecord tensor = session.tensors[place];
        putFields(out, tensor);
        out.integer(tensor.value.defined() ? blobs.add(place, tensor) : -1).endRow();
    }
    out.begin(tensorMemories.name);
    for (const TensorRecord &tensor : session.tensors)
        if (isSaidIn<&tensorMemories>(tensor)) writeBeside<&tensorMemories>(out, {tensor.id}, tensor);
    putTable(out, "ops", session.ops);
    out.begin(opSteps.name);
    for (const OpEvent &op : session.ops)
        writeBeside<&opSteps>(out, {}, op);
    putTable(out, "gradients", session.gradients);
    putTable(out, "graph_calls", session.graphCalls);
}

void writeStops(DatabaseWriter &out, const Session &session) {
    out.begin("stops");
    for (const StopRecord &stop : session.stops) {
        putFields(out, stop);
        out.integer(int64_t(stop.variables.size())).endRow();
    }
    out.begin("stop_frames");
    for (size_t i = 0; i < session.stops.size(); ++i)
        for (const StackFrame &frame : session.stops[i].stack)
            writeOwned(out, {int64_t(i)}, frame);
    out.begin("stop_variables");
    for (size_t i = 0; i < session.stops.size(); ++i)
        for (size_t frame = 0; frame < session.stops[i].variables.size(); ++frame)
            for (const Variable &variable : session.stops[i].variables[frame])
                writeOwned(out, {int64_t(i), int64_t(frame)}, variable);
    putTable(out, "bookmarks", session.bookmarks);
    putTable(out, "watch_hits", session.watchHits);
    putTable(out, "storage_events", session.storageEvents);
    putTable(out, "thread_spans", session.threadSpans);
    putTable(out, "data_waits", session.dataWaits);
}

void writeVariants(DatabaseWriter &out, const Session &session) {
    putTable(out, "variants", session.variants);
    out.begin("variant_decisions");
    for (size_t i = 0; i < session.variants.size(); ++i)
        for (const DecisionUse &use : session.variants[i].decisions)
            writeOwned(out, {int64_t(i)}, use);
}

/** Captured, final, then before and after of each pass. */
PackedGraphs graphsOf(const Compilation &compilation) {
    PackedGraphs graphs{{compilation.captured, compilation.final}, compilation.spans};
    for (const PassRecord &pass : compilation.passes) {
        graphs.modules.push_back(pass.before);
        graphs.modules.push_back(pass.after);
    }
    return graphs;
}

void writePasses(DatabaseWriter &out, const Session &session) {
    out.begin("passes");
    for (const Compilation &each : session.compilations)
        for (const PassRecord &pass : each.passes)
            writeOwned(out, {each.index}, pass);
    out.begin(passStages.name);
    for (const Compilation &each : session.compilations)
        for (size_t place = 0; place < each.passes.size(); ++place)
            writeBeside<&passStages>(out, {each.index, int64_t(place)}, each.passes[place]);
    out.begin("rewrites");
    for (const Compilation &each : session.compilations)
        for (size_t place = 0; place < each.passes.size(); ++place)
            for (const Rewrite &rewrite : each.passes[place].rewrites)
                writeOwned(out, {each.index, int64_t(place)}, rewrite);
    out.begin("refusals");
    for (const Compilation &each : session.compilations)
        for (size_t place = 0; place < each.passes.size(); ++place)
            for (const Refusal &refusal : each.passes[place].refusals)
                writeOwned(out, {each.index, int64_t(place)}, refusal);
}

void writeCompilations(DatabaseWriter &out, const Session &session, Blobs &blobs) {
    const TensorSink sink = [&](const Tensor &tensor) { return blobs.add(tensor); };
    out.begin("compilations");
    for (const Compilation &each : session.compilations) {
        putFields(out, each);
        out.integer(int64_t(each.passes.size())).integer(blobs.add(packGraphs(graphsOf(each), sink))).endRow();
    }
    out.begin(scriptSettings.name);
    for (const Compilation &each : session.compilations)
        if (isSaidIn<&scriptSettings>(each)) writeBeside<&scriptSettings>(out, {each.index}, each);
    out.begin(jitOptions.name);
    for (const Compilation &each : session.compilations)
        if (isSaidIn<&jitOptions>(each)) writeBeside<&jitOptions>(out, {each.index}, each);
    writePasses(out, session);
    out.begin("kernels");
    for (const Compilation &each : session.compilations)
        for (const KernelRecord &kernel : each.kernels)
            writeOwned(out, {each.index}, kernel);
    out.begin(kernelCodes.name);
    for (const Compilation &each : session.compilations)
        for (size_t place = 0; place < each.kernels.size(); ++place)
            writeBeside<&kernelCodes>(out, {each.index, int64_t(place)}, each.kernels[place]);
    out.begin("stages");
    for (const Compilation &each : session.compilations)
        for (const StageTime &stage : each.stages)
            writeOwned(out, {each.index}, stage);
}

void writeTrace(DatabaseWriter &out, const Trace &trace, Blobs &blobs) {
    out.begin("trace");
    for (const ColumnSource &column : columnSources(trace))
        out.text(column.name).integer(blobs.add(column)).endRow();
}

void writeProfiles(DatabaseWriter &out, const Session &session, Blobs &blobs) {
    putTable(out, "diagnostics", session.diagnostics);
    out.begin("profiles");
    for (const ProfilePtr &profile : session.profiles)
        out.text(profile->label).integer(blobs.add(packProfile(*profile))).endRow();
}

/** SQLite takes 512 with the endings that it adds. */
constexpr size_t longestPath = 500;

Error cannotSave(const std::string &path, const std::string &reason) {
    return Error{path + ": cannot be saved: " + reason};
}

/** A device or a pipe of that name would be replaced by the file. */
Result<void> checkTarget(const std::string &path) {
    struct stat found = {};
    if (::stat(path.c_str(), &found) != 0) {
        if (errno == ENOENT) return {};
        return cannotSave(path, std::strerror(errno));
    }
    if (S_ISDIR(found.st_mode)) return cannotSave(path, "it is a directory");
    if (!S_ISREG(found.st_mode)) return cannotSave(path, "it is no file but a device, a pipe or a socket");
    return {};
}

} // namespace

Result<void> checkSavePath(const std::string &path) {
    if (path.size() > longestPath)
        return cannotSave(path, "the path has more than " + std::to_string(longestPath) +
                                    " bytes, which a session file must not have");
    if (const auto target = checkTarget(path); !target) return target;
    const std::string temporary = temporaryBeside(path);
    const int file = ::open(temporary.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (file < 0) return cannotSave(path, std::strerror(errno));
    ::close(file);
    ::unlink(temporary.c_str());
    return {};
}

Result<void> saveSession(const Session &session, const std::string &path, std::function<bool()> shouldContinue,
                         Progress *progress) {
    if (const auto sound = checkReferences(session); !sound) return cannotSave(path, sound.error().message);
    if (const auto possible = checkSavePath(path); !possible) return possible;
    const std::string temporary = temporaryBeside(path);
    ::unlink(temporary.c_str());
    Result<void> written;
    {
        DatabaseWriter out(temporary, sessionApplicationId, sessionFileVersion, sessionTables());
        out.goOnWhile(std::move(shouldContinue));
        Blobs blobs(session.tensors);
        writeTexts(out, session);
        writeStacks(out, session);
        writeRun(out, session, blobs);
        writeStops(out, session);
        writeVariants(out, session);
        writeCompilations(out, session, blobs);
        writeTrace(out, session.trace, blobs);
        writeProfiles(out, session, blobs);
        written = blobs.write(out, progress);
        if (const auto finished = out.finish(); written) written = finished;
    }
    ::malloc_trim(0); // of millions of small blocks of values
    if (!written) {
        ::unlink(temporary.c_str());
        return cannotSave(path, written.error().message);
    }
    if (std::rename(temporary.c_str(), path.c_str()) != 0) {
        const std::string reason = std::strerror(errno);
        ::unlink(temporary.c_str());
        return cannotSave(path, reason);
    }
    return {};
}

int64_t valueBytes(const Session &session, const std::function<bool()> &shouldContinue) {
    Blobs blobs(session.tensors);
    for (size_t place = 0; place < session.tensors.size() && shouldContinue(); ++place)
        if (const TensorRecord tensor = session.tensors[place]; tensor.value.defined()) (void)blobs.add(place, tensor);
    return blobs.bytes();
}

} // namespace jitscope::inline session
