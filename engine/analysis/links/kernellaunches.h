// SPDX-License-Identifier: Apache-2.0
// How long the kernels of a device were on their way: from the begin of the host's launch to their own.
#pragma once

#include "engine/profile/datatable.h"
#include "engine/profile/trace.h"

#include <cstdint>
#include <vector>

namespace jitscope::inline analysis {

/** By row of a rank's kernels table, ns; missingInteger where no flow of the trace leads from a launch of the host to
    the kernel, and where it leads back in time: clocks of host and device are aligned only roughly. With what a kernel
    waits in its queue for others. The trace must be arranged. */
std::vector<int64_t> kernelLaunches(const Trace &trace, const DataTable &kernels, int rank);

} // namespace jitscope::inline analysis
