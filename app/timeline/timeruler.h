// SPDX-License-Identifier: GPL-3.0-or-later
// Times as people read them: on the ruler and to the nanosecond.
#pragma once

#include <QString>
#include <cstdint>
#include <optional>

namespace jitscope {
inline namespace timeline {

/** Distances of ruler marks: the smallest 1, 2 or 5 times a power of ten of ns that is at least `atLeastNs`. */
int64_t rulerStep(double atLeastNs);

/** A time on the ruler whose marks are `stepNs` apart: "12.5 ms". Every mark of one ruler has the same unit, which
    keeps the farthest of them, `farthestNs`, short: "144.31 ms", not "144310 us". */
QString rulerText(int64_t timeNs, int64_t stepNs, int64_t farthestNs = 0);

/** Every digit, down to the nanosecond: "12.345678 ms". */
QString exactTime(int64_t ns);

/** Reads "1.5 ms", "-200 us", "0.25 s" or a number alone as ns; nothing if it is no such time. */
std::optional<int64_t> timeOfText(const QString &text);

} // namespace timeline
} // namespace jitscope
