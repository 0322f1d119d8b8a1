// SPDX-License-Identifier: GPL-3.0-or-later
// The measures of the timeline, in pixels at 100 %.
#pragma once

#include "app/timeline/timelinelanes.h"

#include <cstdint>

namespace jitscope {
inline namespace timeline {

constexpr int rulerHeight = 28;
constexpr int rightMargin = 12;
constexpr int bottomMargin = 6;
constexpr int pinnedGap = 3;
constexpr int dragThreshold = 4;
constexpr int labelInset = 12;
constexpr int labelStep = 12; ///< a level of headings
constexpr int foldRoom = 14;  ///< the triangle before what folds

/** A sum of times that stays where it would overflow. */
inline int64_t saturatedSum(int64_t a, int64_t b) {
    int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) return a > 0 ? INT64_MAX : INT64_MIN;
    return sum;
}

inline BandMetrics bandMetrics() {
    return {};
}

inline int labelIndent(const TimelineBand &band) {
    return labelInset + band.indent * labelStep + (band.lane < 0 || band.canFold() ? foldRoom : 0);
}

inline int barOffset(const TimelineBand &band) {
    return (band.rowHeight - band.barHeight) / 2;
}

} // namespace timeline
} // namespace jitscope
