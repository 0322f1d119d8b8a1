// SPDX-License-Identifier: GPL-3.0-or-later
// A trace put in the order in which a timeline shows it: headings, lanes under them, rows of slices in each lane.
#pragma once

#include "engine/profile/trace.h"

#include <QString>
#include <vector>

namespace jitscope {

/** The slices of one nesting depth of a lane: sorted by start, none overlapping another. */
struct TimelineRow {
    std::vector<SliceId> slices;
    std::vector<int64_t> starts, ends; ///< of each, so that painting searches plain numbers

    /** The first slice that ends behind `timeNs`; slices.size() for none. */
    size_t firstEndingAfter(int64_t timeNs) const;
};

struct TimelineLane {
    TrackId track;
    QString name;
    bool simulated = false;
    std::vector<TimelineRow> rows; ///< outermost first; empty for a counter lane
    int counter = -1;              ///< index into Trace::counters()
};

struct TimelineGroup {
    QString heading;
    bool simulated = false;
    std::vector<TimelineLane> lanes;
};

struct TimelineLanes {
    std::vector<TimelineGroup> groups;
    int64_t beginNs = 0, endNs = 0;
};

TimelineLanes timelineLanes(const Trace &trace);

/** The time that at least one slice of `lanes` covers within [beginNs, endNs). */
int64_t coveredTime(const TimelineLanes &lanes, int64_t beginNs, int64_t endNs);

/** Distances of ruler marks: the smallest 1, 2 or 5 times a power of ten of ns that is at least `atLeastNs`. */
int64_t rulerStep(double atLeastNs);

/** A time on the ruler whose marks are `stepNs` apart: "12.5 ms"; every mark of one ruler has the same unit. */
QString rulerText(int64_t timeNs, int64_t stepNs);

} // namespace jitscope
