// SPDX-License-Identifier: GPL-3.0-or-later
// What of the timeline is in view, as text.
#pragma once

#include <QString>

namespace jitscope {
inline namespace timeline {
class TimelineView;
}
} // namespace jitscope

namespace jitscope {
inline namespace timelinepanel {

/** The slices of the shown lanes that the visible stretch of time touches, a line each, indented by row; the first ten
    thousand of a lane. */
QString visibleSlicesText(const TimelineView &view);

} // namespace timelinepanel
} // namespace jitscope
