// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/pluginswitches.h"

#include "app/sdk/settings.h"
#include "engine/extension/pluginloader.h"

#include <QDir>
#include <QFileInfo>

#include <filesystem>

namespace jitscope {
inline namespace sdk {

namespace {

const QString onKey = QStringLiteral("plugins/on"), offKey = QStringLiteral("plugins/off");

QString examplesFolder() {
    return pluginFolder() + QStringLiteral("/examples");
}

bool isExample(const QString &path) {
    return QFileInfo(path).dir().canonicalPath() == QDir(examplesFolder()).canonicalPath();
}

void keep(const QString &key, const QString &name, bool isIn) {
    QStringList names = settingsFile().value(key).toStringList();
    names.removeAll(name);
    if (isIn) names.append(name);
    settingsFile().setValue(key, names);
}

/** The file that `asked` names, or "". */
QString fileNamed(const QString &asked) {
    for (const QString &path : {asked, QString(pluginFolder() + QLatin1Char('/') + asked + QStringLiteral(".so")),
                                QString(examplesFolder() + QLatin1Char('/') + asked + QStringLiteral(".so"))})
        if (QFileInfo(path).isFile()) return QFileInfo(path).canonicalFilePath();
    return {};
}

void tell(const PluginStatus &status, QStringList &problems) {
    if (status.loaded || status.isOff) return;
    problems << pluginName(QString::fromStdString(status.path)) + QStringLiteral(": ") +
                    QString::fromStdString(status.error);
}

} // namespace

QString pluginFolder() {
    // Subcommands know no QCoreApplication.
    std::error_code failed;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
    return failed ? QString() : QString::fromStdString((program.parent_path().parent_path() / "plugins").string());
}

QString pluginName(const QString &path) {
    return QFileInfo(path).completeBaseName();
}

bool isPluginWanted(const QString &path) {
    const QString name = pluginName(path);
    if (isExample(path)) return settingsFile().value(onKey).toStringList().contains(name);
    return !settingsFile().value(offKey).toStringList().contains(name);
}

void setPluginWanted(const QString &path, bool isWanted) {
    keep(onKey, pluginName(path), isWanted && isExample(path));
    keep(offKey, pluginName(path), !isWanted && !isExample(path));
}

QStringList loadWantedPlugins(const QStringList &folders, const QStringList &asked) {
    QStringList problems;
    const PluginChoice isWanted = [](const std::string &path) { return isPluginWanted(QString::fromStdString(path)); };
    for (const QString &folder : QStringList{pluginFolder(), examplesFolder()} + folders)
        if (QFileInfo(folder).isDir())
            for (const PluginStatus &status : loadPlugins(folder.toStdString(), isWanted))
                tell(status, problems);
    for (const QString &each : asked) {
        if (QFileInfo(each).isDir()) {
            for (const PluginStatus &status : loadPlugins(each.toStdString()))
                tell(status.isOff ? loadPlugin(status.path) : status, problems);
        } else if (const QString file = fileNamed(each); !file.isEmpty()) {
            tell(loadPlugin(file.toStdString()), problems);
        } else {
            problems << each + QStringLiteral(": there is no such plugin");
        }
    }
    return problems;
}

QStringList loadedPassPlugins() {
    QStringList names;
    for (const PluginStatus &status : pluginStatuses())
        if (status.loaded && status.manifest.bringsAny(PluginKind::Pass))
            names << QString::fromStdString(status.manifest.name);
    return names;
}

} // namespace sdk
} // namespace jitscope
