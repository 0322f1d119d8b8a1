// SPDX-License-Identifier: Apache-2.0
// The recorded operators as times to sum up, grouped by what the user asks for.
#pragma once

#include "engine/profile/statistics.h"
#include "engine/session/sessionfwd.h"

#include <optional>
#include <string_view>
#include <vector>

namespace jitscope::inline session {

enum class OpGrouping : uint8_t {
    Op,
    Scope,
    Line,
    Node,   ///< only what ran in compiled graphs: nodes, and fused kernels by their names
    Kernel, ///< only fused, compiled kernels: those that Compilation::kernels lists
};

/** "op", "scope", "line" or "kernel". */
std::optional<OpGrouping> opGroupingNamed(std::string_view name);

/** One sample an operator that ran; those without the group (no line known) come under "(unknown)". */
std::vector<TimeSample> opTimes(const Session &session, OpGrouping grouping);

} // namespace jitscope::inline session
