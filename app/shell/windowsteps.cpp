// SPDX-License-Identifier: GPL-3.0-or-later
// The window's side of stepping: what starts the script, asks for a number, keeps bookmarks, and which steps can be
// done.
#include "app/shell/mainwindow.h"

#include "app/panels/breakpoints/breakpointspanel.h"
#include "app/panels/editor/editorpanel.h"
#include "app/shell/commands.h"
#include "app/shell/desk.h"
#include "app/shell/statusline.h"
#include "app/shell/stepping.h"
#include "engine/session/session.h"

#include <QAction>
#include <QCoreApplication>
#include <QInputDialog>

#include <algorithm>
#include <utility>

namespace jitscope {
inline namespace shell {

namespace {

bool isOnExceptions(const Breakpoint &breakpoint) {
    return breakpoint.kind == Breakpoint::Kind::Exception;
}

} // namespace

void MainWindow::connectStepping() {
    connect(m_stepping.get(), &Stepping::startWanted, this, [this] { startScript(true); });
    connect(m_stepping.get(), &Stepping::said, this, [this](const QString &message) { m_status->notify(message); });
    connect(m_playhead.get(), &Playhead::changed, this, &MainWindow::updateStepActions);
    connect(&m_document, &Document::bookmarksChanged, this, &MainWindow::updateStepActions);
    connect(m_runner.get(), &Runner::breakpointsChanged, this, &MainWindow::updateStepActions);
    connect(m_runner.get(), &Runner::finished, this, [this] { m_nonFiniteWanted = false; });
    connect(m_runner.get(), &Runner::paused, this, [this] {
        if (std::exchange(m_nonFiniteWanted, false)) m_runner->step({.kind = StepRequest::Kind::NonFinite});
    });
}

void MainWindow::updateStepActions() {
    for (const StepDef &def : stepDefs()) {
        QString refusal = m_stepping->refusal(def);
        const bool starts = def.startsScript && m_runner->state() == RunState::Idle;
        if (refusal.isEmpty() && starts && m_playhead->isLive() && !editor().hasCurrent())
            refusal = tr("No script is open.");
        allow(QLatin1String(def.id), refusal);
    }
    const QString past = m_stepping->refusalOfPast();
    const bool isPaused = m_runner->state() == RunState::Paused;
    const bool canStart = m_runner->state() == RunState::Idle && !past.isEmpty() && editor().hasCurrent();
    allow(QStringLiteral("next-nan"), isPaused || canStart ? QString() : past);
    allow(QStringLiteral("first-nan"), past);
    allow(QStringLiteral("reverse-continue"), past);
    allow(QStringLiteral("run-to-op"), isPaused ? QString() : past);
    allow(QStringLiteral("last-writer"), m_stepping->refusalOfWriter());
    // While the program stands it also leads back to the line where it does.
    allow(QStringLiteral("return-live"), m_playhead->isLive() && !isPaused ? tr("This is the live end.") : QString());
    const QString noOp = m_playhead->viewed() < 0 ? tr("No operator is selected.") : QString();
    allow(QStringLiteral("bookmark"), noOp);
    allow(QStringLiteral("bookmark-note"), noOp);
    const size_t bookmarks = m_document.session().bookmarks.size();
    for (size_t number = 1; number <= 9; ++number)
        allow(QStringLiteral("bookmark-%1").arg(number),
              number <= bookmarks ? QString() : tr("There is no such bookmark."));
    const std::vector<Breakpoint> breakpoints = m_runner->breakpoints();
    m_actions.value(QStringLiteral("break-on-exceptions"))
        ->setChecked(std::any_of(breakpoints.begin(), breakpoints.end(), isOnExceptions));
}

/** A command that can do nothing says why in its status tip. */
void MainWindow::allow(const QString &id, const QString &refusal) {
    QAction &action = *m_actions.value(id);
    action.setEnabled(refusal.isEmpty());
    const QString summary = action.whatsThis();
    action.setStatusTip(refusal.isEmpty() ? summary : QString(summary + QStringLiteral(" – ") + refusal));
}

void MainWindow::askRunToOp() {
    bool accepted = false;
    const auto last = int(std::max<int64_t>(1, m_playhead->last()));
    const int number = QInputDialog::getInt(this, tr("Run to operator"), tr("Number of the operator"), last + 1, 1,
                                            INT_MAX, 1, &accepted);
    if (accepted) m_stepping->runToOp(number);
}

void MainWindow::runToNonFinite() {
    if (m_runner->state() != RunState::Idle || !m_document.session().ops.empty()) {
        m_stepping->nextNonFinite();
        return;
    }
    m_nonFiniteWanted = editor().hasCurrent();
    startScript(true);
}

void MainWindow::breakOnOperator() {
    const QString id = QStringLiteral("breakpoints");
    showPanel(id);
    static_cast<BreakpointsPanel *>(m_desk->panel(id))->startAdding(Breakpoint::Kind::Op);
}

void MainWindow::toggleBreakOnExceptions() {
    std::vector<Breakpoint> all = m_runner->breakpoints();
    if (std::erase_if(all, isOnExceptions) == 0) all.push_back({.kind = Breakpoint::Kind::Exception});
    m_runner->setBreakpoints(std::move(all));
}

void MainWindow::toggleBookmark() {
    const int64_t op = m_playhead->viewed();
    if (op < 0) return;
    std::vector<Bookmark> all = m_document.session().bookmarks;
    if (std::erase_if(all, [op](const Bookmark &each) { return each.op == op; }) == 0) all.push_back({op, {}});
    m_document.setBookmarks(std::move(all));
}

void MainWindow::askBookmarkNote() {
    const int64_t op = m_playhead->viewed();
    if (op < 0) return;
    std::vector<Bookmark> all = m_document.session().bookmarks;
    const auto known = std::find_if(all.begin(), all.end(), [op](const Bookmark &each) { return each.op == op; });
    const QString before = known == all.end() ? QString() : QString::fromStdString(known->note);
    bool accepted = false;
    const QString note =
        QInputDialog::getText(this, tr("Bookmark"), tr("Note at #%1").arg(op), QLineEdit::Normal, before, &accepted);
    if (!accepted) return;
    std::erase_if(all, [op](const Bookmark &each) { return each.op == op; });
    all.push_back({op, note.toStdString()});
    m_document.setBookmarks(std::move(all));
}

void MainWindow::goToBookmark(int number) {
    const std::vector<Bookmark> &all = m_document.session().bookmarks;
    if (number <= int(all.size())) m_playhead->goTo(all[size_t(number) - 1].op);
}

} // namespace shell
} // namespace jitscope
