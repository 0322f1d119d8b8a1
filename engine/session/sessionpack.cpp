// SPDX-License-Identifier: Apache-2.0
// A recording's part as rows, in the order in which sessionunpack.cpp reads them.
#include "engine/session/sessionpack.h"

#include "engine/session/compilation.h"
#include "engine/session/graphpack.h"
#include "engine/session/recordpack.h"
#include "engine/session/session.h"
#include "engine/session/sessionfields.h"
#include "engine/session/tracepack.h"

namespace jitscope::inline session {

namespace {

void putValue(RecordPacker &out, const RecordedValue &value) {
    const std::shared_ptr<RecordedStorage> &storage = value.storage();
    out.rows().integer(storage ? int64_t(storage->serial()) : 0);
    if (!storage) return;
    out.put(value.strides());
    out.rows().integer(value.offset());
}

void putPass(RecordPacker &out, const PassRecord &pass) {
    out.list(pass.rewrites);
    out.list(pass.refusals);
}

void putGraphs(RecordPacker &out, const Compilation &each) {
    PackedGraphs graphs{{each.captured, each.final}, each.spans};
    for (const PassRecord &record : each.passes) {
        graphs.modules.push_back(record.before);
        graphs.modules.push_back(record.after);
    }
    std::vector<Tensor> constants;
    out.rows().text(packGraphs(graphs, [&](const Tensor &tensor) {
        constants.push_back(tensor.contiguous());
        return int64_t(constants.size()) - 1;
    }));
    out.rows().integer(int64_t(constants.size()));
    for (const Tensor &constant : constants)
        out.rows().text({reinterpret_cast<const char *>(constant.rawData()), size_t(constant.bytes())});
}

} // namespace

std::string packSession(const Session &part) {
    RecordPacker out;
    out.rows().integer(int64_t(part.info.size()));
    for (const auto &[key, value] : part.info) {
        out.rows().text(key);
        out.rows().text(value);
    }
    out.list(part.sources);
    out.list(part.output);
    out.list(part.problems);
    out.list(part.stacks);
    out.list(part.tensors, [&](const TensorRecord &tensor) { putValue(out, tensor.value); });
    out.list(part.ops);
    out.list(part.graphCalls);
    out.list(part.gradients);
    out.list(part.stops, [&](const StopRecord &stop) {
        out.list(stop.stack);
        out.list(stop.variables);
    });
    out.list(part.bookmarks);
    out.list(part.watchHits);
    out.list(part.storageEvents);
    out.list(part.threadSpans);
    out.list(part.dataWaits);
    out.list(part.compilations, [&](const Compilation &each) {
        out.list(each.passes, [&](const PassRecord &pass) { putPass(out, pass); });
        putGraphs(out, each);
        out.list(each.kernels);
        out.list(each.stages);
    });
    const std::vector<PackedColumn> columns =
        part.trace.sliceCount() ? packTrace(part.trace) : std::vector<PackedColumn>();
    out.rows().integer(int64_t(columns.size()));
    for (const PackedColumn &column : columns) {
        out.rows().text(column.name);
        out.rows().text(column.bytes);
    }
    return out.bytes();
}

} // namespace jitscope::inline session
