// SPDX-License-Identifier: Apache-2.0
#include "engine/session/sessionfile.h"

#include "engine/base/temporaryfile.h"
#include "engine/base/text.h"
#include "engine/session/graphpack.h"
#include "engine/session/packing.h"
#include "engine/session/sessiontables.h"
#include "engine/session/profilepack.h"
#include "engine/session/tracepack.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <tuple>
#include <unistd.h>

namespace jitscope {

namespace {

std::string listText(std::span<const int64_t> numbers) {
    std::string text;
    for (const int64_t number : numbers)
        text += (text.empty() ? "" : ",") + std::to_string(number);
    return text;
}

std::string listText(const std::vector<NodeId> &nodes) {
    std::vector<int64_t> numbers;
    for (const NodeId node : nodes)
        numbers.push_back(node.value);
    return listText(numbers);
}

std::string listText(const Dims &dims) {
    return listText(dims.span());
}

/** What stands in the table `blobs`: values, which are read and packed only when their turn comes, and finished bytes.
 */
class Blobs {
public:
    int64_t add(std::string bytes) {
        m_blobs.push_back({std::move(bytes), {}, 0});
        return int64_t(m_blobs.size()) - 1;
    }
    /** Values with the same elements in the same order share a blob. */
    int64_t add(const RecordedValue &value, const Dims &shape, DType dtype) {
        const StoragePtr memory = value.storage()->inMemory();
        const uint64_t serial = memory ? memory->serial() : value.storage()->serial();
        // The layout of contiguous elements says nothing about their bytes: f32[2,3] and its reshape f32[6] are the
        // same.
        const int64_t itemBytes = info(dtype).bytes;
        const bool isContiguous = value.strides() == contiguousStrides(shape);
        const std::string layout = isContiguous ? "" : listText(shape) + "/" + listText(value.strides());
        const auto [entry, isNew] = m_values.try_emplace(
            {bool(memory), serial, value.offset() * itemBytes, shape.product() * itemBytes, layout},
            int64_t(m_blobs.size()));
        if (isNew) m_blobs.push_back({std::string(), value, shape.product() * itemBytes});
        return entry->second;
    }
    int64_t add(const Tensor &tensor) { return add(RecordedValue(tensor), tensor.shape(), tensor.dtype()); }
    /** An error when values could not be read back from where they were written out to. */
    Result<void> write(DatabaseWriter &out, Progress *progress) const {
        out.begin("blobs");
        if (progress) progress->begin({}, bytes());
        for (size_t i = 0; i < m_blobs.size(); ++i) {
            if (progress && i > 0) progress->advance(m_blobs[i - 1].size());
            if (!m_blobs[i].value.storage()) {
                writeOne(out, int64_t(i), m_blobs[i].bytes);
                continue;
            }
            const auto value = m_blobs[i].value.load();
            if (!value) return value.error();
            const Tensor packed = value->contiguous();
            writeOne(out, int64_t(i), {reinterpret_cast<const char *>(packed.rawData()), size_t(packed.bytes())});
        }
        return {};
    }
    int64_t bytes() const {
        int64_t sum = 0;
        for (const Blob &each : m_blobs)
            sum += each.size();
        return sum;
    }

private:
    static void writeOne(DatabaseWriter &out, int64_t id, std::string_view bytes) {
        int64_t offset = 0;
        do {
            const std::string_view part = bytes.substr(size_t(offset), size_t(blobPartBytes));
            out.integer(id).integer(int64_t(bytes.size())).integer(offset).integer(int64_t(part.size()));
            out.blob(compressed(part)).endRow();
            offset += blobPartBytes;
        } while (offset < int64_t(bytes.size()));
    }

