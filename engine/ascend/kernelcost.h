// SPDX-License-Identifier: Apache-2.0
// How long a kernel takes on a device by its model, and what its cores do meanwhile.
#pragma once

#include "engine/ascend/devicemodel.h"
#include "engine/ascend/kerneljob.h"

namespace jitscope::inline ascend {

/** How long one kernel would take on the device, in microseconds, and why. */
struct KernelEstimate {
    double totalUs = 0, computeUs = 0, memoryUs = 0, launchUs = 0;
    KernelCore core = KernelCore::Vector;
    int blocks = 1;        ///< cores it is spread over
    int mixBlocks = 0;     ///< of the other kind
    double cubeCycles = 0; ///< blocks of 16x16x16 that it multiplies, of all cores
};

KernelEstimate estimate(const DeviceModel &model, const KernelJob &work);
/** "compute", "memory" or "launch". */
std::string boundBy(const KernelEstimate &estimate);

/** A copy between host and device. */
double copyUs(const DeviceModel &model, double bytes);
/** A collective of `ranks` devices over `bytes` of each; 0 for fewer than two. `name` as collectiveOf() gives it. */
double collectiveUs(const DeviceModel &model, std::string_view name, double bytes, int ranks);

/** What the counters of the cores would show (PipeUtilization), worked out from an estimate. */
struct PipeCounters {
    double aicUs = 0, aivUs = 0; ///< time of the cube and vector cores
    int64_t aicCycles = 0, aivCycles = 0;
    double mac = 0, aicScalar = 0, mte1 = 0, aicMte2 = 0, fixpipe = 0; ///< shares of the time, by pipe
    double vec = 0, aivScalar = 0, aivMte2 = 0, mte3 = 0;
    double cubeUtilization = 0; ///< percent of the cores' cycles in the kernel's time
};
PipeCounters pipeCounters(const DeviceModel &model, const KernelJob &work, const KernelEstimate &estimate);

} // namespace jitscope::inline ascend
