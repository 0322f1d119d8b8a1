// SPDX-License-Identifier: Apache-2.0
// Arrows from their starts, steps and ends: which belong together, and on which slices they stand.
#pragma once

#include "engine/profile/trace.h"
#include "engine/reading/tracejsonlanes.h"

namespace jitscope::inline reading::tracejson {

/** What joining needs besides the points. */
struct FlowContext {
    const ReadEvents &read;
    const LaneKeys &lanes;
    const MadeTracks &tracks;
    const std::vector<std::vector<uint32_t>> &textOf; ///< text in the trace by reader and its text
};

/** Adds the arrows to the arranged `trace`, and counts what belongs to none. */
Faults addFlows(const FlowContext &context, Trace &trace);

} // namespace jitscope::inline reading::tracejson
