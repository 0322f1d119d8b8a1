// SPDX-License-Identifier: Apache-2.0
// What is held more and more from step to step: candidates for leaks, by who made them.
#pragma once

#include "engine/analysis/memory/heldmemory.h"

namespace jitscope::inline analysis {

/** Memory that the same operator of the same line and scope made for tensors of one type, at the end of each step. */
struct MemoryGrowth {
    std::string opName, scope, line, type, name; ///< as in HeldMemory; opName is "" for what came from outside
    std::vector<int64_t> bytesAtEnds;            ///< by step
    std::vector<int64_t> countAtEnds;
    uint32_t latest = 0; ///< the last that came of those held at the last end: its place in MemoryUse::lives
    int64_t growth() const { return bytesAtEnds.back() - bytesAtEnds.front(); }
};

struct MemoryGrowthReport {
    std::vector<int64_t> stepEnds;     ///< ns: of the last operator of each step
    std::vector<MemoryGrowth> growing; ///< the one that grew most first
    /** Growth shows from three steps on. */
    bool isKnown() const { return stepEnds.size() >= 3; }
};

/** Grows what never becomes less and becomes more in at least half of the steps, and in two at least: what a first step
    leaves behind for good (the state of an optimizer) does not. Steps end where the optimizer does (OpGrouping::Step).
 */
MemoryGrowthReport memoryGrowth(const Session &session, const OpColumns &columns, const MemoryUse &use);

} // namespace jitscope::inline analysis
