// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/runsettings.h"

#include "app/sdk/settings.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSettings>

#include <utility>

namespace jitscope {
inline namespace shell {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(jitscope::shell::RunSettings)
};

/** A path is no key of settings: slashes divide groups. */
QString groupOf(const QString &path) {
    const QByteArray digest = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QStringLiteral("run-settings/") + QString::fromLatin1(digest);
}

/** Quotes of either kind hold words together, a backslash takes the next character as it is; nothing is replaced. */
QStringList wordsOf(const QString &text) {
    QStringList words;
    QString word;
    QChar quote;
    bool isOpen = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar each = text[i];
        if (each == QLatin1Char('\\') && quote != QLatin1Char('\'') && i + 1 < text.size()) {
            word += text[++i];
            isOpen = true;
        } else if (each == quote) {
            quote = {};
        } else if (quote.isNull() && (each == QLatin1Char('"') || each == QLatin1Char('\''))) {
            quote = each;
            isOpen = true;
        } else if (quote.isNull() && each.isSpace()) {
            if (isOpen) words.append(std::exchange(word, {}));
            isOpen = false;
        } else {
            word += each;
            isOpen = true;
        }
    }
    if (isOpen) words.append(word);
    return words;
}

std::vector<std::string> stringsOf(const QStringList &texts) {
    std::vector<std::string> strings;
    for (const QString &text : texts)
        strings.push_back(text.toStdString());
    return strings;
}

} // namespace

RunSettings runSettingsOf(const QString &path) {
    QSettings &file = settingsFile();
    const QString group = groupOf(path) + QLatin1Char('/');
    const auto value = [&](const char *name) { return file.value(group + QLatin1String(name)); };
    return {value("arguments").toString(), value("folder").toString(), value("environment").toStringList(),
            value("modules").toStringList(), value("python").toString()};
}

void keepRunSettings(const QString &path, const RunSettings &settings) {
    QSettings &file = settingsFile();
    const QString group = groupOf(path);
    file.remove(group);
    if (settings.isDefault()) return;
    const auto keep = [&](const char *name, const QVariant &value) {
        file.setValue(group + QLatin1Char('/') + QLatin1String(name), value);
    };
    keep("script", path);
    keep("arguments", settings.arguments);
    keep("folder", settings.workingFolder);
    keep("environment", settings.environment);
    keep("modules", settings.modulePaths);
    keep("python", settings.pythonOptions);
}

QString faultOf(const RunSettings &settings) {
    if (!settings.workingFolder.isEmpty() && !QFileInfo(settings.workingFolder).isDir())
        return Words::tr("There is no folder %1.").arg(settings.workingFolder);
    static const QRegularExpression setting(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*="));
    for (const QString &line : settings.environment)
        if (!setting.match(line).hasMatch()) return Words::tr("\"%1\" sets nothing: write NAME=value.").arg(line);
    for (const QString &folder : settings.modulePaths)
        if (!QFileInfo(folder).isDir()) return Words::tr("There is no folder %1.").arg(folder);
    for (const QString &option : wordsOf(settings.pythonOptions))
        if (option == QStringLiteral("-c") || option == QStringLiteral("-m") || option == QStringLiteral("-"))
            return Words::tr("%1 would run something else than the script.").arg(option);
    return {};
}

RunOptions withSettings(RunOptions options, const RunSettings &settings) {
    options.arguments = stringsOf(wordsOf(settings.arguments));
    options.workingFolder = settings.workingFolder.toStdString();
    options.environment = stringsOf(settings.environment);
    options.modulePaths = stringsOf(settings.modulePaths);
    options.pythonOptions = stringsOf(wordsOf(settings.pythonOptions));
    return options;
}

} // namespace shell
} // namespace jitscope
