// SPDX-License-Identifier: GPL-3.0-or-later
// From one slice to another: beside it, around it, in it, on the next lane, of the same name.
#pragma once

#include "app/timeline/lanestore.h"

#include <map>

namespace jitscope {
inline namespace timeline {

/** Where a slice is among the lanes of a view. */
struct SlicePlace {
    int lane = -1; ///< index into the lanes
    int row = -1;
    int64_t place = -1;
    bool isValid() const { return lane >= 0; }
};

class SliceWalk {
public:
    /** `shown` are the lanes that it goes over, in their order on the screen. */
    SliceWalk(const LaneStore &store, const std::vector<TimelineLane> &lanes, const std::vector<int> &shown,
              const std::map<int, int64_t> &shifts)
        : m_store(store)
        , m_lanes(lanes)
        , m_shown(shown)
        , m_shifts(shifts) {}

    SlicePlace find(SliceId slice) const;
    SliceId beside(SliceId slice, int direction) const; ///< on its row
    SliceId parent(SliceId slice) const;                ///< the innermost around it on its lane
    SliceId child(SliceId slice) const;                 ///< the first in it on its lane
    /** On the next lane above (-1) or below (+1) that has one: what runs at the same time, else what is nearest. */
    SliceId onNextLane(SliceId slice, int direction) const;
    /** The next in time with the same name on any lane. */
    SliceId ofSameName(SliceId slice, int direction) const;
    int64_t shiftOf(const TimelineLane &lane) const;

private:
    const LaneStore &m_store;
    const std::vector<TimelineLane> &m_lanes;
    const std::vector<int> &m_shown;
    const std::map<int, int64_t> &m_shifts;
};

} // namespace timeline
} // namespace jitscope
