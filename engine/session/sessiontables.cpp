// SPDX-License-Identifier: Apache-2.0
#include "engine/session/sessiontables.h"

#include "engine/session/compilation.h"
#include "engine/session/records.h"
#include "engine/session/recordtables.h"
#include "engine/session/variantrecord.h"

namespace jitscope::inline session {

const std::vector<TableDef> &sessionTables() {
    static const std::vector<TableDef> tables{
        {"info", {{"key", "TEXT"}, {"value", "TEXT"}}},
        tableOf<SourceFile>("sources"),
        tableOf<OutputChunk>("output"),
        tableOf<Problem>("problems"),
        {"stacks", integerColumns("frame_count")},
        tableOf<StackFrame>("frames", "stack"),
        tableOf<TensorRecord>("tensors", "", "value_blob"),
        tableBeside<TensorRecord, &tensorMemories>(),
        tableOf<OpEvent>("ops"),
        tableBeside<OpEvent, &opSteps>(),
        tableOf<GradientLink>("gradients", "", "", 3),
        tableOf<StopRecord>("stops", "", "frame_count", 3),
        tableOf<StackFrame>("stop_frames", "stop", "", 3),
        tableOf<Variable>("stop_variables", "stop, frame", "", 3),
        tableOf<Bookmark>("bookmarks", "", "", 3),
        tableOf<WatchHit>("watch_hits", "", "", 3),
        tableOf<StorageEvent>("storage_events", "", "", storageEventsSince),
        tableOf<ThreadSpan>("thread_spans", "", "", threadsSince),
        tableOf<DataWait>("data_waits", "", "", dataWaitsSince),
        tableOf<VariantRecord>("variants", "", "", 8),
        tableOf<DecisionUse>("variant_decisions", "variant", "", 8),
        tableOf<GraphCall>("graph_calls"),
        tableOf<Compilation>("compilations", "", "pass_count, graphs_blob"),
        tableBeside<Compilation, &scriptSettings>(),
        tableBeside<Compilation, &jitOptions>(),
        tableOf<PassRecord>("passes", "compilation"),
        tableBeside<PassRecord, &passStages>(),
        tableOf<Rewrite>("rewrites", "compilation, pass_place"),
        tableOf<Refusal>("refusals", "compilation, pass_place"),
        tableOf<KernelRecord>("kernels", "compilation"),
        tableBeside<KernelRecord, &kernelCodes>(),
        tableOf<StageTime>("stages", "compilation"),
        {"trace", {{"column_name", "TEXT"}, {"values_blob", "INTEGER"}}},
        tableOf<Diagnostic>("diagnostics", "", "", 4),
        {"profiles", {{"label", "TEXT"}, {"values_blob", "INTEGER"}}, 4},
        {"blobs",
         {{"id", "INTEGER"},
          {"total_bytes", "INTEGER"},
          {"part_offset", "INTEGER"},
          {"part_bytes", "INTEGER"},
          {"data", "BLOB"}}},
        // Axes along which views repeat themselves: their blobs hold one element of those.
        {"blob_repeats", integerColumns("blob, axis"), 11},
    };
    return tables;
}

} // namespace jitscope::inline session
