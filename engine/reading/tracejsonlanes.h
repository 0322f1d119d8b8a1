// SPDX-License-Identifier: Apache-2.0
// From pids and tids to named lanes in their order. Metadata may stand anywhere in a file, so this comes after all of
// it was read.
#pragma once

#include "engine/profile/trace.h"
#include "engine/reading/tracejsonpiece.h"

#include <climits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace jitscope::inline reading::tracejson {

/** What was read of all files: by piece, in their order, and the readers whose numbers the pieces hold. */
struct ReadEvents {
    std::vector<PieceEvents> pieces;
    std::vector<std::unique_ptr<PieceReader>> readers;
    std::vector<std::string> fileNames;
};

/** The lanes of all readers as one list, in the order in which they appear. */
struct LaneKeys {
    std::vector<std::string> pids, tids;
    std::vector<std::vector<uint32_t>> numberOf; ///< by reader and its lane
};
LaneKeys joinLanes(const ReadEvents &read);

/** The numbers of counters of all readers as one list, in the order in which they appear. */
struct SeriesKeys {
    struct Key {
        std::string pid, name, unit;
    };
    std::vector<Key> keys;
    std::vector<std::vector<uint32_t>> numberOf; ///< by reader and its series
};
SeriesKeys joinSeries(const ReadEvents &read);

/** The tracks that lanes and counters were given. */
struct MadeTracks {
    std::vector<TrackId> ofLane;   ///< none for lanes without slices
    std::vector<TrackId> ofSeries; ///< one for the counters of equal pid and name
};
MadeTracks makeTracks(const ReadEvents &read, const LaneKeys &lanes, const SeriesKeys &series, int rank, Trace &trace);

} // namespace jitscope::inline reading::tracejson
