// SPDX-License-Identifier: GPL-3.0-or-later
// Settings: look, language, recording, plugins.
#pragma once

#include <QStringList>

#include <cstdint>

namespace jitscope {
inline namespace shell {

class MainWindow;

enum class SettingsPage : uint8_t { General, Plugins };

/** What the page General lets one choose, in its words. */
QStringList settingTitles();

/** Opens the dialog over the window; what is accepted is saved and, where possible, in force at once. */
void showSettings(MainWindow &window, SettingsPage page);

} // namespace shell
} // namespace jitscope
