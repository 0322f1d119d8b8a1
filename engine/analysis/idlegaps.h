// SPDX-License-Identifier: Apache-2.0
// When a device had nothing to do: the stretches between its first and last task in which no task of any stream works
// and no collective runs, and those in which a collective only waits for other ranks.
//
// A task works if it computes, copies or sends; waits, records of events, placeholders and the profiler's own tasks do
// not (taskroles.h). A collective waits while none of the transfers on its planes run; without recorded planes it
// counts as working throughout, as one cannot tell.
#pragma once

#include "engine/analysis/intervals.h"
#include "engine/analysis/laneindex.h"
#include "engine/analysis/taskroles.h"

#include <functional>
#include <vector>

namespace jitscope {

struct IdleGap {
    Interval span;
    SliceId before, after; ///< the task that ends at its begin, and the longest that begins at its end; none at none
    SliceId collective;    ///< the gap lies in this one, which waits
    bool operator==(const IdleGap &) const = default;
};

struct IdleTime {
    DeviceKey device;
    Interval extent;              ///< from the begin of the first working task or collective to the end of the last
    int64_t busyNs = 0;           ///< some task works, or a collective that is not known to wait
    int64_t freeNs = 0;           ///< no task works and no collective runs
    int64_t waitNs = 0;           ///< a collective runs, waits, and nothing else works; the three sum up to the extent
    int64_t count = 0;            ///< of gaps, those too short to list among them
    std::vector<IdleGap> longest; ///< by falling length
};

struct IdleOptions {
    size_t limit = 2000;       ///< of gaps in the list
    int64_t shortestNs = 1000; ///< that is listed
    std::function<bool()> isWanted = [] { return true; };
};

/** Empty extent where the device has no task. A search that is not wanted any more ends early with what it has. */
IdleTime idleTime(const LaneIndex &lanes, const TaskRoles &roles, const DeviceKey &device,
                  const IdleOptions &options = {});

} // namespace jitscope
