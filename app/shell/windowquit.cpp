// SPDX-License-Identifier: GPL-3.0-or-later
// The program that still runs when the window is to close: it is ended before anything of it is kept.
#include "app/shell/mainwindow.h"

#include "app/sdk/runner.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QThread>

namespace jitscope {
inline namespace shell {

namespace {

constexpr int stopMs = 3000; ///< a loop of C hears nobody, and a script may catch every exception
constexpr int killMs = 2000;
constexpr int endLookMs = 5;

/** Whether the program has ended when that time is over. */
bool waitForEnd(const Runner &runner, int ms) {
    const QDeadlineTimer end(ms);
    while (runner.state() != RunState::Idle && !end.hasExpired()) {
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
        QThread::msleep(endLookMs);
    }
    return runner.state() == RunState::Idle;
}

} // namespace

/** What a program goes on to record would be written without end. */
void MainWindow::endProgram() {
    if (m_runner->state() == RunState::Idle) return;
    m_runner->stop();
    if (waitForEnd(*m_runner, stopMs)) return;
    m_runner->kill();
    waitForEnd(*m_runner, killMs);
}

} // namespace shell
} // namespace jitscope
