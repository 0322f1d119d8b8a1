// SPDX-License-Identifier: Apache-2.0
// Runs a short row of operators, kernels and calls of the host, which costs no more than they do: no frames, no copies
// of arguments.
#pragma once

#include "engine/run/graphplan.h"

#include <span>

namespace jitscope::inline run {

/** Runs a kernel on any arguments, packed or by the graph that it was compiled of. Results that are taken apart go to
    their slots; `computed` are those behind the arguments. */
using RunKernel = Value (*)(const ModulePlan &module, const PlanStep &step, std::span<const Value *const> arguments,
                            Value *computed);

/** The result of an entry graph that is a StraightRow; its arguments stay as they are. */
Value runStraight(const ModulePlan &module, const Value *const *arguments, RunKernel runKernel);

} // namespace jitscope::inline run
