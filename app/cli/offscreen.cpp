// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/offscreen.h"

#include "app/cli/command.h"
#include "app/shell/application.h"

namespace jitscope {
inline namespace cli {

namespace {

/** Qt's notes on the offscreen platform say nothing to somebody who asked for a picture; everything else is kept. */
void tellWithoutPlatformNotes(QtMsgType type, const QMessageLogContext &, const QString &message) {
    if (type == QtDebugMsg || type == QtInfoMsg) return;
    if (message.contains(QLatin1String("propagateSizeHints")) || message.contains(QLatin1String("XDG_RUNTIME_DIR")))
        return;
    tell(message.toStdString());
}

} // namespace

std::unique_ptr<QApplication> startOffscreen(const std::string &theme, const std::string &language) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(tellWithoutPlatformNotes);
    static int argc = 1; // QApplication keeps references to both
    static char name[] = "jitscope";
    static char *argv[] = {name, nullptr};
    auto application = std::make_unique<QApplication>(argc, argv);
    setUpApplication({.theme = QString::fromStdString(theme), .language = QString::fromStdString(language)});
    return application;
}

} // namespace cli
} // namespace jitscope
