// SPDX-License-Identifier: Apache-2.0
// How far the clocks of ranks are apart: a collective operation ends on all of its ranks at (nearly) the same moment.
#pragma once

#include "engine/profile/trace.h"

#include <map>
#include <vector>

namespace jitscope::inline analysis {

/** How one rank was aligned. */
struct RankShift {
    int rank = -1;
    int towards = -1;     ///< the rank whose operations it was matched with; itself for the one that stays
    int64_t shiftNs = 0;  ///< to be added to its times
    int64_t matched = 0;  ///< operations that both have
    int64_t spreadNs = 0; ///< nine of ten matched operations end within this of each other after the shift
    bool operator==(const RankShift &) const = default;
};

struct RankAlignment {
    std::vector<RankShift> ranks; ///< those that could be aligned, by rank
    std::vector<int> unmatched;   ///< those without an operation in common with any of them
    std::map<int, int64_t> shifts() const;
};

/**
 * Aligns all ranks with communication lanes to the lowest. Operations are matched by name and by which of that name on
 * their lane they are; where one rank recorded more of a name (it began earlier), the offset under which the ends
 * agree best is taken. The shift is the median of the differences of ends, so that a few mismatches do not matter.
 */
RankAlignment alignRanks(const Trace &trace);

} // namespace jitscope::inline analysis
