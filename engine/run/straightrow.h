// SPDX-License-Identifier: Apache-2.0
// Finds graphs that are a short row of operators, kernels and calls of the host, and lays them out without frames.
#pragma once

#include "engine/run/graphplan.h"

namespace jitscope::inline run {

/** The row that a graph with these steps is; without steps where it is none. */
StraightRow straightRowOf(const GraphPlan &plan);

} // namespace jitscope::inline run
