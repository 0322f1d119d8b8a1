// SPDX-License-Identifier: Apache-2.0
// Rows of a recording's part, in the order in which sessionunpack.cpp reads them.
#include "engine/session/sessionpack.h"

#include "engine/session/graphpack.h"
#include "engine/session/packing.h"
#include "engine/session/tracepack.h"

#include <unordered_map>

namespace jitscope {

namespace {

/** Writes rows; texts that repeat are numbers into a table that stands in front. */
class Packer {
public:
    std::string pack(const Session &part);

private:
    void shared(const SharedText &text) {
        const auto [entry, isNew] = m_texts.try_emplace(text.identity(), int64_t(m_texts.size()));
        if (isNew) m_table.text(text.str());
        m_rows.integer(entry->second);
    }
    void dims(const Dims &dims) {
        m_rows.byte(uint8_t(dims.rank()));
        for (const int64_t size : dims)
            m_rows.integer(size);
    }
    void ids(std::span<const int64_t> ids) {
        m_rows.integer(int64_t(ids.size()));
        for (const int64_t id : ids)
            m_rows.integer(id);
    }
    void nodes(const std::vector<NodeId> &nodes) {
        m_rows.integer(int64_t(nodes.size()));
        for (const NodeId node : nodes)
            m_rows.integer(node.value);
    }
    void span(const SourceSpan &span) {
        shared(span.file);
        m_rows.integer(span.line);
        m_rows.integer(span.endLine);
        m_rows.integer(span.column);
        m_rows.integer(span.endColumn);
        m_rows.text(span.text);
    }
    void stack(const std::vector<StackFrame> &stack) {
        m_rows.integer(int64_t(stack.size()));
        for (const StackFrame &frame : stack) {
            shared(frame.function);
            span(frame.span);
        }
    }
    void texts(const Session &part);
    void tensors(const Session &part);
    void ops(const Session &part);
    void notes(const Session &part);
    void compilation(const Compilation &each);
    void pass(const PassRecord &pass);

