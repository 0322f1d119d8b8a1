// SPDX-License-Identifier: GPL-3.0-or-later
// What of the timeline is in view, as text.
#pragma once

#include <QString>

namespace jitscope {

class TimelineView;

/** The slices of the shown lanes that the visible stretch of time touches, a line each, indented by row; the first ten
    thousand of a lane. */
QString visibleSlicesText(const TimelineView &view);

} // namespace jitscope
