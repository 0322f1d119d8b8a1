// SPDX-License-Identifier: Apache-2.0
// What a run would have looked like on an Ascend device: a timeline from a cost model, always marked as simulated.
#pragma once

#include "engine/ascend/devicerun.h"
#include "engine/profile/trace.h"

namespace jitscope::inline ascend {

/**
 * The device lanes of the operators in `part` (a session as Recorder::take gives it): every eager operator is launched
 * by itself, the kernels of a compiled graph one by one or, sunk, all at once. Times stand on the host's clock; a
 * kernel begins after its host launch. Operators that only look at memory in another way (Reshape) need no kernel, and
 * failed ones have none.
 */
Trace simulate(const DeviceModel &model, const Session &part, StreamState &previous,
               const SimulationOptions &options = {});

/** A whole recording: the lanes, and the memory that its tensors take. */
struct SimulatedRun {
    DeviceRun run;
    Trace trace;
};
SimulatedRun simulateWhole(const DeviceModel &model, const Session &session, const SimulationOptions &options = {});

} // namespace jitscope::inline ascend
