// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/application.h"

#include "app/sdk/devicemodels.h"
#include "app/sdk/pluginswitches.h"
#include "app/sdk/plaintext.h"
#include "app/sdk/theme.h"
#include "app/shell/accessibleroles.h"
#include "app/shell/endsignals.h"
#include "app/shell/language.h"
#include "app/shell/mainwindow.h"
#include "app/shell/start/startpage.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QPalette>

#include <cstdio>
#include <cstdlib>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int exitUsage = 2;

/** Qt 6.4 does not tell the system's scheme; its palette does. Asked before our own palette is set. */
QString systemTheme() {
    static const bool dark = QApplication::palette().color(QPalette::Window).lightness() <
                             QApplication::palette().color(QPalette::WindowText).lightness();
    return dark ? QStringLiteral("dark") : QStringLiteral("light");
}

void loadAllPlugins(const QStringList &asked) {
    for (const QString &message : loadWantedPlugins(loadPreferences().pluginFolders, asked) + loadUserDeviceModels())
        qWarning("%s", qPrintable(message));
}

/** Takes the place of Qt's messages while QApplication is made. Qt aborts the program where there is no display; a user
   is told so instead. */
void tellMissingDisplay(QtMsgType type, const QMessageLogContext &, const QString &message) {
    if (type != QtFatalMsg) return;
    std::fprintf(stderr, "jitscope: no display: the window needs a graphical session (DISPLAY or WAYLAND_DISPLAY). "
                         "Subcommands such as `jitscope run` need none; see `jitscope --help`.\n");
    if (qEnvironmentVariableIsSet("QT_DEBUG_PLUGINS")) std::fprintf(stderr, "%s\n", qPrintable(message));
    std::_Exit(exitUsage);
}

/** What is in force, and whether it is kept for the next start. */
struct Choices {
    Preferences preferences;
    bool areKept = false;
};

Choices &choices() {
    static Choices choices;
    return choices;
}

} // namespace

void applyLook(const Preferences &preferences) {
    const QString system = systemTheme();
    setFontChoice(preferences.uiFamily, preferences.codeFamily, preferences.textPixels);
    applyTheme(Theme::named(preferences.theme == QStringLiteral("system") ? system : preferences.theme));
}

void setUpApplication(const ApplicationOptions &options) {
    QApplication::setApplicationName(QStringLiteral("JitScope"));
    QApplication::setApplicationVersion(QStringLiteral(JITSCOPE_VERSION));
    installAccessibleRoles();
    showPlainTexts();
    const bool bare = options.start == ApplicationOptions::Start::Bare;
    Preferences preferences = bare ? Preferences() : loadPreferences();
    if (!options.theme.isEmpty()) preferences.theme = options.theme;
    if (!options.language.isEmpty()) preferences.language = options.language;
    choices() = {preferences, !bare};
    installLanguage(preferences.language);
    applyLook(preferences);
    if (!bare) loadAllPlugins(options.plugins);
}

const Preferences &preferencesInForce() {
    return choices().preferences;
}

void changePreferences(const std::function<void(Preferences &)> &change) {
    const Preferences before = choices().preferences;
    change(choices().preferences);
    if (choices().areKept) {
        // What the command line overrides is not kept.
        Preferences kept = loadPreferences();
        change(kept);
        savePreferences(kept);
    }
    const Preferences &now = choices().preferences;
    if (now == before) return;
    applyLook(now);
    if (now.language != before.language) installLanguage(now.language);
}

int runWindow(int argc, char **argv) {
    const QtMessageHandler before = qInstallMessageHandler(tellMissingDisplay);
    QApplication application(argc, argv);
    qInstallMessageHandler(before);
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("A visual graph debugger for eager and compiled tensor programs."));
    const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("dark, light or high-contrast"),
                                   QStringLiteral("name"));
    const QCommandLineOption language(QStringLiteral("lang"), QStringLiteral("en or zh_CN"), QStringLiteral("name"));
    const QCommandLineOption configuration(QStringLiteral("config-dir"), QStringLiteral("the folder of settings"),
                                           QStringLiteral("folder"));
    const QCommandLineOption safe(QStringLiteral("safe-mode"),
                                  QStringLiteral("neither read nor keep settings and layouts, load no plugins"));
    const QCommandLineOption inside(
        QStringLiteral("in-process"),
        QStringLiteral("run scripts in the window's own process (to debug JitScope itself)"));
    const QCommandLineOption quit(QStringLiteral("quit-when-shown"),
                                  QStringLiteral("close the window after its first complete paint"));
    const QCommandLineOption perspective(QStringLiteral("perspective"),
                                         QStringLiteral("step, passes, profile or trace"), QStringLiteral("name"));
    const QCommandLineOption plugins(QStringLiteral("plugins"),
                                     QStringLiteral("also load this plugin (example_pass) or those of this folder"),
                                     QStringLiteral("what"));
    parser.addOptions({theme, language, perspective, configuration, plugins, inside, safe, quit});
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
                      isSafe ? ApplicationOptions::Start::Bare : ApplicationOptions::Start::Full,
                      parser.values(plugins)});
    WindowOptions options;
    options.perspective = parser.value(perspective);
    if (parser.isSet(inside)) options.programs = WindowOptions::Programs::InProcess;
    if (isSafe) options.memory = WindowOptions::Memory::None;
    const auto window = MainWindow::create(options);
    if (parser.isSet(quit))
        QObject::connect(window.get(), &MainWindow::firstPainted, window.get(), &QWidget::close, Qt::QueuedConnection);
    if (parser.positionalArguments().isEmpty() && startsWithStartPage() && window->isEmpty()) window->showStartPage();
    const EndSignals endSignals;
    QObject::connect(&endSignals, &EndSignals::asked, window.get(), &QWidget::close);
    window->show();
    if (!parser.positionalArguments().isEmpty()) window->openPaths(parser.positionalArguments());
    return QApplication::exec();
}

} // namespace shell
} // namespace jitscope