    std::unordered_map<const void *, int64_t> m_texts;
    ByteWriter m_table, m_rows;
};

void Packer::texts(const Session &part) {
    m_rows.integer(int64_t(part.info.size()));
    for (const auto &[key, value] : part.info) {
        m_rows.text(key);
        m_rows.text(value);
    }
    m_rows.integer(int64_t(part.sources.size()));
    for (const SourceFile &source : part.sources) {
        m_rows.text(source.path);
        m_rows.text(source.text);
    }
    m_rows.integer(int64_t(part.output.size()));
    for (const OutputChunk &chunk : part.output) {
        m_rows.byte(chunk.isError ? 1 : 0);
        m_rows.text(chunk.text);
    }
    m_rows.integer(int64_t(part.problems.size()));
    for (const Problem &problem : part.problems) {
        m_rows.byte(uint8_t(problem.severity));
        m_rows.text(problem.kind);
        m_rows.text(problem.message);
        span(problem.span);
    }
    m_rows.integer(int64_t(part.stacks.size()));
    for (const std::vector<StackFrame> &each : part.stacks)
        stack(each);
}

void Packer::tensors(const Session &part) {
    m_rows.integer(int64_t(part.tensors.size()));
    if (!part.tensors.empty()) m_rows.integer(part.tensors.front().id);
    for (const TensorRecord &tensor : part.tensors) {
        m_rows.byte(uint8_t(tensor.dtype));
        dims(tensor.shape);
        shared(tensor.name);
        m_rows.integer(tensor.memory);
        const std::shared_ptr<RecordedStorage> &storage = tensor.value.storage();
        m_rows.integer(storage ? int64_t(storage->serial()) : 0);
        if (!storage) continue;
        dims(tensor.value.strides());
        m_rows.integer(tensor.value.offset());
    }
}

void Packer::ops(const Session &part) {
    m_rows.integer(int64_t(part.ops.size()));
    if (!part.ops.empty()) m_rows.integer(part.ops.front().number);
    int64_t lastNs = 0;
    for (const OpEvent &op : part.ops) {
        shared(op.op);
        ids(op.inputs.span());
        ids(op.outputs.span());
        shared(op.operands);
        shared(op.result);
        m_rows.integer(op.startNs - lastNs);
        lastNs = op.startNs;
        m_rows.integer(op.durationNs);
        shared(op.scope);
        m_rows.integer(op.stack);
        m_rows.integer(op.compilation);
        m_rows.integer(op.node.value);
        m_rows.integer(op.graphCall);
        m_rows.byte(uint8_t((op.isKernel ? 1 : 0) | (op.writes ? 2 : 0) | int(op.phase) << 2));
        m_rows.integer(op.forward);
        shared(op.error);
        m_rows.real(op.cost.flops);
        m_rows.real(op.cost.bytes);
    }
    m_rows.integer(int64_t(part.graphCalls.size()));
    for (const GraphCall &call : part.graphCalls) {
        m_rows.integer(call.number);
        m_rows.text(call.function);
        m_rows.integer(call.compilation);
        m_rows.integer(call.startNs);
        m_rows.integer(call.durationNs);
        m_rows.integer(call.stack);
    }
}

void Packer::notes(const Session &part) {
    m_rows.integer(int64_t(part.gradients.size()));
    for (const GradientLink &link : part.gradients) {
        m_rows.integer(link.tensor);
        m_rows.integer(link.gradient);
    }
    m_rows.integer(int64_t(part.stops.size()));
    for (const StopRecord &stop : part.stops) {
        m_rows.integer(stop.nextOp);
        m_rows.text(stop.reason);
        stack(stop.stack);
        m_rows.integer(int64_t(stop.variables.size()));
        for (const std::vector<Variable> &variables : stop.variables) {
            m_rows.integer(int64_t(variables.size()));
            for (const Variable &variable : variables) {
                m_rows.text(variable.name);
                m_rows.text(variable.type);
                m_rows.text(variable.text);
                m_rows.integer(variable.tensor);
                m_rows.byte(variable.isGlobal ? 1 : 0);
            }
        }
    }
    m_rows.integer(int64_t(part.bookmarks.size()));
    for (const Bookmark &bookmark : part.bookmarks) {
        m_rows.integer(bookmark.op);
        m_rows.text(bookmark.note);
    }
    m_rows.integer(int64_t(part.watchHits.size()));
    for (const WatchHit &hit : part.watchHits) {
        m_rows.integer(hit.op);
        m_rows.integer(hit.tensor);
        m_rows.text(hit.rule);
        m_rows.text(hit.parameter);
        m_rows.real(hit.actual);
        m_rows.real(hit.threshold);
    }
}

void Packer::pass(const PassRecord &pass) {
    m_rows.integer(pass.index);
    m_rows.byte(uint8_t(pass.phase));
    m_rows.text(pass.name);
    m_rows.text(pass.summary);
    m_rows.byte(pass.changed ? 1 : 0);
    m_rows.integer(pass.nodesBefore);
    m_rows.integer(pass.nodesAfter);
    m_rows.integer(pass.startNs);
    m_rows.integer(pass.timeNs);
    m_rows.text(pass.stage);
    m_rows.integer(pass.cycle);
    m_rows.integer(int64_t(pass.rewrites.size()));
    for (const Rewrite &rewrite : pass.rewrites) {
        m_rows.text(rewrite.rule);
        nodes(rewrite.before);
        m_rows.integer(rewrite.after.value);
    }
    m_rows.integer(int64_t(pass.refusals.size()));
    for (const Refusal &refusal : pass.refusals) {
        m_rows.text(refusal.rule);
        nodes(refusal.nodes);
        m_rows.text(refusal.reason);
    }
}

void Packer::compilation(const Compilation &each) {
    m_rows.integer(each.index);
    for (const std::string *text :
         {&each.function, &each.key, &each.captureMode, &each.jitLevel, &each.device, &each.reason, &each.script.mode,
          &each.script.jitLevel, &each.script.device, &each.options})
        m_rows.text(*text);
    m_rows.byte(each.imported ? 1 : 0);
    m_rows.integer(int64_t(each.passes.size()));
    PackedGraphs graphs{{each.captured, each.final}, each.spans};
    for (const PassRecord &record : each.passes) {
        pass(record);
        graphs.modules.push_back(record.before);
        graphs.modules.push_back(record.after);
    }
    std::vector<Tensor> constants;
    m_rows.text(packGraphs(graphs, [&](const Tensor &tensor) {
        constants.push_back(tensor.contiguous());
        return int64_t(constants.size()) - 1;
    }));
    m_rows.integer(int64_t(constants.size()));
    for (const Tensor &constant : constants)
        m_rows.text({reinterpret_cast<const char *>(constant.rawData()), size_t(constant.bytes())});
    m_rows.integer(int64_t(each.kernels.size()));
    for (const KernelRecord &kernel : each.kernels) {
        m_rows.text(kernel.name);
        m_rows.text(kernel.graph);
        nodes(kernel.members);
        m_rows.integer(kernel.compileNs);
        m_rows.integer(int64_t(kernel.origin));
        m_rows.integer(kernel.codeBytes);
    }
    m_rows.integer(int64_t(each.stages.size()));
    for (const StageTime &stage : each.stages) {
        m_rows.text(stage.name);
        m_rows.integer(stage.startNs);
        m_rows.integer(stage.durationNs);
    }
}

std::string Packer::pack(const Session &part) {
    texts(part);
    tensors(part);
    ops(part);
    notes(part);
    m_rows.integer(int64_t(part.compilations.size()));
    for (const Compilation &each : part.compilations)
        compilation(each);
    const std::vector<PackedColumn> columns =
        part.trace.sliceCount() ? packTrace(part.trace) : std::vector<PackedColumn>();
    m_rows.integer(int64_t(columns.size()));
    for (const PackedColumn &column : columns) {
        m_rows.text(column.name);
        m_rows.text(column.bytes);
    }
    ByteWriter whole;
    whole.integer(int64_t(m_texts.size()));
    whole.text(m_table.bytes());
    return whole.bytes() + m_rows.bytes();
}

} // namespace

std::string packSession(const Session &part) {
    return Packer().pack(part);
}

} // namespace jitscope
