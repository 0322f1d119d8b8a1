// SPDX-License-Identifier: Apache-2.0
// Which rank makes the others wait: of a collective that all ranks run, the rank that is in it for the shortest time
// came last, and the others spent their surplus waiting for it. Needs no common clock.
#pragma once

#include "engine/profile/trace.h"

#include <vector>

namespace jitscope {

struct RankWait {
    int rank = -1;
    int64_t collectives = 0; ///< it took part in together with others
    int64_t last = 0;        ///< of these it came last to
    int64_t causedNs = 0;    ///< sum of what others waited for it
    int64_t waitedNs = 0;    ///< what it waited for others
    int64_t runNs = 0;       ///< sum of its collectives
    SliceId worst;           ///< its own slice of the collective in which it made others wait longest
};

struct RankWaits {
    std::vector<RankWait> ranks; ///< by rank; empty with fewer than two ranks that share a collective
    int64_t waitedNs = 0;        ///< by all
    /** The rank that most of the waiting goes to, if that is at least half of it and 2 % of all collective time. */
    int slowRank = -1;
};

/** Collectives are matched by name and by which of that name they are. */
RankWaits rankWaits(const Trace &trace);

} // namespace jitscope
