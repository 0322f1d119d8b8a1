// SPDX-License-Identifier: Apache-2.0
// Why a decision to make nodes one kernel came to nothing.
#pragma once

#include "engine/passes/decisions.h"
#include "engine/session/compilation.h"

#include <string>
#include <vector>

namespace jitscope::inline variants {

/** Whether a kernel of the final graphs has a member for each of the captured nodes. */
bool areInOneKernel(const Module &final, const CapturedOrigins &origins, const std::vector<NodeId> &captured);

/** Why the captured nodes are not in one kernel of a compilation that was asked for that, as a sentence; empty where
    they are. */
std::string whyNotFused(const Compilation &made, const std::vector<NodeId> &captured);

/** "Only a part of it is in that kernel: 1 of 13 operators of LayerNormGrad %175." Where all of the captured nodes are,
    or no kernel has them all, nothing. */
std::string partsOutside(const Compilation &made, const CapturedOrigins &origins, const std::vector<NodeId> &captured);

/** How nodes are together in a compilation that was not asked for it: there the decision changes nothing. Empty where
    they are not. */
std::string whyFusedAnyway(const Compilation &compilation, const std::vector<NodeId> &captured);

} // namespace jitscope::inline variants
