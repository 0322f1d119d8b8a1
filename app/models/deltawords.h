// SPDX-License-Identifier: GPL-3.0-or-later
// A difference to a baseline for the eye: its figure, what it is worth in words, and its colour.
#pragma once

#include "engine/analysis/comparison/opdifference.h"

#include <QColor>
#include <QString>

namespace jitscope {
inline namespace models {

/** "+1.2 µs", "=", "≈ +10 ns" within noise, "? +10 ns" where it cannot be told; "–" for NaN, which is unknown. */
QString deltaText(DeltaVerdict verdict, double ns);
QString verdictText(DeltaVerdict verdict, double noiseNs);
QColor deltaColour(DeltaVerdict verdict);

} // namespace models
} // namespace jitscope
