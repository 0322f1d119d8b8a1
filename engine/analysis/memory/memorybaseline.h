// SPDX-License-Identifier: Apache-2.0
// The memory of a run at a moment beside that of another run at the same place of the program.
#pragma once

#include "engine/analysis/memory/memorydifference.h"

#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline analysis {

/** One recording's memory at a moment. All outlive this. */
struct MemoryAt {
    const OpColumns &columns;
    const MemoryUse &use;
    int64_t timeNs = 0;
};

/**
 * The moment of the baseline that a moment of a run is held against: its peak for the peak; else when the same operator
 * had begun or had ended - the latest that began until then, as the same one of all with its name and line. Nothing
 * where the baseline has no such operator, or none began until then.
 */
std::optional<int64_t> sameMoment(const OpColumns &baseline, const MemoryUse &baselineUse, const MemoryAt &now);

/** Sums of what is held on both sides, the baseline's as "before"; the largest change first, then by key. */
std::vector<MemoryDifferenceRow> memoryAgainst(const MemoryAt &baseline, const MemoryAt &now, OpGrouping grouping);

/** A memory that is held in the run, in the baseline or in both. */
struct HeldPair {
    std::optional<uint32_t> before, now; ///< places of lives
};

/** Memories of the same operator, line, scope, parameter and type, in the order in which they came; of those that are
    left, of the same but for the type; then those of the baseline alone. Those of the run stand as in
    MemoryUse::heldAt(). */
std::vector<HeldPair> heldAgainst(const Session &baselineSession, const MemoryAt &baseline, const Session &session,
                                  const MemoryAt &now);

} // namespace jitscope::inline analysis
