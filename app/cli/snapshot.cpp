// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope snapshot`: one panel, or the whole window, as a picture.
#include "app/cli/command.h"
#include "app/cli/liveshot.h"
#include "app/cli/offscreen.h"
#include "app/cli/source.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/selection.h"
#include "app/shell/builtins.h"
#include "app/shell/mainwindow.h"
#include "app/shell/panelhost.h"
#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPixmap>
#include <QRegularExpression>
#include <QThread>

#include <algorithm>
#include <utility>

namespace jitscope {
inline namespace cli {

namespace {

constexpr int longestWaitMs = 20'000;
constexpr QSize windowSize(1600, 1000);

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
        if (!session.op(number)) return Error{"there is no operator #" + arguments.value("--op")};
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
    if (arguments.has("--perspective"))
        window->setPerspective(QString::fromStdString(arguments.value("--perspective")));
    for (const std::string &panel : arguments.values("--show"))
        window->showPanel(QString::fromStdString(panel));
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

/** The window, or one panel of it, with a program that runs in it. */
int snapshotLive(const Arguments &arguments, QSize size) {
    auto window = liveWindow(arguments, settle);
    if (!window) return fail(exitUsage, "snapshot: " + window.error().message);
    MainWindow &shown = **window;
    const std::string id = arguments.value("--panel");
    shown.resize(id == "window" ? size : windowSize);
    for (const std::string &panel : arguments.values("--show"))
        shown.showPanel(QString::fromStdString(panel));
    if (arguments.has("--op")) shown.playhead().goTo(std::atoll(arguments.value("--op").c_str()));
    settle([&] { return shown.isReady(); });
    if (arguments.has("--element"))
        shown.selection().setElement(shown.selection().current().tensor,
                                     std::atoll(arguments.value("--element").c_str()));
    settle([&] { return shown.isReady(); });
    if (id == "window") return save(shown, arguments.value("--out"));
    shown.showPanel(QString::fromStdString(id));
    Panel *panel = shown.panel(QString::fromStdString(id));
    panel->resize(size);
    settle([&] { return shown.isReady(); });
    return save(*panel, arguments.value("--out"));
}

int snapshot(const Arguments &arguments, const Session *session) {
    const QSize size = sizeFrom(arguments.value("--size", "1600x1000"));
    if (!size.isValid()) return fail(exitUsage, "snapshot: --size must look like 1600x1000");
    if (arguments.has("--scale")) qputenv("QT_SCALE_FACTOR", arguments.value("--scale").c_str());
    const auto application = startOffscreen(arguments.value("--theme", "dark"), arguments.value("--lang", "en"));

    const std::string panel = arguments.value("--panel");
    const auto names = panelNames();
    if (std::find(names.begin(), names.end(), panel) == names.end())
        return fail(exitUsage, "there is no panel '" + panel + "'; there are: " + join(names, ", "));
    if (session == nullptr) return snapshotLive(arguments, size);
    return panel == "window" ? snapshotWindow(*session, arguments, size)
                             : snapshotPanel(panel, *session, arguments, size);
}

/** A sentence in lines, for the help. */
std::string panelsInLines() {
    constexpr size_t width = 110;
    std::string text = "Panels:", line = text;
    text.clear();
    for (const std::string &name : panelNames()) {
        if (line.size() + name.size() > width) text += std::exchange(line, "   ") + "\n";
        line += " " + name;
    }
    return text + line + "\n";
}

} // namespace

Subcommand snapshotCommand() {
    return {
        .name = "snapshot",
        .operands = "SOURCE",
        .summary = "write a panel or the whole window as a picture",
        .details = panelsInLines() +
                   "`window` is the main window in a perspective. With --break or --do the script runs "
                   "in the window, up to\nthat state.",
        .options = sourceOptions(
            {{"--panel", "NAME", "which panel", {}},
             {"--out", "F.png", "the picture to write", {}},
             {"--size", "WxH", "in device-independent pixels (default 1600x1000)", {}},
             {"--scale", "N", "device pixels to each of these (default 1)", {"1", "1.5", "2", "3"}},
             {"--theme", "NAME", "colours", {"dark", "light", "high-contrast"}},
             {"--lang", "LANG", "language", {"en", "zh_CN"}},
             {"--perspective", "NAME", "for the window", {"step", "passes", "profile", "trace"}},
             {"--graph", "G", "show this graph: its index or function", {}},
             {"--pass", "P", "show this pass: its name or index", {}},
             {"--op", "N", "select this operator (default: the slowest)", {}},
             {"--break",
              "B",
              "run the script in the window up to a line (27), an operator (MatMul), an "
              "operator's number (#118), an exception or a condition",
              {}},
             {"--do", "COMMAND", "then carry out a command of the window by its id (step-op); repeatable", {}},
             {"--console", "INPUT", "then run this in the console; repeatable", {}},
             {"--show", "PANEL", "bring this panel of the window to the front; repeatable", {}},
             {"--element", "I", "select this element of the tensor shown, in row-major order", {}}}),
        .run =
            [](const Arguments &arguments) {
                if (!arguments.has("--panel") || !arguments.has("--out"))
                    return fail(exitUsage, "snapshot: needs --panel NAME and --out F.png");
                if (wantsLiveWindow(arguments)) {
                    loadAllPlugins(arguments);
                    return snapshot(arguments, nullptr);
                }
                Arguments complete = arguments;
                if (!arguments.has("--record")) complete.options["--record"] = {"values"}; // panels show them
                return withSource(complete, [&](const Session &session) { return snapshot(arguments, &session); });
            },
    };
}

} // namespace cli
} // namespace jitscope
