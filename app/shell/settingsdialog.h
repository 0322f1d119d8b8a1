// SPDX-License-Identifier: GPL-3.0-or-later
// Settings: look, language, recording, plugins.
#pragma once

#include <cstdint>

namespace jitscope {

class MainWindow;

enum class SettingsPage : uint8_t { General, Plugins };

/** Opens the dialog over the window; what is accepted is saved and, where possible, in force at once. */
void showSettings(MainWindow &window, SettingsPage page);

} // namespace jitscope
