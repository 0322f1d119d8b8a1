// SPDX-License-Identifier: Apache-2.0
// The operators that a fused kernel can hold, with what decides whether fusing them pays.
#pragma once

#include "engine/ops/opuse.h"

#include <span>
#include <string_view>

namespace jitscope::inline passes {

struct KernelOp {
    std::string_view op;
    KernelElement takes; ///< Number also takes bools (as 0 and 1), Bool takes nothing else
    KernelElement gives;
    KernelWork work;
};

/** All of them; code generation has code for each (a test compares the two lists). */
std::span<const KernelOp> kernelOps();

/** The record of `op`, or null if kernels cannot hold it. */
const KernelOp *findKernelOp(std::string_view op);

} // namespace jitscope::inline passes
