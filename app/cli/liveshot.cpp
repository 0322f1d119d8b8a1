// SPDX-License-Identifier: GPL-3.0-or-later
// Does with a window what a user would: sets breakpoints, runs, gives commands; then it can be painted.
#include "app/cli/liveshot.h"

#include "app/cli/source.h"
#include "app/sdk/playhead.h"
#include "app/shell/mainwindow.h"
#include "engine/ops/opdef.h"
#include "engine/session/records.h"

#include <QAction>
#include <QDir>

#include <algorithm>
#include <cctype>

namespace jitscope {
inline namespace cli {

namespace {

bool isNumber(const std::string &text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

/** Carries the command out and waits until the program stands or has ended. */
Result<void> carryOut(MainWindow &window, const std::string &command,
                      const std::function<void(const std::function<bool()> &)> &settle) {
    QAction *action = window.action(QString::fromStdString(command));
    if (action == nullptr) return Error{"there is no command '" + command + "'"};
    if (!action->isEnabled()) return Error{"the command '" + command + "' cannot be carried out in this state"};
    action->trigger();
    settle([&] { return window.runner().state() != RunState::Running && window.isReady(); });
    return {};
}

} // namespace

Breakpoint breakpointFrom(const std::string &word, const std::string &script) {
    Breakpoint breakpoint;
    if (isNumber(word)) {
        breakpoint.file = script;
        breakpoint.line = std::atoi(word.c_str());
    } else if (word.starts_with("#") && isNumber(word.substr(1))) {
        breakpoint.kind = Breakpoint::Kind::OpNumber;
        breakpoint.number = std::atoll(word.c_str() + 1);
    } else if (findOp(word) != nullptr) {
        breakpoint.kind = Breakpoint::Kind::Op;
        breakpoint.op = word;
    } else if (word == "exception") {
        breakpoint.kind = Breakpoint::Kind::Exception;
    } else {
        breakpoint.kind = Breakpoint::Kind::Condition;
        breakpoint.condition = word;
    }
    return breakpoint;
}

bool wantsLiveWindow(const Arguments &arguments) {
    return arguments.has("--break") || arguments.has("--do") || arguments.has("--console");
}

Result<std::unique_ptr<MainWindow>> liveWindow(const Arguments &arguments,
                                               const std::function<void(const std::function<bool()> &)> &settle) {
    const QString script = QDir::current().absoluteFilePath(QString::fromStdString(arguments.positional.front()));
    if (!script.endsWith(QLatin1String(".py"))) return Error{"--break, --do and --console need a script to run"};
    auto window = MainWindow::create({.programs = WindowOptions::Programs::Run,
                                      .memory = WindowOptions::Memory::None,
                                      .perspective = QString::fromStdString(arguments.value("--perspective", "step"))});
    window->show();
    RunOptions options = runOptions(arguments);
    if (!arguments.has("--record")) options.record = RecordLevel::Values;
    window->runner().setOptions(options);
    window->openPath(script);
    std::vector<Breakpoint> breakpoints;
    for (const std::string &word : arguments.values("--break"))
        breakpoints.push_back(breakpointFrom(word, script.toStdString()));
    window->runner().setBreakpoints(breakpoints);
    settle([&] { return window->isReady(); });

    std::vector<std::string> commands = arguments.values("--do");
    if (!breakpoints.empty() || commands.empty()) commands.insert(commands.begin(), "run");
    for (const std::string &command : commands)
        if (const auto done = carryOut(*window, command, settle); !done) return done.error();
    for (const std::string &input : arguments.values("--console")) {
        window->runner().runConsole(QString::fromStdString(input));
        settle([&] { return window->runner().state() != RunState::Running && window->isReady(); });
    }
    return window;
}

} // namespace cli
} // namespace jitscope
