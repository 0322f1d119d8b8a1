// SPDX-License-Identifier: Apache-2.0
// Device lanes made of the table of kernels, for profiles whose timeline is not there: begin and duration of every
// kernel are.
#pragma once

#include "engine/importing/importer.h"
#include "engine/profile/profile.h"
#include "engine/profile/trace.h"

#include <optional>

namespace jitscope {
inline namespace ascend_profiler {

struct KernelLanes {
    Trace trace;             ///< arranged
    int64_t withoutTime = 0; ///< rows that have no readable begin or duration
};

/** The kernels of `profile` as slices: streams under "Ascend Hardware", collectives under "Communication" in the lane
    of their group. Arguments are read from the table, which the trace keeps. */
KernelLanes kernelLanes(const ProfilePtr &profile, std::optional<TimeWindow> window);

} // namespace ascend_profiler
} // namespace jitscope
