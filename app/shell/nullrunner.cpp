// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/shell/nullrunner.h"

#include "engine/session/records.h"

namespace jitscope {
inline namespace shell {

void NullRunner::setOptions(const RunOptions &options) {
    m_options = options;
    Q_EMIT optionsChanged();
}

void NullRunner::runFile(const QString &, const QString &, bool) {
    refuse();
}

void NullRunner::runConsole(const QString &) {
    refuse();
}

void NullRunner::setBreakpoints(std::vector<Breakpoint> breakpoints) {
    m_breakpoints = std::move(breakpoints);
    Q_EMIT breakpointsChanged();
}

void NullRunner::setWatchpoints(std::vector<Watchpoint> watchpoints) {
    m_watchpoints = std::move(watchpoints);
    Q_EMIT watchpointsChanged();
}

void NullRunner::refuse() {
    RunOutcome outcome;
    outcome.exitCode = 1;
    outcome.error = tr("This window shows a recorded session and runs no programs.").toStdString();
    outcome.problem = {Severity::Error, "error", outcome.error, {}};
    Q_EMIT output(true, QString::fromStdString(outcome.error + "\n"));
    Q_EMIT finished(outcome);
}

} // namespace shell
} // namespace jitscope

#include "moc_nullrunner.cpp"
