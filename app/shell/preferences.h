// SPDX-License-Identifier: GPL-3.0-or-later
// What the user chose once and for all, and where the program keeps it.
#pragma once

#include "app/sdk/settings.h"
#include "engine/session/records.h"

#include <QList>
#include <QDateTime>
#include <QString>
#include <QStringList>

namespace jitscope {
inline namespace shell {

struct Preferences {
    QString theme = QStringLiteral("system"); ///< "system" or a theme's name
    QString language;                         ///< "en", "zh_CN", or "" for the system's
    QString uiFamily, codeFamily;             ///< "" for the defaults
    double textPixels = 12.5;
    RecordLevel record = RecordLevel::Values;
    QStringList pluginFolders; ///< besides the program's own

    bool operator==(const Preferences &) const = default;
};

/** A value of a preference and the words for it. */
struct PreferenceChoice {
    QString value, text;
};
QList<PreferenceChoice> themeChoices();
QList<PreferenceChoice> languageChoices();

/** The range of Preferences::textPixels. */
constexpr double smallestText = 9, largestText = 24;

Preferences loadPreferences();
void savePreferences(const Preferences &preferences);

struct RecentFile {
    QString path;
    QDateTime opened; ///< invalid where it was not kept
};

/** Newest first, ten at most. */
QStringList recentFiles();
QList<RecentFile> recentFilesWithTimes();
void addRecentFile(const QString &path);
void removeRecentFile(const QString &path);
void clearRecentFiles();

} // namespace shell
} // namespace jitscope
