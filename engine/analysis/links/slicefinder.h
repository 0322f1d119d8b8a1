// SPDX-License-Identifier: Apache-2.0
// From a row of a profile's table to its slice in the timeline: tables name tasks by stream and begin.
#pragma once

#include "engine/profile/trace.h"

#include <map>
#include <tuple>
#include <vector>

namespace jitscope::inline analysis {

class SliceFinder {
public:
    /** `trace` must be arranged and outlive the finder. */
    explicit SliceFinder(const Trace &trace);
    /** The slice of a lane of that rank, kind and number (-1: of any number) that begins exactly then, the longest of
        several; none if there is none. */
    SliceId at(int rank, LaneKind kind, int64_t number, int64_t startNs) const;
    /** The innermost slices of such lanes that cover a time, one a lane at most. */
    std::vector<SliceId> covering(int rank, LaneKind kind, int64_t number, int64_t timeNs) const;
    /** The slice that encloses another on its lane, none for the outermost. */
    SliceId parent(SliceId slice) const;

private:
    using Key = std::tuple<int, LaneKind>;
    const Trace &m_trace;
    std::map<Key, std::vector<const LaneRow *>> m_rows;
};

} // namespace jitscope::inline analysis
