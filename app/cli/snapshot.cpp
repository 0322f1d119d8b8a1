// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope snapshot`: one panel, or the whole window, as a picture.
#include "app/cli/command.h"
#include "app/cli/offscreen.h"
#include "app/cli/source.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/selection.h"
#include "app/shell/builtins.h"
#include "app/shell/mainwindow.h"
#include "app/shell/panelhost.h"
#include "engine/base/text.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPixmap>
#include <QRegularExpression>
#include <QThread>

#include <algorithm>

namespace jitscope {

namespace {

constexpr int longestWaitMs = 20'000;

/** "1600x1000" as a size; invalid for anything else or for more than 8000 in a direction. */
QSize sizeFrom(const std::string &text) {
    static const QRegularExpression pattern(QStringLiteral("^(\\d{2,4})x(\\d{2,4})$"));
    const auto match = pattern.match(QString::fromStdString(text));
    if (!match.hasMatch()) return {};
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    return size.width() > 8000 || size.height() > 8000 ? QSize() : size;
}

/** Lets the event loop run until `ready` says so, and a little longer so that the last paint is in. */
void settle(const std::function<bool()> &ready) {
    QElapsedTimer timer;
    timer.start();
    int quiet = 0;
    while (quiet < 6 && timer.elapsed() < longestWaitMs) {
        QApplication::processEvents(QEventLoop::AllEvents, 20);
        QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        quiet = ready() ? quiet + 1 : 0;
        QThread::msleep(10);
    }
}

/** Selects what the user asked for, else something worth seeing: the slowest operator. */
Result<void> select(const Session &session, const Arguments &arguments, Selection &selection) {
    if (arguments.has("--op")) {
        const int64_t number = std::atoll(arguments.value("--op").c_str());
        if (session.op(number) == nullptr) return Error{"there is no operator #" + arguments.value("--op")};
        selection.selectOp(number);
    } else if (!session.ops.empty() && !arguments.has("--pass")) {
        const auto slowest =
            std::max_element(session.ops.begin(), session.ops.end(),
                             [](const OpEvent &a, const OpEvent &b) { return a.durationNs < b.durationNs; });
        selection.selectOp(slowest->number);
    }
    if (session.compilations.empty()) return {};
    if (!arguments.has("--graph") && !arguments.has("--pass")) return {};
    const auto compilation = findCompilation(session, arguments.value("--graph"));
    if (!compilation) return compilation.error();
    int pass = -1;
    if (arguments.has("--pass")) {
        const auto found = findPass(**compilation, arguments.value("--pass"));
        if (!found) return found.error();
        pass = (*found)->index;
    }
    selection.selectPass((*compilation)->index, pass);
    return {};
}

int save(QWidget &widget, const std::string &path) {
    const QPixmap picture = widget.grab();
    if (!picture.save(QString::fromStdString(path)))
        return fail(exitUnreadable, path +
                                        ": the picture cannot be written (is the folder there, and does the name end "
                                        "in .png?)");
    return exitGood;
}

int snapshotPanel(const std::string &id, const Session &session, const Arguments &arguments, QSize size) {
    PanelHost host(session, QString::fromStdString(arguments.positional.front()));
    const std::unique_ptr<Panel> panel = host.panel(QString::fromStdString(id));
    panel->resize(size);
    panel->show();
    if (const auto selected = select(session, arguments, host.selection()); !selected)
        return fail(exitUsage, selected.error().message);
    settle([&] { return host.isReady(*panel); });
    if (arguments.has("--fit")) panel->fitView();
    settle([&] { return host.isReady(*panel); });
    return save(*panel, arguments.value("--out"));
}

int snapshotWindow(const Session &session, const Arguments &arguments, QSize size) {
    const auto window =
        MainWindow::create({.programs = WindowOptions::Programs::None,
                            .memory = WindowOptions::Memory::None,
                            .perspective = QString::fromStdString(arguments.value("--perspective", "passes"))});
    window->resize(size);
    window->show();
    window->showSession(session, QString::fromStdString(arguments.positional.front()));
    settle([&] { return window->isReady(); });
    if (const auto selected = select(session, arguments, window->selection()); !selected)
        return fail(exitUsage, selected.error().message);
    settle([&] { return window->isReady(); });
    return save(*window, arguments.value("--out"));
}

std::vector<std::string> panelNames() {
    std::vector<std::string> names;
    for (const PanelDef &def : allPanels())
        names.push_back(def.id.toStdString());
    names.push_back("window");
    return names;
}

int snapshot(const Session &session, const Arguments &arguments) {
    const QSize size = sizeFrom(arguments.value("--size", "1600x1000"));
    if (!size.isValid()) return fail(exitUsage, "snapshot: --size must look like 1600x1000");
    if (arguments.has("--scale")) qputenv("QT_SCALE_FACTOR", arguments.value("--scale").c_str());
    const auto application = startOffscreen(arguments.value("--theme", "dark"), arguments.value("--lang", "en"));

    const std::string panel = arguments.value("--panel");
    if (panel == "window") return snapshotWindow(session, arguments, size);
    const auto names = panelNames();
    if (std::find(names.begin(), names.end(), panel) != names.end())
        return snapshotPanel(panel, session, arguments, size);
    return fail(exitUsage, "there is no panel '" + panel + "'; there are: " + join(names, ", "));
}

} // namespace

Subcommand snapshotCommand() {
    return {
        .name = "snapshot",
        .operands = "SOURCE",
        .summary = "write a panel or the whole window as a picture",
        .details = "Panels are named by their folders (editor, console, graph, passes, irdiff, inspector, timings, "
                   "timeline);\n`window` is the main window in a perspective.",
        .options =
            sourceOptions({{"--panel", "NAME", "which panel", {}},
                           {"--out", "F.png", "the picture to write", {}},
                           {"--size", "WxH", "in device-independent pixels (default 1600x1000)", {}},
                           {"--scale", "N", "device pixels to each of these (default 1)", {"1", "1.5", "2", "3"}},
                           {"--theme", "NAME", "colours", {"dark", "light", "high-contrast"}},
                           {"--lang", "LANG", "language", {"en", "zh_CN"}},
                           {"--perspective", "NAME", "for the window", {"step", "passes", "profile", "trace"}},
                           {"--graph", "G", "show this graph: its index or function", {}},
                           {"--pass", "P", "show this pass: its name or index", {}},
                           {"--op", "N", "select this operator (default: the slowest)", {}}}),
        .run =
            [](const Arguments &arguments) {
                if (!arguments.has("--panel") || !arguments.has("--out"))
                    return fail(exitUsage, "snapshot: needs --panel NAME and --out F.png");
                Arguments complete = arguments;
                if (!arguments.has("--record")) complete.options["--record"] = {"values"}; // the inspector shows them
                return withSource(complete, [&](const Session &session) { return snapshot(session, arguments); });
            },
    };
}

} // namespace jitscope
