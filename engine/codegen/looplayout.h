// SPDX-License-Identifier: Apache-2.0
// Turns the stages of one nest into loads, steps, reductions and stores.
#pragma once

#include "engine/codegen/kernelstages.h"

namespace jitscope::inline codegen {

/** Lays out nest `index`, axes not yet merged. Reductions of earlier nests that it needs get a scratch block as a
   further home, so nests must come one after the other: `plan` holds those before it. */
LoopNest layOutNest(const Graph &kernel, const KernelStages &stages, int index, KernelPlan &plan);

} // namespace jitscope::inline codegen
