// SPDX-License-Identifier: GPL-3.0-or-later
// The two colour maps of heat pictures: viridis for values of one sign, blue to red around zero for both.
#pragma once

#include <QRgb>

namespace jitscope {
inline namespace tensorview {

/** At `position` (0..1). */
QRgb viridis(double position);
/** At `position` from -1 to 1. */
QRgb diverging(double position);

} // namespace tensorview
} // namespace jitscope
