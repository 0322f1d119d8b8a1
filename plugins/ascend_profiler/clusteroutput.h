// SPDX-License-Identifier: Apache-2.0
// What msprof-analyze made of a cluster: the same tables as of single ranks, for all of them.
#pragma once

#include "engine/importing/importer.h"
#include "engine/profile/diagnostics.h"
#include "engine/profile/profile.h"
#include "plugins/ascend_profiler/profilerfolder.h"

#include <vector>

namespace jitscope {
inline namespace ascend_profiler {

struct ClusterOutput {
    std::vector<Profile> ranks; ///< by rank; tables of steps and communication alone
    Profile whole;              ///< rank -1: groups of ranks, steps of pipeline stages, further tables
    Diagnostics diagnostics;
};

/** A file that cannot be read is left out with a diagnostic; fails when none can, and when it was cancelled. */
Result<ClusterOutput> readClusterOutput(const ClusterFiles &files, const ImportOptions &options);

} // namespace ascend_profiler
} // namespace jitscope
