// SPDX-License-Identifier: GPL-3.0-or-later
// What every use of the window needs once at start: look, language, plugins; and the program as a window.
#pragma once

#include "app/shell/preferences.h"

namespace jitscope {

/** Overrides of the saved preferences; "" for none. */
struct ApplicationOptions {
    QString theme;    ///< "dark", "light", "high-contrast"
    QString language; ///< "en", "zh_CN"
};

/** After QApplication was made and before the first widget. */
void setUpApplication(const ApplicationOptions &options);

/** Theme and fonts of `preferences`, now. */
void applyLook(const Preferences &preferences);

/** The program without a subcommand: `jitscope [--theme T] [--lang L] [--perspective P] [PATH...]`. Gives the exit code. */
int runWindow(int argc, char **argv);

} // namespace jitscope
