// SPDX-License-Identifier: GPL-3.0-or-later
// Where the program keeps what the user chose: one file for the window and its panels.
#pragma once

#include <QSettings>
#include <QString>

namespace jitscope {
inline namespace sdk {

/** The folder of all settings: JITSCOPE_CONFIG_DIR if set, else the user's configuration folder. */
QString configFolder();
/** Where parsed traces are kept for the next time: beside the settings if JITSCOPE_CONFIG_DIR is set, else in the
   user's cache. */
QString traceCacheFolder();
/** The settings file; window layouts and recent files are in it too. Panels use keys that begin with their id. */
QSettings &settingsFile();

} // namespace sdk
} // namespace jitscope
