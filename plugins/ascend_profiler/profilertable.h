// SPDX-License-Identifier: Apache-2.0
// One table of a profile from its comma-separated files.
#pragma once

#include "engine/importing/importer.h"
#include "engine/profile/diagnostics.h"
#include "engine/profile/profile.h"
#include "plugins/ascend_profiler/profilerfolder.h"

#include <string>
#include <vector>

namespace jitscope {
inline namespace ascend_profiler {

/** The name of the table that files of that stem are. msprof has files of its own (step_trace of sunk graphs) that are
    called as tables of another kind are here; those get another name. */
std::string profilerTableName(const std::string &stem);

/** Reads the parts of one export as one table; `kind` tells of the producer's units. */
Result<DataTable> readProfilerTable(const std::vector<std::string> &paths, ProfilerKind kind,
                                    const ImportOptions &options, Diagnostics &diagnostics);

/** Puts the rows of `more` behind those of `table`, by the names of columns. */
void appendRows(DataTable &table, const DataTable &more);

} // namespace ascend_profiler
} // namespace jitscope
