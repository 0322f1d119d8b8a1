// SPDX-License-Identifier: Apache-2.0
// Databases of the Ascend profilers (msprof_*.db, ascend_pytorch_profiler_*.db, ascend_mindspore_profiler_*.db,
// analysis.db, communication_analyzer.db), read into the same trace and tables as their text files.
#pragma once

#include "engine/base/result.h"
#include "engine/importing/importer.h"
#include "engine/profile/diagnostics.h"
#include "engine/profile/profile.h"
#include "engine/profile/trace.h"

#include <string>

namespace jitscope {
inline namespace ascend_profiler {

struct ProfilerDatabase {
    Trace trace;             ///< arranged; empty for a database of communication alone
    Profile profile;         ///< its canonical tables; rank, device, info as far as the database tells
    Diagnostics diagnostics; ///< files by their name without folder
};

/** Opens read-only and never writes beside the file. Tracks are given `options.rank` if it is not -1, else what the
    database says. Fails for what is no database, for one that does not fit the memory, and when it was cancelled; a
    database of other tables gives them as they are. */
Result<ProfilerDatabase> readProfilerDatabase(const std::string &path, const ImportOptions &options);

} // namespace ascend_profiler
} // namespace jitscope
