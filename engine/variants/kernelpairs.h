// SPDX-License-Identifier: Apache-2.0
// The fused kernels of two stages, paired by the members that they have in common.
#pragma once

#include "engine/variants/stagematch.h"

#include <optional>

namespace jitscope::inline variants {

/** A kernel of one of the two stages; nothing else of that stage is named here. */
struct PairedKernel {
    std::string graph;
    double bytes = 0; ///< read and written in one run
};

/** Without the one side: no kernel there has a member in common with it. */
struct KernelPair {
    std::optional<PairedKernel> left, right;
    std::vector<std::string> common, onlyLeft, onlyRight; ///< members: "Mul %4"
};

/** Those with most in common first, then what only one side has, in the order of the graphs. Each kernel once. */
std::vector<KernelPair> kernelPairs(const StageMatch &match);

} // namespace jitscope::inline variants
