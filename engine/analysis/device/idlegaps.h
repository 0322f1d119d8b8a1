// SPDX-License-Identifier: Apache-2.0
// When a device had nothing to do: the stretches between its first and last task in which no task of any stream works
// and no collective runs, and those in which a collective only waits for other ranks.
//
// A task works if it computes, copies or sends; waits, records of events, placeholders and the profiler's own tasks do
// not (taskroles.h). What a collective does is told by its tasks: those of its planes, or, where a level records no
// planes, those of streams. It waits while none of its transfers run. Where no task tells it, the producer's table of
// communication does (communicationwaits.h); where that is missing as well, it is not known.
#pragma once

#include "engine/analysis/intervals.h"
#include "engine/analysis/laneindex.h"
#include "engine/analysis/taskroles.h"
#include "engine/profile/profile.h"

#include <functional>
#include <optional>
#include <vector>

namespace jitscope::inline analysis {

struct IdleGap {
    Interval span;
    SliceId before, after; ///< the task that ends at its begin, and the longest that begins at its end; none at none
    SliceId collective;    ///< the gap lies in this one, which waits
    int64_t waitedNs = -1; ///< of the gap, by the producer's table, which does not say when; -1: all of it, by tasks
    int64_t length() const { return waitedNs >= 0 ? waitedNs : span.length(); }
    bool operator==(const IdleGap &) const = default;
};

struct IdleTime {
    DeviceKey device;
    Interval extent;               ///< from the begin of the first working task or collective to the end of the last
    int64_t busyNs = 0;            ///< some task works
    int64_t freeNs = 0;            ///< no task works and no collective runs
    int64_t waitNs = 0;            ///< a collective runs and is known to wait, and nothing else works
    int64_t unknownNs = 0;         ///< a collective runs, nothing else works, and nothing says whether it waits;
                                   ///< these four sum up to the extent
    int64_t tableNs = 0;           ///< part of waitNs that only the producer's table tells: at least so much
    int64_t collectiveNs = 0;      ///< a collective runs, whatever else does
    bool lacksCollectives = false; ///< the producer counted communication, but the timeline shows none
    int64_t count = 0;             ///< of gaps, those too short to list among them
    std::vector<IdleGap> longest;  ///< by falling length

    /** What collectives wait, or none where nothing recorded tells it. */
    std::optional<int64_t> waits() const {
        if (lacksCollectives || (waitNs == 0 && unknownNs > 0)) return {};
        return waitNs;
    }
    /** Whether waits() is only a lower limit. */
    bool isWaitAtLeast() const { return tableNs > 0 || unknownNs > 0; }
};

struct IdleOptions {
    size_t limit = 2000;              ///< of gaps in the list
    int64_t shortestNs = 1000;        ///< that is listed
    const Profile *profile = nullptr; ///< whose tables tell what the timeline does not; must outlive the search
    std::function<bool()> shouldContinue = [] { return true; };
};

/** Empty extent where the device has no task. A search that is not wanted any more ends early with what it has. */
IdleTime idleTime(const LaneIndex &lanes, const TaskRoles &roles, const DeviceKey &device,
                  const IdleOptions &options = {});

} // namespace jitscope::inline analysis
