// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/preferences.h"

#include "engine/session/records.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int recentLimit = 10;
const QString recentKey = QStringLiteral("recentFiles"), recentTimesKey = QStringLiteral("recentTimes");

constexpr std::array<std::pair<RecordLevel, const char *>, 3> levelNames = {
    {{RecordLevel::None, "none"}, {RecordLevel::Ops, "ops"}, {RecordLevel::Values, "values"}}};

QString nameOf(RecordLevel level) {
    const auto found =
        std::find_if(levelNames.begin(), levelNames.end(), [level](const auto &entry) { return entry.first == level; });
    return QString::fromLatin1(found->second);
}

RecordLevel levelOf(const QString &name, RecordLevel otherwise) {
    for (const auto &[level, text] : levelNames)
        if (name == QLatin1String(text)) return level;
    return otherwise;
}

QString text(const char *source) {
    return QCoreApplication::translate("Preferences", source);
}

} // namespace

QList<PreferenceChoice> themeChoices() {
    return {{QStringLiteral("system"), text("As the system")},
            {QStringLiteral("dark"), text(QT_TRANSLATE_NOOP("Preferences", "Dark"))},
            {QStringLiteral("light"), text(QT_TRANSLATE_NOOP("Preferences", "Light"))},
            {QStringLiteral("high-contrast"), text(QT_TRANSLATE_NOOP("Preferences", "High contrast"))}};
}

QList<PreferenceChoice> languageChoices() {
    // Each language in its own words, so that it is found by who cannot read the present one.
    return {{QString(), text(QT_TRANSLATE_NOOP("Preferences", "As the system"))},
            {QStringLiteral("en"), QStringLiteral("English")},
            {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}};
}

Preferences loadPreferences() {
    const QSettings &file = settingsFile();
    Preferences preferences;
    const auto read = [&file](const char *key, const auto &otherwise) {
        return file.value(QLatin1String(key), otherwise);
    };
    preferences.theme = read("theme", preferences.theme).toString();
    preferences.language = read("language", preferences.language).toString();
    preferences.uiFamily = read("uiFamily", QString()).toString();
    preferences.codeFamily = read("codeFamily", QString()).toString();
    preferences.textPixels =
        std::clamp(read("textPixels", preferences.textPixels).toDouble(), smallestText, largestText);
    preferences.record = levelOf(read("record", QString()).toString(), preferences.record);
    preferences.pluginFolders = read("pluginFolders", QStringList()).toStringList();
    return preferences;
}

void savePreferences(const Preferences &preferences) {
    QSettings &file = settingsFile();
    file.setValue(QStringLiteral("theme"), preferences.theme);
    file.setValue(QStringLiteral("language"), preferences.language);
    file.setValue(QStringLiteral("uiFamily"), preferences.uiFamily);
    file.setValue(QStringLiteral("codeFamily"), preferences.codeFamily);
    file.setValue(QStringLiteral("textPixels"), preferences.textPixels);
    file.setValue(QStringLiteral("record"), nameOf(preferences.record));
    file.setValue(QStringLiteral("pluginFolders"), preferences.pluginFolders);
}

QList<RecentFile> recentFilesWithTimes() {
    const QVariantMap times = settingsFile().value(recentTimesKey).toMap();
    QList<RecentFile> files;
    for (const QString &path : recentFiles())
        files.append({path, times.value(path).toDateTime()});
    return files;
}

QStringList recentFiles() {
    return settingsFile().value(recentKey).toStringList();
}

void addRecentFile(const QString &path) {
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    files = files.mid(0, recentLimit);
    QVariantMap before = settingsFile().value(recentTimesKey).toMap(), times;
    before.insert(path, QDateTime::currentDateTime());
    for (const QString &each : std::as_const(files))
        if (before.contains(each)) times.insert(each, before.value(each));
    settingsFile().setValue(recentKey, files);
    settingsFile().setValue(recentTimesKey, times);
}

void removeRecentFile(const QString &path) {
    QStringList files = recentFiles();
    files.removeAll(path);
    settingsFile().setValue(recentKey, files);
}

void clearRecentFiles() {
    settingsFile().remove(recentKey);
    settingsFile().remove(recentTimesKey);
}

} // namespace shell
} // namespace jitscope
