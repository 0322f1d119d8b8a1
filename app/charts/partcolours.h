// SPDX-License-Identifier: GPL-3.0-or-later
// The colours and hatches of parts of time, the same in every chart; the hatch tells them apart without colour.
#pragma once

#include <QBrush>
#include <QColor>

namespace jitscope {
inline namespace charts {

enum class PartRole : uint8_t {
    Computing,
    Communication,
    NotOverlapped,
    Overlapped,
    Free,
    Transit,
    Wait,
    Synchronization,
    Idle,
};

QColor partColour(PartRole role);
/** The colour with its hatch over it is drawn as two brushes; the second is Qt::NoBrush for plain parts. */
QBrush partHatch(PartRole role);
/** Colours of curves, by turns; with curveDashes() also without colour apart. */
QColor curveColour(int index);
Qt::PenStyle curveDashes(int index);

} // namespace charts
} // namespace jitscope
