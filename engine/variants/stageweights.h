// SPDX-License-Identifier: Apache-2.0
// Recorded stages made ready to run apart from the program.
#pragma once

#include "engine/ir/graph.h"

namespace jitscope::inline variants {

/** `stage` with weights of its own, which hold what those of the same parameters of `owner` hold: what the program does
    to its weights meanwhile is nothing to it. */
Module withWeightsOf(const Module &stage, const Module &owner);

} // namespace jitscope::inline variants
