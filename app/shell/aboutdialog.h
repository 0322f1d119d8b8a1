// SPDX-License-Identifier: GPL-3.0-or-later
// The two dialogs of the help menu: versions, and all keys.
#pragma once

namespace jitscope {

class MainWindow;

/** Versions of the program and its parts, to copy into a report. */
void showAbout(MainWindow &window);
/** Every command that has a key, with its key. */
void showKeys(MainWindow &window);

} // namespace jitscope
