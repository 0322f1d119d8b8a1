// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps what the user made of a timeline (lanes, markers, shifts of ranks) between starts, by the trace itself: the
// same files opened from another place, or a session that was saved of them, have it too. Markers and shifts are also
// saved with the session, so others who open it see them.
#pragma once

#include "app/timeline/timelineview.h"

#include <QJsonObject>
#include <QString>
#include <map>
#include <vector>

namespace jitscope {
inline namespace timelinepanel {

/** What is kept of one trace. */
struct TimelineState {
    LaneChoices choices; ///< without the filter
    std::vector<TimelineMarker> markers;
    std::map<int, int64_t> shifts; ///< ns by rank
    bool operator==(const TimelineState &) const = default;
};

QJsonObject toJson(const TimelineState &state);
TimelineState timelineStateFromJson(const QJsonObject &json);

/** Markers and shifts as they go into a session file; "" for none. */
std::string marksAsText(const TimelineState &state);
/** `state` with the markers and shifts of such a text. What is none changes nothing, and times that no clock shows
    (beyond 4e18 ns; shifts beyond 1e18 ns) are left out: the file may come from anywhere. */
TimelineState withMarks(TimelineState state, const std::string &text);

/** A text that other traces do not share; by times, sizes and lanes, so it costs nothing on large ones. */
QString identityOf(const Trace &trace);

/** Of the settings file: the last ones, the oldest are forgotten. */
TimelineState rememberedTimeline(const QString &identity);
void rememberTimeline(const QString &identity, const TimelineState &state);

} // namespace timelinepanel
} // namespace jitscope
