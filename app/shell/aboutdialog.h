// SPDX-License-Identifier: GPL-3.0-or-later
// Help > About.
#pragma once

namespace jitscope {
inline namespace shell {

class MainWindow;

/** Versions of the program and its parts, to copy into a report. */
void showAbout(MainWindow &window);

} // namespace shell
} // namespace jitscope
