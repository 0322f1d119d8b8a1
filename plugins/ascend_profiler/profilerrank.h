// SPDX-License-Identifier: Apache-2.0
// One rank of a profile, from whatever of its files are there: the database before the text, the text for what the
// database does not hold, device lanes from the table of kernels where there is no timeline.
#pragma once

#include "engine/importing/importer.h"
#include "engine/profile/diagnostics.h"
#include "engine/profile/profile.h"
#include "engine/profile/trace.h"
#include "plugins/ascend_profiler/profilerfolder.h"

namespace jitscope {
inline namespace ascend_profiler {

/** Which of two forms of the same is read. */
enum class PreferredSource : uint8_t { Database, Text };

struct ProfilerRank {
    Trace trace; ///< arranged
    ProfilePtr profile;
    Diagnostics diagnostics;
};

/** Reads what `files` names. All tracks and the profile are given `rank`. Fails when nothing of it can be read, for
   what does not fit the memory, and when it was cancelled. */
Result<ProfilerRank> readProfilerRank(const RankFiles &files, int rank, PreferredSource source,
                                      const ImportOptions &options);

/** The rank that the files themselves name, -1 if none does: by what is in profiler_info, then by names of files and
    folder. */
int rankOfFiles(const RankFiles &files);

} // namespace ascend_profiler
} // namespace jitscope
