// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/application.h"

#include "app/sdk/devicemodels.h"
#include "app/sdk/plaintext.h"
#include "app/sdk/theme.h"
#include "app/shell/language.h"
#include "app/shell/mainwindow.h"
#include "engine/importing/plugin.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QPalette>

#include <cstdio>

namespace jitscope {

namespace {

constexpr int exitUsage = 2;

/** Qt 6.4 does not tell the system's scheme; its palette does. Asked before our own palette is set. */
QString systemTheme() {
    static const bool dark = QApplication::palette().color(QPalette::Window).lightness() <
                             QApplication::palette().color(QPalette::WindowText).lightness();
    return dark ? QStringLiteral("dark") : QStringLiteral("light");
}

void loadAllPlugins() {
    const QString own = QCoreApplication::applicationDirPath() + QStringLiteral("/../plugins");
    QStringList folders = loadPreferences().pluginFolders;
    folders.prepend(QDir::cleanPath(own));
    for (const QString &folder : folders)
        if (QFileInfo(folder).isDir()) loadPlugins(folder.toStdString());
    for (const QString &message : loadUserDeviceModels())
        qWarning("%s", qPrintable(message));
}

} // namespace

void setUpApplication(const ApplicationOptions &options) {
    QApplication::setApplicationName(QStringLiteral("JitScope"));
    QApplication::setApplicationVersion(QStringLiteral(JITSCOPE_VERSION));
    showPlainTexts();
    const bool bare = options.start == ApplicationOptions::Start::Bare;
    Preferences preferences = bare ? Preferences() : loadPreferences();
    if (!options.theme.isEmpty()) preferences.theme = options.theme;
    installLanguage(options.language.isEmpty() ? preferences.language : options.language);
    applyLook(preferences);
    if (!bare) loadAllPlugins();
}

void applyLook(const Preferences &preferences) {
    const QString system = systemTheme();
    setFontChoice(preferences.uiFamily, preferences.codeFamily, preferences.textPixels);
    applyTheme(Theme::named(preferences.theme == QStringLiteral("system") ? system : preferences.theme));
}

int runWindow(int argc, char **argv) {
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("A visual graph debugger for eager and compiled tensor programs."));
    const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("dark, light or high-contrast"),
                                   QStringLiteral("name"));
    const QCommandLineOption language(QStringLiteral("lang"), QStringLiteral("en or zh_CN"), QStringLiteral("name"));
    const QCommandLineOption configuration(QStringLiteral("config-dir"), QStringLiteral("the folder of settings"),
                                           QStringLiteral("folder"));
    const QCommandLineOption safe(QStringLiteral("safe-mode"),
                                  QStringLiteral("neither read nor keep settings and layouts, load no plugins"));
    const QCommandLineOption quit(QStringLiteral("quit-when-shown"),
                                  QStringLiteral("close the window after its first complete paint"));
    const QCommandLineOption perspective(QStringLiteral("perspective"),
                                         QStringLiteral("step, passes, profile or trace"), QStringLiteral("name"));
    parser.addOptions({theme, language, perspective, configuration, safe, quit});
    parser.addHelpOption();
    parser.addPositionalArgument(QStringLiteral("path"),
                                 QStringLiteral("scripts, a session, an IR dump, a profile or a trace"),
                                 QStringLiteral("[PATH...]"));
    if (!parser.parse(QCoreApplication::arguments())) {
        std::fprintf(stderr, "jitscope: %s\n", qUtf8Printable(parser.errorText()));
        return exitUsage;
    }
    if (parser.isSet(QStringLiteral("help"))) parser.showHelp();

    if (parser.isSet(configuration)) qputenv("JITSCOPE_CONFIG_DIR", parser.value(configuration).toLocal8Bit());
    const bool isSafe = parser.isSet(safe);
    setUpApplication({parser.value(theme), parser.value(language),
                      isSafe ? ApplicationOptions::Start::Bare : ApplicationOptions::Start::Full});
    WindowOptions options;
    options.perspective = parser.value(perspective);
    if (isSafe) options.memory = WindowOptions::Memory::None;
    const auto window = MainWindow::create(options);
    if (parser.isSet(quit))
        QObject::connect(window.get(), &MainWindow::firstPainted, window.get(), &QWidget::close, Qt::QueuedConnection);
    window->show();
    if (!parser.positionalArguments().isEmpty()) window->openPaths(parser.positionalArguments());
    return QApplication::exec();
}

} // namespace jitscope
