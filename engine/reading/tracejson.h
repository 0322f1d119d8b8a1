// SPDX-License-Identifier: Apache-2.0
// Reader of Chrome trace JSON of any size, in all of its dialects: browsers, PyTorch, JAX, Perfetto, and the Ascend
// profiler (MindSpore, torch_npu, msprof, operator simulator).
//
// The file is read by pieces on all cores, once; times are exact decimals. Arguments of slices stay in the file, see
// ArgumentSource. Everything that is not shown as it is written is counted in the diagnostics.
//
// Headings are the bare names of processes ("Ascend Hardware"); a label or the pid follows where two processes share
// one. Numbers of a counter are a Counter for each key of its arguments, on one track for each process and name. Arrows
// go by category and id, and are named without the id ("HostToDevice").
#pragma once

#include "engine/base/progress.h"
#include "engine/base/result.h"
#include "engine/profile/diagnostics.h"
#include "engine/profile/trace.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jitscope::inline reading {

struct TraceJsonOptions {
    Progress *progress = nullptr;                      ///< told of bytes read, asked whether to go on; null for neither
    int64_t memoryBytes = 0;                           ///< what the trace may take; 0 for no limit
    std::optional<std::pair<int64_t, int64_t>> window; ///< ns from the first event: only what overlaps it
    std::string cacheFolder;                           ///< where the parsed columns are kept; "" for nowhere
    int rank = -1;                                     ///< that all tracks are given
    /** [offset, length) of the only file: a trace that stands inside another file. Places stay those of the file. */
    std::optional<std::pair<int64_t, int64_t>> bytes;
    int64_t pieceBytes = int64_t(2) << 20; ///< what one core reads at a time; results do not depend on it
};

struct TraceJson {
    Trace trace; ///< arranged
    Diagnostics diagnostics;
    /** Members of the object that holds the events, as they are written: "displayTimeUnit", "schemaVersion", ... */
    std::map<std::string, std::string> info;
};

/** Reads one trace from its files: more than one where an export was cut into slices. Fails for what is no trace at
   all, for one that does not fit the memory (naming a window that would), and when it was cancelled ("opening was
    cancelled"); a damaged file gives what can be read of it, with a diagnostic. */
Result<TraceJson> readTraceJson(const std::vector<std::string> &paths, const TraceJsonOptions &options = {});

} // namespace jitscope::inline reading
