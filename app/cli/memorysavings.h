// SPDX-License-Identifier: GPL-3.0-or-later
// What saves memory, as text, JSON and CSV for `jitscope memory`: the plans of compiled graphs, and what computing
// activations again would save.
#pragma once

#include "app/cli/arguments.h"
#include "engine/analysis/memory/recomputation.h"

namespace jitscope {
inline namespace cli {

/** `jitscope memory --plan`; the exit code. */
int showMemoryPlans(const Session &session, const Arguments &arguments);
/** `jitscope memory --recompute`; the exit code. */
int showRecomputation(const Session &session, const OpColumns &columns, const MemoryUse &use,
                      const Arguments &arguments);

} // namespace cli
} // namespace jitscope
