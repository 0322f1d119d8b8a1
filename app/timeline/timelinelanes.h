// SPDX-License-Identifier: GPL-3.0-or-later
// The lanes of a trace in the order in which people know them, and what the user makes of them: hidden, pinned, folded,
// merged, in another order. A value, so that every change can be taken back.
#pragma once

#include "engine/profile/trace.h"

#include <QString>
#include <functional>
#include <set>
#include <vector>

namespace jitscope {
inline namespace timeline {

struct TimelineLane {
    QString key;     ///< the same lane in the same trace opened again: rank, heading, name
    QString heading; ///< what it stands under
    QString name;
    int rank = -1;
    LaneKind kind = LaneKind::Other;
    bool simulated = false;
    std::vector<TrackId> tracks; ///< one, or those that were merged
    int counter = -1;            ///< index into Trace::counters()
    bool withoutStack = false;   ///< Python functions are left out
    /** Whether its rows are those of its one track as it is. */
    bool isPlain() const { return counter < 0 && tracks.size() == 1 && !withoutStack; }
};

/** Lanes with slices (by TrackId) and counters with samples: by rank, then by sortKey, then by first use. */
using LaneNames = std::function<QString(const Track &)>;
std::vector<TimelineLane> timelineLanes(const Trace &trace, const std::vector<bool> &hasSlices,
                                        const LaneNames &nameOf = {});

enum class LaneGrouping : uint8_t { Rank, Kind };
enum class LaneHeight : uint8_t { Normal, Compact, Fit };

struct LaneChoices {
    std::set<QString> hidden;    ///< keys of lanes
    std::set<QString> folded;    ///< keys of ranks and headings (nothing below shows) and lanes (one row shows)
    std::set<QString> merged;    ///< keys of headings
    std::set<QString> tall;      ///< keys of lanes whose many rows all have their full height
    std::vector<QString> pinned; ///< keys of lanes, as they stand on top
    std::vector<QString> order;  ///< keys of all lanes once the user moved one
    LaneGrouping grouping = LaneGrouping::Rank;
    LaneHeight height = LaneHeight::Normal;
    bool hidesStack = false; ///< Python functions do not show
    QString filter;          ///< words that a lane's heading and name must have
    bool operator==(const LaneChoices &) const = default;
};

/** The lanes after merging, leaving out and ordering; hidden ones are still among them. */
std::vector<TimelineLane> chosenLanes(const std::vector<TimelineLane> &lanes, const LaneChoices &choices);

/** Words of ours among the names of lanes and facts, in the user's language; what comes from files stays as it is. */
QString timelineWord(const QString &text);
/** The name of a slice; a stage of our compiles has one in the user's language. */
QString sliceName(const Trace &trace, SliceId slice);
QString headingKey(const TimelineLane &lane, LaneGrouping grouping);
QString rankKey(int rank);

/** A horizontal strip of the view. */
struct TimelineBand {
    enum class Kind : uint8_t { Rank, Heading, Lane } kind = Kind::Lane;
    QString key, text;
    int indent = 0;
    int top = 0, height = 0; ///< pixels in the content
    int rows = 0, rowHeight = 0, barHeight = 0;
    int lane = -1; ///< index into the chosen lanes
    int rank = -1;
    int lanesInside = 0; ///< of a heading
    bool isFolded = false, isPinned = false, simulated = false;
    bool hasLowRows = false; ///< because it has many, and the user did not ask for full ones
    bool canFold() const { return lane < 0 || rows > 1 || isFolded; }
};

struct TimelineBands {
    std::vector<TimelineBand> pinned, scrolled; ///< tops count from the first of each
    int pinnedHeight = 0, height = 0;
    int hidden = 0;         ///< lanes that the user hid or filtered away
    std::vector<int> shown; ///< lanes that have a band, or would have one were their heading not folded
};

struct BandMetrics {
    int headingHeight = 26, rowHeight = 20, barHeight = 17, laneGap = 4, counterHeight = 36;
    int lowRowHeight = 6; ///< no text fits in
    int fullRows = 6;     ///< a lane of more rows gets lower ones, so that it does not push the others out of sight
    int fitHeight = 0;    ///< for LaneHeight::Fit: what all rows together shall take
};

TimelineBands bandsOf(const std::vector<TimelineLane> &chosen, const LaneChoices &choices, const BandMetrics &metrics,
                      const std::function<int(const TimelineLane &)> &rowsOf);

/**
 * What is folded before anybody chose anything: as little as brings the lane `main` (an index into `lanes`) into sight
 * within `height` pixels. Deep stacks of the host go first, to one row, then its other lanes, then headings; at last
 * the lane is pinned on top. Nothing where all of it fits.
 */
LaneChoices firstLook(const std::vector<TimelineLane> &lanes, int main, int height, const BandMetrics &metrics,
                      const std::function<int(const TimelineLane &)> &rowsOf);

} // namespace timeline
} // namespace jitscope
