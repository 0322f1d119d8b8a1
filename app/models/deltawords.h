// SPDX-License-Identifier: GPL-3.0-or-later
// A difference to a baseline for the eye: its figure, what it is worth in words, and its colour.
#pragma once

#include "engine/analysis/comparison/opdifference.h"

#include <QColor>
#include <QString>

#include <string>

namespace jitscope {
inline namespace models {

/** "+1.2 µs", "=", "≈ +10 ns" within noise, "? +10 ns" where it cannot be told; "–" for NaN, which is unknown. */
QString deltaText(DeltaVerdict verdict, double ns);
QString verdictText(DeltaVerdict verdict, double noiseNs);
QColor deltaColour(DeltaVerdict verdict);

/** The same in a column's unit, of what may be no time: "+1.2 MiB", "≈ -0.020". */
QString deltaText(DeltaVerdict verdict, double value, const std::string &unit);
/** Says "more" and "less" for "slower" and "faster". */
QString verdictText(DeltaVerdict verdict, double noise, const std::string &unit);
/** Nobody knows whether a higher ratio is better: it is shown as text. */
QColor deltaColour(DeltaVerdict verdict, const std::string &unit);

} // namespace models
} // namespace jitscope