    struct Blob {
        std::string bytes;
        RecordedValue value;
        int64_t valueBytes = 0;
        int64_t size() const { return int64_t(bytes.size()) + valueBytes; }
    };
    std::vector<Blob> m_blobs;
    std::map<std::tuple<bool, uint64_t, int64_t, int64_t, std::string>, int64_t> m_values;
};

void writeSpan(DatabaseWriter &out, const SourceSpan &span) {
    out.text(span.file)
        .integer(span.line)
        .integer(span.endLine)
        .integer(span.column)
        .integer(span.endColumn)
        .text(span.text);
}

void writeTexts(DatabaseWriter &out, const Session &session) {
    out.begin("info");
    for (const auto &[key, value] : session.info)
        out.text(key).text(value).endRow();
    out.begin("sources");
    for (const SourceFile &source : session.sources)
        out.text(source.path).text(source.text).endRow();
    out.begin("output");
    for (const OutputChunk &chunk : session.output)
        out.integer(chunk.isError ? 1 : 0).text(chunk.text).endRow();
    out.begin("problems");
    for (const Problem &problem : session.problems) {
        out.integer(int64_t(problem.severity)).text(problem.kind).text(problem.message);
        writeSpan(out, problem.span);
        out.endRow();
    }
}

void writeStacks(DatabaseWriter &out, const Session &session) {
    out.begin("stacks");
    for (const std::vector<StackFrame> &stack : session.stacks)
        out.integer(int64_t(stack.size())).endRow();
    out.begin("frames");
    for (size_t i = 0; i < session.stacks.size(); ++i)
        for (const StackFrame &frame : session.stacks[i]) {
            out.integer(int64_t(i)).text(frame.function);
            writeSpan(out, frame.span);
            out.endRow();
        }
}

void writeRun(DatabaseWriter &out, const Session &session, Blobs &blobs) {
    out.begin("tensors");
    for (const TensorRecord &tensor : session.tensors) {
        out.integer(tensor.id).integer(int64_t(tensor.dtype)).text(listText(tensor.shape)).text(tensor.name);
        out.integer(tensor.value.defined() ? blobs.add(tensor.value, tensor.shape, tensor.dtype) : -1).endRow();
    }
    out.begin("tensor_memories");
    for (const TensorRecord &tensor : session.tensors)
        if (tensor.memory >= 0) out.integer(tensor.id).integer(tensor.memory).endRow();
    out.begin("ops");
    for (const OpEvent &op : session.ops) {
        out.integer(op.number).text(op.op).text(listText(op.inputs.span())).text(listText(op.outputs.span()));
        out.text(op.operands).text(op.result).integer(op.startNs).integer(op.durationNs).text(op.scope);
        out.integer(op.stack).integer(op.compilation).integer(op.node.value).integer(op.graphCall);
        out.integer(op.isKernel ? 1 : 0).text(op.error).real(op.cost.flops).real(op.cost.bytes).endRow();
    }
    out.begin("op_steps");
    for (const OpEvent &op : session.ops)
        out.integer(int64_t(op.phase)).integer(op.writes ? 1 : 0).integer(op.forward).endRow();
    out.begin("gradients");
    for (const GradientLink &link : session.gradients)
        out.integer(link.tensor).integer(link.gradient).endRow();
    out.begin("graph_calls");
    for (const GraphCall &call : session.graphCalls) {
        out.integer(call.number).text(call.function).integer(call.compilation).integer(call.startNs);
        out.integer(call.durationNs).integer(call.stack).endRow();
    }
}

void writeStops(DatabaseWriter &out, const Session &session) {
    out.begin("stops");
    for (const StopRecord &stop : session.stops)
        out.integer(stop.nextOp).text(stop.reason).integer(int64_t(stop.variables.size())).endRow();
    out.begin("stop_frames");
    for (size_t i = 0; i < session.stops.size(); ++i)
        for (const StackFrame &frame : session.stops[i].stack) {
            out.integer(int64_t(i)).text(frame.function);
            writeSpan(out, frame.span);
            out.endRow();
        }
    out.begin("stop_variables");
    for (size_t i = 0; i < session.stops.size(); ++i)
        for (size_t frame = 0; frame < session.stops[i].variables.size(); ++frame)
            for (const Variable &variable : session.stops[i].variables[frame]) {
                out.integer(int64_t(i)).integer(int64_t(frame)).text(variable.name).text(variable.type);
                out.text(variable.text).integer(variable.tensor).integer(variable.isGlobal ? 1 : 0).endRow();
            }
    out.begin("bookmarks");
    for (const Bookmark &bookmark : session.bookmarks)
        out.integer(bookmark.op).text(bookmark.note).endRow();
    out.begin("watch_hits");
    for (const WatchHit &hit : session.watchHits) {
        out.integer(hit.op).integer(hit.tensor).text(hit.rule).text(hit.parameter);
        out.real(hit.actual).real(hit.threshold).endRow();
    }
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

void writeCompilations(DatabaseWriter &out, const Session &session, Blobs &blobs) {
    const TensorSink sink = [&](const Tensor &tensor) { return blobs.add(tensor); };
    out.begin("compilations");
    for (const Compilation &each : session.compilations) {
        out.integer(each.index).text(each.function).text(each.key).text(each.captureMode).text(each.jitLevel);
        out.text(each.device).text(each.reason).integer(each.imported ? 1 : 0).integer(int64_t(each.passes.size()));
        out.integer(blobs.add(packGraphs(graphsOf(each), sink))).endRow();
    }
    out.begin("script_settings");
    for (const Compilation &each : session.compilations)
        if (each.script != ScriptSettings())
            out.integer(each.index).text(each.script.mode).text(each.script.jitLevel).text(each.script.device).endRow();
    out.begin("jit_options");
    for (const Compilation &each : session.compilations)
        if (!each.options.empty()) out.integer(each.index).text(each.options).endRow();
    out.begin("passes");
    for (const Compilation &each : session.compilations)
        for (const PassRecord &pass : each.passes) {
            out.integer(each.index).integer(pass.index).integer(int64_t(pass.phase)).text(pass.name).text(pass.summary);
            out.integer(pass.changed ? 1 : 0).integer(pass.nodesBefore).integer(pass.nodesAfter);
            out.integer(pass.startNs).integer(pass.timeNs).endRow();
        }
    out.begin("pass_stages");
    for (const Compilation &each : session.compilations)
        for (size_t place = 0; place < each.passes.size(); ++place) {
            const PassRecord &pass = each.passes[place];
            out.integer(each.index).integer(int64_t(place)).text(pass.stage).integer(pass.cycle).endRow();
        }
    out.begin("rewrites");
    for (const Compilation &each : session.compilations)
        for (size_t place = 0; place < each.passes.size(); ++place)
            for (const Rewrite &rewrite : each.passes[place].rewrites) {
                out.integer(each.index).integer(int64_t(place)).text(rewrite.rule);
                out.text(listText(rewrite.before)).integer(rewrite.after.value).endRow();
            }
    out.begin("refusals");
    for (const Compilation &each : session.compilations)
        for (size_t place = 0; place < each.passes.size(); ++place)
            for (const Refusal &refusal : each.passes[place].refusals) {
                out.integer(each.index).integer(int64_t(place)).text(refusal.rule);
                out.text(listText(refusal.nodes)).text(refusal.reason).endRow();
            }
    out.begin("kernels");
    for (const Compilation &each : session.compilations)
        for (const KernelRecord &kernel : each.kernels) {
            out.integer(each.index).text(kernel.name).text(kernel.graph).text(listText(kernel.members));
            out.text(kernel.llvmIr.text()).text(kernel.assembly.text()).integer(kernel.compileNs).endRow();
        }
    out.begin("kernel_codes");
    for (const Compilation &each : session.compilations)
        for (size_t place = 0; place < each.kernels.size(); ++place) {
            const KernelRecord &kernel = each.kernels[place];
            out.integer(each.index).integer(int64_t(place)).integer(int64_t(kernel.origin));
            out.integer(kernel.codeBytes).endRow();
        }
    out.begin("stages");
    for (const Compilation &each : session.compilations)
        for (const StageTime &stage : each.stages)
            out.integer(each.index).text(stage.name).integer(stage.startNs).integer(stage.durationNs).endRow();
}

void writeTrace(DatabaseWriter &out, const Trace &trace, Blobs &blobs) {
    out.begin("trace");
    for (PackedColumn &column : packTrace(trace))
        out.text(column.name).integer(blobs.add(std::move(column.bytes))).endRow();
}

void writeProfiles(DatabaseWriter &out, const Session &session, Blobs &blobs) {
    out.begin("diagnostics");
    for (const Diagnostic &each : session.diagnostics)
        out.integer(int64_t(each.kind))
            .text(each.file)
            .text(each.place)
            .text(each.message)
            .integer(each.count)
            .endRow();
    out.begin("profiles");
    for (const ProfilePtr &profile : session.profiles)
        out.text(profile->label).integer(blobs.add(packProfile(*profile))).endRow();
}

/** SQLite takes 512 with the endings that it adds. */
constexpr size_t longestPath = 500;

} // namespace

Result<void> saveSession(const Session &session, const std::string &path, std::function<bool()> shouldContinue,
                         Progress *progress) {
    if (const auto sound = checkReferences(session); !sound)
        return Error{path + ": cannot be saved: " + sound.error().message};
    if (path.size() > longestPath)
        return Error{path + ": cannot be saved: the path has more than " + std::to_string(longestPath) +
                     " bytes, which a session file must not have"};
    const std::string temporary = temporaryBeside(path);
    ::unlink(temporary.c_str());
    Result<void> written;
    {
        DatabaseWriter out(temporary, sessionApplicationId, sessionFileVersion, sessionTables);
        out.goOnWhile(std::move(shouldContinue));
        Blobs blobs;
        writeTexts(out, session);
        writeStacks(out, session);
        writeRun(out, session, blobs);
        writeStops(out, session);
        writeCompilations(out, session, blobs);
        writeTrace(out, session.trace, blobs);
        writeProfiles(out, session, blobs);
        written = blobs.write(out, progress);
        if (const auto finished = out.finish(); written) written = finished;
    }
    if (!written) {
        ::unlink(temporary.c_str());
        return Error{path + ": cannot be saved: " + written.error().message};
    }
    if (std::rename(temporary.c_str(), path.c_str()) != 0) {
        const std::string reason = std::strerror(errno);
        ::unlink(temporary.c_str());
        return Error{path + ": cannot be saved: " + reason};
    }
    return {};
}

int64_t valueBytes(const Session &session, const std::function<bool()> &shouldContinue) {
    Blobs blobs;
    for (const TensorRecord &each : session.tensors) {
        if (!shouldContinue()) break;
        if (each.value.defined()) (void)blobs.add(each.value, each.shape, each.dtype);
    }
    return blobs.bytes();
}

} // namespace jitscope
