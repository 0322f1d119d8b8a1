// SPDX-License-Identifier: GPL-3.0-or-later
// Where windows may lie: never beyond the edges of the screen.
#pragma once

#include <QMargins>
#include <QRect>

class QWidget;

namespace jitscope {
inline namespace shell {

/** `wanted`, smaller where it is larger than `available`, and moved so that all of it lies inside. */
QRect movedInto(const QRect &available, const QRect &wanted);

/** Makes `window` so small, and moves it so far, that it lies on its screen with the frame that it has by now. */
void keepOnScreen(QWidget &window);

} // namespace shell
} // namespace jitscope
