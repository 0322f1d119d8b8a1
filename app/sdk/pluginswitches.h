// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the plugins that are found are loaded: the program's own and the user's, but examples only on request.
#pragma once

#include <QString>
#include <QStringList>

namespace jitscope {
inline namespace sdk {

/** The program's own folder of plugins. */
QString pluginFolder();

/** "example_pass" of ".../example_pass.so": what switches and the command line call a plugin. */
QString pluginName(const QString &path);

/** What was switched; a plugin that stands in neither list is loaded, unless it is an example. */
bool isPluginWanted(const QString &path);
/** Kept for the next start. */
void setPluginWanted(const QString &path, bool isWanted);

/** Loads all wanted plugins of the program and of `folders`, then those that `asked` names: folders, files, or names of
    plugins in the program's own folders. What could not be loaded is a sentence in the result. */
QStringList loadWantedPlugins(const QStringList &folders, const QStringList &asked);

/** Loaded plugins that change how programs are compiled. */
QStringList loadedPassPlugins();

} // namespace sdk
} // namespace jitscope
