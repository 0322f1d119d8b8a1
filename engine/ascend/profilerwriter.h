// SPDX-License-Identifier: Apache-2.0
// A simulated run written as MindSpore's profiler writes a real one, marked as simulated wherever somebody would look.
#pragma once

#include "engine/ascend/devicemodel.h"
#include "engine/base/progress.h"
#include "engine/session/sessionfwd.h"

#include <string>
#include <vector>

namespace jitscope::inline ascend {

struct ProfilerOptions {
    int ranks = 1;                ///< one folder each, all of them the same run
    Progress *progress = nullptr; ///< told how far it is, asked whether to go on
};

/** Simulates the recorded operators of `session` on a device of that model and writes the folders
    {host}_{pid}_{time}_ascend_ms into `folder`, which is made. Nothing is left behind where it fails, nothing that is
    there is written over. The paths of the folders. */
Result<std::vector<std::string>> writeProfiles(const DeviceModel &model, const Session &session,
                                               const std::string &folder, const ProfilerOptions &options = {});

} // namespace jitscope::inline ascend
