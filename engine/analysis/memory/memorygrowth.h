// SPDX-License-Identifier: Apache-2.0
// What is held more and more from step to step, or from round to round of a loop: candidates for leaks, by who made
// them.
#pragma once

#include "engine/analysis/memory/heldmemory.h"
#include "engine/analysis/memory/repetition.h"

namespace jitscope::inline analysis {

/** Memory that the same operator of the same line and scope made for tensors of one type, at the end of each round. */
struct MemoryGrowth {
    std::string opName, scope, line, type, name, firstUse; ///< as in HeldMemory; opName is "" for what is from outside
    std::vector<int64_t> bytesAtEnds;                      ///< by round
    std::vector<int64_t> countAtEnds;
    // Of what is held at the last end, without what may be in use: what the last round made, and what that of the round
    // before gave way to right behind the end (`h = f(x)` lets go of the old one when the new one is there).
    int64_t keptBytes = 0;
    size_t keptRounds = 0; ///< so many rounds made it
    uint32_t latest = 0;   ///< the last that came of those held at the last end: its place in MemoryUse::lives
    int64_t growth() const { return bytesAtEnds.back() - bytesAtEnds.front(); }
    double growthPerRound() const { return double(growth()) / double(bytesAtEnds.size() - 1); }
};

struct MemoryGrowthReport {
    Repetition rounds;
    std::vector<MemoryGrowth> growing; ///< the one that grew most first
    bool isKnown() const { return rounds.kind != RoundKind::None; }
};

/** Grows what becomes more again and again, not in every round perhaps, and never goes again: what fills up in the
   first rounds and then stays (the state of an optimizer, a cache, a window of the latest tensors) does not, nor what
   is let go of from time to time. Where rounds are no steps, the memory of parameters does not grow either: a loop that
   makes the layers of a network is no leak. */
MemoryGrowthReport memoryGrowth(const Session &session, const OpColumns &columns, const MemoryUse &use);

} // namespace jitscope::inline analysis
