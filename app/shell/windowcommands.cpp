// SPDX-License-Identifier: GPL-3.0-or-later
// The other commands of the window: running, stepping, passes, finding, dialogs.
#include "app/shell/mainwindow.h"

#include "app/models/graphtitle.h"
#include "app/models/operatorsource.h"
#include "app/panels/editor/editorpanel.h"
#include "app/sdk/labrequests.h"
#include "app/sdk/pluginswitches.h"
#include "app/sdk/widgets/infobar.h"
#include "app/shell/aboutdialog.h"
#include "app/shell/application.h"
#include "app/shell/builtins.h"
#include "app/shell/commands.h"
#include "app/shell/desk.h"
#include "app/shell/finder.h"
#include "app/shell/gotoitems.h"
#include "app/shell/layoutmenu.h"
#include "app/shell/keysdialog.h"
#include "app/shell/preferences.h"
#include "app/shell/settingsdialog.h"
#include "app/shell/statusline.h"
#include "app/shell/runsettingsdialog.h"
#include "app/shell/stepping.h"
#include "engine/ascend/runprofile.h"
#include "engine/ascend/simulator.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QMetaObject>
#include <QPixmap>
#include <QPushButton>

#include <algorithm>

namespace jitscope {
inline namespace shell {

namespace {

const QString editorId = QStringLiteral("editor");

} // namespace

void MainWindow::runOrContinue() {
    if (m_runner->state() == RunState::Paused) {
        m_stepping->resume();
        return;
    }
    startScript(false);
}

void MainWindow::restart() {
    if (m_runner->state() == RunState::Idle) {
        startScript(false);
        return;
    }
    m_restartWanted = true;
    m_runner->stop();
}

/** A loop of C hears nobody, and a script may catch every exception. */
void MainWindow::offerKill() {
    if (m_runner->state() == RunState::Idle) return;
    m_infoBar->ask(tr("The program does not stop. Killing it ends its process; what was recorded stays."),
                   {{tr("Kill"), [this] { m_runner->kill(); }}, {tr("Wait"), [] {}}});
}

void MainWindow::startScript(bool stopAtFirstOp) {
    editor().leaveConsoleText();
    if (!editor().hasCurrent()) {
        m_infoBar->showMessage(InfoBar::Kind::Note, tr("Nothing to run: open a Python script (Ctrl+O) or write a new "
                                                       "one (Ctrl+N)."));
        return;
    }
    takeOutsideChanges(); // another program's editor may stand beside the window, which was never left
    if (editor().currentIsRecorded() && !mayRunRecorded()) return;
    m_infoBar->hide();
    const RunSettings settings = runSettingsOf(editor().currentRunPath());
    if (const QString fault = faultOf(settings); !fault.isEmpty())
        return fail(tr("%1 Change it in Run > Run Settings (Alt+Shift+F5).").arg(fault));
    m_runner->setOptions(withSettings(m_runner->options(), settings));
    m_runner->runFile(editor().currentRunPath(), editor().currentText(), stopAtFirstOp);
}

void MainWindow::editRunSettings() {
    const QString script = editor().currentRunPath();
    RunSettingsDialog dialog(script, runSettingsOf(script), this);
    if (dialog.exec() == QDialog::Accepted) keepRunSettings(script, dialog.settings());
}

/** The text in front is not what a file of the user's has: a recording may come from anybody. Asked once for a text. */
bool MainWindow::mayRunRecorded() {
    const QString text = editor().currentText(), path = editor().currentRunPath();
    if (m_trusted.contains(text)) return true;
    const QString file = m_document.path();
    QStringList facts;
    if (!file.isEmpty()) facts.append(tr("It is stored in %1.").arg(file));
    facts.append(QFileInfo::exists(path) ? tr("The file %1 is different.").arg(path)
                                         : tr("There is no file %1 here.").arg(path));
    facts.append(tr("It runs with all your rights; read it first if the recording is not yours."));
    QMessageBox question(QMessageBox::Warning, tr("Code of a recording"),
                         tr("The code in front comes from the recording. Run it?"), QMessageBox::Cancel, this);
    question.setObjectName(QStringLiteral("recordedCode"));
    question.setInformativeText(facts.join(QLatin1Char(' ')));
    question.setTextFormat(Qt::PlainText);
    QPushButton *run = question.addButton(tr("Run it"), QMessageBox::AcceptRole);
    question.setDefaultButton(QMessageBox::Cancel);
    question.exec();
    if (question.clickedButton() != run) return false;
    m_trusted.insert(text);
    return true;
}

/** The tables of the simulated device follow when the run has ended: they are sums over all of it. */
void MainWindow::addSimulatedProfile() {
    const Session &session = m_document.session();
    const auto device = session.info.find("device");
    if (device == session.info.end() || device->second != "Ascend" || session.ops.empty()) return;
    m_jobs.run(
        profileTag, tr("Summing up the simulated device"), this,
        [lease = m_document.lend(), model = currentDeviceModel()](const CancelFlag &) {
            return std::make_shared<const Profile>(profileOfRun(
                model, simulateWhole(model, lease->session(), simulationOptions(lease->session().info)).run));
        },
        [this](ProfilePtr profile) {
            Session part;
            part.profiles = {std::move(profile)};
            m_document.append(std::move(part));
        });
}

void MainWindow::onFinished(const RunOutcome &outcome) {
    updateActions();
    // The console shows its own errors, and what it does is no end of the script's.
    if (outcome.kind == RunKind::Console) return;
    if (!m_restartWanted) addSimulatedProfile();
    if (std::exchange(m_restartWanted, false)) {
        startScript(false);
        return;
    }
    if (outcome.error.empty()) m_infoBar->dismiss(InfoBar::Kind::Error);
    if (outcome.stopped || outcome.error.empty()) return;
    const Problem &problem = outcome.problem;
    const QString message = QString::fromStdString(problem.message.empty() ? outcome.error : problem.message);
    fail(message, QString::fromStdString(outcome.error));
    if (problem.span.line <= 0) return;
    const QString file = QString::fromStdString(problem.span.file);
    m_selection.selectLine(file, problem.span.line);
    editor().showLine(file, problem.span.line); // the operator that failed may have selected it before: no news
}

void MainWindow::toggleBreakpoint() {
    editor().toggleBreakpoint();
}

void MainWindow::editBreakpoint() {
    if (!editor().hasCurrent()) return;
    m_desk->showPanel(editorId);
    editor().editBreakpoint();
}

void MainWindow::runToCursor(Direction direction) {
    const bool begins = direction == Direction::Forward && m_runner->state() == RunState::Idle && m_playhead->isLive();
    if (!begins) {
        editor().runToCursor(direction);
        return;
    }
    editor().stopOnceAtCursor();
    startScript(false);
}

void MainWindow::toggleCoverage() {
    editor().toggleCoverage();
}

void MainWindow::stepPass(int direction) {
    const Session &session = m_document.session();
    if (session.compilations.empty()) return;
    const Anchor &anchor = m_selection.current();
    const int index = anchor.compilation >= 0 ? anchor.compilation : newestCalled(session);
    const Compilation &compilation = session.compilations[size_t(index)];
    const int count = int(compilation.passes.size());
    int pass = anchor.compilation < 0 || anchor.pass == -1 ? count : std::max(anchor.pass, -1);
    do
        pass += direction;
    while (pass >= 0 && pass < count && !compilation.passes[size_t(pass)].changed);
    if (pass < 0) pass = -2;
    m_selection.selectPass(index, pass >= count ? -1 : pass);
}

/** The selected one, else the last. */
std::optional<int> MainWindow::compilationInSight() const {
    const int count = int(m_document.session().compilations.size());
    if (count == 0) return std::nullopt;
    const int selected = m_selection.current().compilation;
    return selected >= 0 ? selected : count - 1;
}

void MainWindow::selectPass(int pass) {
    if (const auto compilation = compilationInSight()) m_selection.selectPass(*compilation, pass);
}

void MainWindow::findCulprit() {
    const auto compilation = compilationInSight();
    if (!compilation) return;
    setPerspective(QStringLiteral("passes"));
    showPanel(panels::culprit.text());
    LabRequests::of(m_selection).wantCulprit(*compilation);
}

void MainWindow::showRefusals() {
    const auto compilation = compilationInSight();
    if (!compilation) return;
    setPerspective(QStringLiteral("passes"));
    showPanel(panels::passes.text());
    m_selection.askWhyNot({.compilation = *compilation});
}

void MainWindow::callFocused(const char *slot) {
    const QByteArray signature = QByteArray(slot) + "()";
    // A table does not undo, the panel that it stands in does.
    for (QWidget *each = QApplication::focusWidget(); each; each = each->parentWidget())
        if (each->metaObject()->indexOfMethod(signature.constData()) >= 0) {
            QMetaObject::invokeMethod(each, slot);
            return;
        }
}

void MainWindow::clearFilters() {
    OperatorSource &operators = OperatorSource::of(m_document, m_jobs);
    if (operators.filter().empty()) return m_status->notify(tr("Operators are not filtered."));
    operators.removeAll();
}

void MainWindow::undoFilter() {
    OperatorSource &operators = OperatorSource::of(m_document, m_jobs);
    if (!operators.canUndo()) return m_status->notify(tr("No filter was changed."));
    operators.undo();
}

void MainWindow::copyPanelAsText() {
    Panel *panel = m_desk->focusedPanel();
    const QString text = panel ? panel->contentAsText() : QString();
    if (text.isEmpty()) {
        m_status->notify(tr("The focused panel has no text to copy."));
        return;
    }
    QApplication::clipboard()->setText(text);
    m_status->notify(tr("Copied as text: %1").arg(panel->accessibleName()));
}

void MainWindow::copyPanelAsPicture() {
    Panel *panel = m_desk->focusedPanel();
    if (!panel) return;
    QApplication::clipboard()->setPixmap(panel->grab());
    m_status->notify(tr("Copied as picture: %1").arg(panel->accessibleName()));
}

void MainWindow::find() {
    if (!m_desk->startFind()) m_status->notify(tr("The focused panel has nothing to search in."));
}

void MainWindow::findNext(FindDirection direction) {
    if (Panel *panel = m_desk->focusedPanel()) panel->findNext(direction);
}

void MainWindow::fitView() {
    if (Panel *panel = m_desk->focusedPanel()) panel->fitView();
}

void MainWindow::askLine() {
    bool accepted = false;
    const int line = QInputDialog::getInt(this, tr("Go to line"), tr("Line"), editor().currentLine(), 1,
                                          std::max(1, editor().lineCount()), 1, &accepted);
    if (!accepted) return;
    showPanel(editorId);
    editor().goToLine(line);
}

void MainWindow::editScript(void (EditorPanel::*action)()) {
    if (!editor().hasCurrent()) {
        m_status->notify(tr("No script is open."));
        return;
    }
    showPanel(editorId);
    (editor().*action)();
}

void MainWindow::goBack() {
    if (editor().canJumpBack() && editor().isAncestorOf(QApplication::focusWidget()))
        editor().jumpBack();
    else if (m_selection.canGoBack())
        m_selection.goBack();
}

void MainWindow::goForward() {
    if (editor().canJumpForward() && editor().isAncestorOf(QApplication::focusWidget()))
        editor().jumpForward();
    else if (m_selection.canGoForward())
        m_selection.goForward();
}

void MainWindow::maximizePanel() {
    Panel *panel = m_desk->focusedPanel();
    m_desk->toggleMaximized(panel ? panel->objectName() : QString());
}

void MainWindow::zoomText(int steps) {
    changePreferences([steps](Preferences &preferences) {
        preferences.textPixels = steps == 0 ? Preferences().textPixels
                                            : std::clamp(preferences.textPixels + steps, smallestText, largestText);
    });
    m_status->notify(tr("Text of %1 px").arg(preferencesInForce().textPixels));
}

void MainWindow::saveLayout() {
    if (askLayoutName(*m_desk)) m_status->notify(tr("The layout is kept: View > Layouts."));
}

void MainWindow::resetPerspective() {
    m_desk->resetPerspective();
}

/** ":41" is a line of the script in the editor, whether or not it ran. */
std::optional<FinderItem> MainWindow::lineItem(const QString &query) {
    const int line = query.startsWith(QLatin1Char(':')) ? query.mid(1).toInt() : 0;
    if (line < 1 || line > editor().lineCount()) return std::nullopt;
    const auto go = [this, line] {
        showPanel(editorId);
        editor().goToLine(line);
    };
    return FinderItem{tr("line"), editor().currentName() + QLatin1Char(':') + QString::number(line),
                      editor().currentText().section(QLatin1Char('\n'), line - 1, line - 1).trimmed(), QString(), go};
}

void MainWindow::openGoTo() {
    m_finder->open(
        tr("Go to an operator, node, line, pass, kernel, file or panel"), [this](const QString &query, int limit) {
            const auto show = [this](const QString &id) { showPanel(id); };
            QList<FinderItem> items, begin; // a file of many lines must not hide the panel that is called so
            const auto add = [&](FinderItem item) {
                const int rank = matchRank(query, item.title, item.kind == tr("file") ? item.detail : QString());
                if (rank >= 0) (rank == 0 ? begin : items).append(std::move(item));
            };
            for (const PanelDef &def : allPanels())
                add({tr("panel"), titleOf(def), summaryOf(def), {}, [show, id = def.id] { show(id); }});
            QStringList paths = editor().paths();
            paths += recentFiles();
            paths.removeDuplicates();
            for (const QString &path : std::as_const(paths))
                if (QFileInfo::exists(path))
                    add({tr("file"), QFileInfo(path).fileName(), path, {}, [this, path] { openPath(path); }});
            if (auto line = lineItem(query)) begin.append(*std::move(line));
            const QList<FinderItem> found = sessionItems(m_document.session(), m_selection, query, limit, show);
            return (query.isEmpty() ? begin + items + found : begin + found + items).mid(0, limit);
        });
}

void MainWindow::openSettings() {
    showSettings(*this, SettingsPage::General);
}

void MainWindow::openPlugins() {
    showSettings(*this, SettingsPage::Plugins);
}

void MainWindow::showPassPlugins() {
    m_status->setPassPlugins(loadedPassPlugins());
}

void MainWindow::openKeys() {
    KeysDialog(actions(), this).exec();
    setActionTexts();
    updateActions();
}

void MainWindow::openAbout() {
    showAbout(*this);
}

} // namespace shell
} // namespace jitscope
