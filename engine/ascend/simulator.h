// SPDX-License-Identifier: Apache-2.0
// What a run would have looked like on an Ascend device: a timeline from a cost model, always marked as simulated.
#pragma once

#include "engine/ascend/devicemodel.h"
#include "engine/session/session.h"

#include <span>

namespace jitscope {

/** How long one operator would take on the device, in microseconds, and why. */
struct KernelEstimate {
    double totalUs = 0, computeUs = 0, memoryUs = 0, launchUs = 0;
    bool cube = false; ///< runs on the cube cores (matmul), else on the vector cores
    int blocks = 1;    ///< cores it is spread over
};

/**
 * The estimate of one kernel. `op` is a primitive of ours or a kernel type of a real profile ("MatMulV3"); `arguments`
 * and `result` give a matrix product its shape, `flops` and `bytes` (read and written, each tensor once) everything
 * else its size. With `flops` 0 a matrix product takes its inner length from the first argument.
 */
KernelEstimate estimate(const DeviceModel &model, const std::string &op, std::span<const Abstract> arguments,
                        const Abstract &result, double flops, double bytes);

/** Where the simulated device stands; carried from one part of a recording to the next. */
struct StreamState {
    int64_t freeNs = 0;     ///< when the stream will be idle
    int64_t hostNs = 0;     ///< when the simulated host has issued its last launch
    int64_t graphCall = -1; ///< the graph call that was launched last: its nodes may be spread over parts
};

/**
 * The device lanes of the operators in `part` (a session as Recorder::take gives it): every eager operator is launched
 * by itself, every graph call launches all of its nodes at once. Times stand on the host's clock; a kernel begins after
 * its host launch. Operators that only look at memory in another way (Reshape) need no kernel, and failed ones have
 * none.
 */
Trace simulate(const DeviceModel &model, const Session &part, StreamState &previous);

} // namespace jitscope
