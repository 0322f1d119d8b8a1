// SPDX-License-Identifier: Apache-2.0
// What some lanes of the host did in a stretch of time.
#pragma once

#include "engine/analysis/intervals.h"
#include "engine/analysis/laneindex.h"
#include "engine/analysis/taskroles.h"

#include <array>

namespace jitscope::inline analysis {

/** One lane's slice that took the most of a stretch by itself, not counting what it called. */
struct HostShare {
    SliceId slice;
    int64_t selfNs = 0;
};

struct HostActivity {
    int64_t coveredNs = 0; ///< some call was running, Python functions and whole steps not counted
    HostShare call;        ///< the operator or call with the most time of its own
    HostShare python;      ///< the Python function, those of the program before those of packages
    SliceId lastBefore;    ///< the call that ended last before the stretch
    struct Role {
        int64_t ns = 0; ///< time in which such a call was running
        SliceId longest;
    };
    static constexpr size_t roleCount = size_t(HostRole::Step) + 1;
    std::array<Role, roleCount> roles; ///< by HostRole
    const Role &of(HostRole role) const { return roles[size_t(role)]; }
};

HostActivity hostActivity(const LaneIndex &lanes, const TaskRoles &roles, const std::vector<TrackId> &tracks,
                          const Interval &span);

} // namespace jitscope::inline analysis
