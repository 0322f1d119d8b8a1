// SPDX-License-Identifier: GPL-3.0-or-later
// What every use of the window needs once at start: look, language, plugins; and the program as a window.
#pragma once

#include "app/shell/preferences.h"

#include <functional>

namespace jitscope {
inline namespace shell {

/** Overrides of the saved preferences; "" for none. */
struct ApplicationOptions {
    enum class Start : uint8_t { Full, Bare }; ///< Bare reads no preferences and loads no plugins
    QString theme;                             ///< "dark", "light", "high-contrast"
    QString language;                          ///< "en", "zh_CN"
    Start start = Start::Full;
    QStringList plugins = {}; ///< that are loaded besides the wanted ones: names, files or folders
};

/** After QApplication was made and before the first widget. */
void setUpApplication(const ApplicationOptions &options);

/** Theme, fonts and size of text. */
void applyLook(const Preferences &preferences);

/** What is in force: the saved preferences with the overrides of the command line. */
const Preferences &preferencesInForce();
/** Puts a change of look or language into force at once and, unless the start was Bare, keeps it. */
void changePreferences(const std::function<void(Preferences &)> &change);

/** The program without a subcommand: `jitscope [options] [PATH...]`, see its --help. Gives the exit code. */
int runWindow(int argc, char **argv);

} // namespace shell
} // namespace jitscope
