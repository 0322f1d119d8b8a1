// SPDX-License-Identifier: Apache-2.0
// A marked stretch of time over some lanes, by name of the slices: how often, how long in sum, how long at all (time
// that several cover at once counted once), and without what they call.
#pragma once

#include "engine/analysis/intervals.h"
#include "engine/profile/trace.h"

#include <functional>
#include <map>
#include <vector>

namespace jitscope::inline analysis {

struct SelectionQuery {
    Interval range;                ///< as drawn: shifts applied
    std::vector<TrackId> lanes;    ///< empty for all
    std::map<int, int64_t> shifts; ///< what is added to the times of a rank
    bool operator==(const SelectionQuery &) const = default;
};

/** The range as the times of a rank with that shift count. */
Interval rangeOf(const SelectionQuery &query, int64_t shiftNs);

/** The slices of one name. Of a slice that the edge of the range cuts, the part inside counts. */
struct NameStats {
    TextId name;
    int64_t count = 0;
    int64_t sumNs = 0;
    int64_t unionNs = 0; ///< during which at least one of them ran
    int64_t selfNs = 0;  ///< of the sum, what no slice nested directly in them on their lane covers
    int64_t shortestNs = 0, longestNs = 0;
    bool operator==(const NameStats &) const = default;
};

struct SelectionStats {
    std::vector<NameStats> names; ///< the largest sum first
    int64_t count = 0, sumNs = 0;
    int64_t unionNs = 0; ///< during which any of them ran
    int64_t cut = 0;     ///< slices of which only a part lies in the range
};

/** `isCancelled` is asked now and then; if it says yes, what comes back is of no use. */
SelectionStats selectionStats(const Trace &trace, const SelectionQuery &query,
                              const std::function<bool()> &isCancelled);

/** The slices of a name in that range, by begin, `limit` at most. */
std::vector<SliceId> slicesOfName(const Trace &trace, const SelectionQuery &query, TextId name, int64_t limit);

} // namespace jitscope::inline analysis
