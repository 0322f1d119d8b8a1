// SPDX-License-Identifier: Apache-2.0
// The tables of a simulated run for the session that it belongs to, as a profiler would have written them beside the
// timeline; on the recording's own clock.
#pragma once

#include "engine/ascend/devicerun.h"
#include "engine/profile/profile.h"

namespace jitscope::inline ascend {

/** Kernels, steps, host calls and memory of the run; marked as simulated. Its rows find their slices in what
    simulate() gives of the same run. */
Profile profileOfRun(const DeviceModel &model, const DeviceRun &run);

} // namespace jitscope::inline ascend
