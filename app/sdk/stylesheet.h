// SPDX-License-Identifier: GPL-3.0-or-later
// The one style sheet of the window, built from a theme's roles.
#pragma once

#include <QString>

namespace jitscope {
inline namespace sdk {

struct Theme;

/**
 * Widgets choose a look through the dynamic property "role": on QToolButton and QPushButton "segment", "tool",
 * "primary", "perspective", "flat"; on QLabel "title", "hint", "heading", "code"; on QFrame "card".
 */
QString styleSheetOf(const Theme &theme);

} // namespace sdk
} // namespace jitscope
