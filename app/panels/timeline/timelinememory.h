// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps what the user made of a timeline (lanes, markers, shifts of ranks) between starts, by the trace itself: the
// same files opened from another place, or a session that was saved of them, have it too.
#pragma once

#include "app/timeline/timelineview.h"

#include <QJsonObject>
#include <QString>
#include <map>
#include <vector>

namespace jitscope {

/** What is kept of one trace. */
struct TimelineState {
    LaneChoices choices; ///< without the filter
    std::vector<TimelineMarker> markers;
    std::map<int, int64_t> shifts; ///< ns by rank
    bool operator==(const TimelineState &) const = default;
};

QJsonObject toJson(const TimelineState &state);
TimelineState timelineStateFromJson(const QJsonObject &json);

/** A text that other traces do not share; by times, sizes and lanes, so it costs nothing on large ones. */
QString identityOf(const Trace &trace);

/** Of the settings file: the last ones, the oldest are forgotten. */
TimelineState rememberedTimeline(const QString &identity);
void rememberTimeline(const QString &identity, const TimelineState &state);

} // namespace jitscope
