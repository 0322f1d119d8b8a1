// SPDX-License-Identifier: GPL-3.0-or-later
// What stepping shows in the scripts: breakpoints, arrows, values behind lines and under the mouse, the menu of a line.
#include "app/models/variablemodel.h"
#include "app/panels/editor/breakpointeditor.h"
#include "app/panels/editor/codeeditor.h"
#include "app/panels/editor/editorpanel.h"
#include "app/panels/editor/linenotes.h"
#include "app/sdk/document.h"
#include "app/sdk/playhead.h"
#include "app/sdk/runner.h"
#include "app/sdk/selection.h"
#include "app/sdk/watchlist.h"
#include "engine/session/session.h"

#include <QMenu>
#include <QTabBar>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace jitscope {
inline namespace editorpanel {

namespace {

constexpr int statsDelayMs = 150;
constexpr int64_t opsAtOnce = 200'000; ///< counted between two turns of the event loop
constexpr qsizetype tipLength = 600;

bool isLineOf(const Breakpoint &breakpoint, const std::string &file) {
    return breakpoint.kind == Breakpoint::Kind::Line && breakpoint.file == file;
}

QString tipOf(const Variable &value, const Session &session) {
    const VariableRow row = rowOf(value, session);
    return QStringLiteral("%1 = %2\n%3").arg(row.name, row.value.left(tipLength), row.type);
}

} // namespace

void EditorPanel::wireStepping() {
    m_statsTimer.setSingleShot(true);
    m_statsTimer.setInterval(statsDelayMs);
    connect(&m_statsTimer, &QTimer::timeout, this, &EditorPanel::updateStats);
    connect(&m_context.document, &Document::appended, this, [this] {
        // While the program stands, what came is one step, and the user waits for it.
        if (m_context.runner.state() == RunState::Paused) return updateStats();
        if (!m_statsTimer.isActive()) m_statsTimer.start(statsDelayMs);
    });
    connect(&m_context.runner, &Runner::breakpointsChanged, this, &EditorPanel::updateBreakpoints);
    connect(&m_context.runner, &Runner::paused, this, &EditorPanel::onPaused);
    connect(&m_context.runner, &Runner::stateChanged, this, [this](RunState state) {
        if (state != RunState::Running) endStopOnce();
        if (state != RunState::Running) updateProblems();
        updateArrows();
    });
    connect(&m_context.playhead, &Playhead::changed, this, &EditorPanel::updateArrows);
    connect(&m_context.playhead, &Playhead::returned, this, [this] {
        if (m_context.runner.state() == RunState::Paused) showStop(m_context.runner.pauseInfo());
    });
    connect(&m_context.playhead, &Playhead::frameChosen, this, &EditorPanel::onFrameChosen);
    connect(&m_frames, &FrameSource::changed, this, &EditorPanel::onFrames);
    connect(m_breakpointEditor, &BreakpointEditor::accepted, this,
            [this](const Breakpoint &breakpoint) { changeBreakpoint(breakpoint, true); });
    connect(m_breakpointEditor, &BreakpointEditor::removeWanted, this,
            [this](const Breakpoint &breakpoint) { changeBreakpoint(breakpoint, false); });
    connect(m_breakpointEditor, &BreakpointEditor::closed, this, [this] {
        m_breakpointEditor->hide();
        if (CodeEditor *editor = current()) editor->setFocus();
    });
    connect(m_tabs, &QTabBar::currentChanged, m_breakpointEditor, &QWidget::hide);
}

void EditorPanel::wireEditor(CodeEditor &editor) {
    connect(&editor, &CodeEditor::breakpointWanted, this,
            [this, &editor](int line) { toggleBreakpointAt(editor, line); });
    connect(&editor, &CodeEditor::breakpointsMoved, this, [this, &editor] { takeBreakpoints(editor); });
    connect(&editor, &CodeEditor::menuWanted, this,
            [this, &editor](int line, bool isGutter, const QPoint &place) { showMenu(editor, line, isGutter, place); });
    connect(&editor, &CodeEditor::hovered, this,
            [this, &editor](const QString &expression, const QPoint &place) { showHover(editor, expression, place); });
    editor.setFacts([this, &editor](int line) {
        if (!m_fitting.contains(&editor)) return LineFacts{};
        LineFacts facts = m_notes->factsOf(editor, line);
        if (!m_values->isChecked()) facts.note.clear();
        facts.lost = lostAt(editor, line);
        return facts;
    });
    editor.showMargin(CodeEditor::Margin::Coverage, m_coverage->isChecked());
    editor.showMargin(CodeEditor::Margin::Heat, m_heat->isChecked());
}

void EditorPanel::toggleBreakpoint() {
    if (CodeEditor *editor = current()) toggleBreakpointAt(*editor, editor->currentLine());
}

void EditorPanel::editBreakpoint() {
    if (CodeEditor *editor = current()) openBreakpointEditor(*editor, editor->currentLine());
}

void EditorPanel::toggleCoverage() {
    m_coverage->toggle();
}

void EditorPanel::toggleBreakpointAt(CodeEditor &editor, int line) {
    std::vector<Breakpoint> all = editor.breakpoints();
    if (std::erase_if(all, [line](const Breakpoint &each) { return each.line == line; }) == 0)
        all.push_back({.file = editor.path().toStdString(), .line = line});
    editor.setBreakpoints(all);
    takeBreakpoints(editor);
}

void EditorPanel::openBreakpointEditor(CodeEditor &editor, int line) {
    Breakpoint breakpoint{.file = editor.path().toStdString(), .line = line};
    for (const Breakpoint &each : editor.breakpoints())
        if (each.line == line) breakpoint = each;
    const QRect row = editor.lineRect(line);
    m_breakpointEditor->open(breakpoint, row.translated(editor.viewport()->mapTo(this, QPoint())));
}

void EditorPanel::changeBreakpoint(const Breakpoint &breakpoint, bool keep) {
    m_breakpointEditor->hide();
    CodeEditor *editor = editorOf(QString::fromStdString(breakpoint.file));
    if (!editor) return;
    std::vector<Breakpoint> all = editor->breakpoints();
    std::erase_if(all, [&breakpoint](const Breakpoint &each) { return each.line == breakpoint.line; });
    if (keep) all.push_back(breakpoint);
    editor->setBreakpoints(all);
    takeBreakpoints(*editor);
    editor->setFocus();
}

/** The runner's list with those of one file as its marks stand now. */
void EditorPanel::takeBreakpoints(const CodeEditor &editor) {
    const std::string file = editor.path().toStdString();
    std::vector<Breakpoint> all = m_context.runner.breakpoints();
    std::erase_if(all, [&file](const Breakpoint &each) { return isLineOf(each, file); });
    for (const Breakpoint &each : editor.breakpoints())
        all.push_back(each);
    m_context.runner.setBreakpoints(std::move(all));
}

void EditorPanel::updateBreakpoints() {
    const std::vector<Breakpoint> all = m_context.runner.breakpoints();
    for (int i = 0; i < m_tabs->count(); ++i) {
        const std::string file = editorAt(i)->path().toStdString();
        std::vector<Breakpoint> own;
        for (const Breakpoint &each : all)
            if (isLineOf(each, file)) own.push_back(each);
        std::sort(own.begin(), own.end(), [](const Breakpoint &a, const Breakpoint &b) { return a.line < b.line; });
        editorAt(i)->setBreakpoints(own);
    }
}

/** Only of lines with a breakpoint, and of those that hold code; a breakpoint that was hit can stop. */
QString EditorPanel::lostAt(const CodeEditor &editor, int line) {
    const std::string file = editor.path().toStdString();
    const std::vector<Breakpoint> all = m_context.runner.breakpoints();
    const auto here = std::find_if(all.begin(), all.end(),
                                   [&](const Breakpoint &each) { return isLineOf(each, file) && each.line == line; });
    if (here == all.end()) return {};
    const std::vector<int64_t> hits = m_context.runner.breakpointHits();
    const size_t index = size_t(here - all.begin());
    if (index < hits.size() && hits[index] > 0) return {};
    const QString text = editor.lineText(line).trimmed();
    if (text.isEmpty() || text.startsWith(QLatin1Char('#'))) return {};
    return m_lost.reasonOf(m_context.document.session(), m_stats, file, line);
}

void EditorPanel::updateStats() {
    m_statsTimer.stop();
    if (!m_stats.update(m_context.document.session(), opsAtOnce)) m_statsTimer.start(0);
    if (m_sourceCount != m_context.document.session().sources.size()) updateFits();
    if (CodeEditor *editor = current()) editor->updateFacts();
}

/** Lines of another text than the one that ran would get the values of their neighbours. */
void EditorPanel::updateFits() {
    const Session &session = m_context.document.session();
    m_sourceCount = session.sources.size();
    m_fitting.clear();
    for (int i = 0; i < m_tabs->count(); ++i) {
        const CodeEditor *editor = editorAt(i);
        const SourceFile *ran = session.source(editor->path().toStdString());
        if (ran ? ran->text == editor->text().toStdString() : !editor->isModified()) m_fitting.insert(editor);
    }
    updateProblems();
    if (CodeEditor *editor = current()) editor->updateFacts();
}

void EditorPanel::updateFacts() {
    for (int i = 0; i < m_tabs->count(); ++i) {
        editorAt(i)->showMargin(CodeEditor::Margin::Coverage, m_coverage->isChecked());
        editorAt(i)->showMargin(CodeEditor::Margin::Heat, m_heat->isChecked());
    }
}

void EditorPanel::onPaused(const PauseInfo &info) {
    updateStats();
    showStop(info);
    updateArrows();
}

/** The innermost frame of which there is a file. */
void EditorPanel::showStop(const PauseInfo &info) {
    for (const StackFrame &frame : info.stack) {
        CodeEditor *editor = frame.span.line > 0 ? editorOfSource(QString::fromStdString(frame.span.file)) : nullptr;
        if (!editor) continue;
        editor->goToLine(frame.span.line);
        break;
    }
}

/** The live arrow stays while a step runs, as the frames do. */
void EditorPanel::updateArrows() {
    std::vector<StackFrame> live;
    if (m_context.runner.state() == RunState::Paused)
        live = m_context.runner.pauseInfo().stack;
    else if (m_frames.kind() == FrameSource::Kind::Live && m_context.runner.state() == RunState::Running)
        live = {m_frames.frames().empty() ? StackFrame() : m_frames.frames().front().frame};
    const Anchor &anchor = m_context.selection.current();
    const bool isPast = !m_context.playhead.isLive() && anchor.op >= 0;
    for (int i = 0; i < m_tabs->count(); ++i) {
        CodeEditor *editor = editorAt(i);
        const std::string path = editor->path().toStdString();
        const auto own =
            std::find_if(live.begin(), live.end(), [&path](const StackFrame &f) { return f.span.file == path; });
        // The innermost frame alone; of its callers the call stack tells.
        const bool stands =
            own != live.end() && (own == live.begin() || !editorOf(QString::fromStdString(live.front().span.file)));
        editor->setArrow(CodeEditor::Arrow::Live, stands ? own->span.line : 0);
        editor->setArrow(CodeEditor::Arrow::Past, isPast && anchor.file == path ? anchor.line : 0);
    }
    if (CodeEditor *editor = current()) editor->updateFacts();
}

void EditorPanel::onFrames() {
    const FrameView *frame = m_frames.chosen();
    const QString file = frame ? QString::fromStdString(frame->frame.span.file) : QString();
    m_notes->enter(file.isEmpty() ? nullptr : editorOf(file));
    updateArrows();
}

void EditorPanel::onFrameChosen() {
    const auto &frame = m_context.playhead.chosenFrame();
    if (!frame || frame->span.line <= 0) return;
    if (CodeEditor *editor = editorOfSource(QString::fromStdString(frame->span.file)))
        editor->goToLine(frame->span.line);
}

void EditorPanel::runToCursor(Direction direction) {
    if (CodeEditor *editor = current()) runTo(*editor, editor->currentLine(), direction);
}

void EditorPanel::stopOnceAtCursor() {
    CodeEditor *editor = current();
    if (!editor) return;
    m_once = {.file = editor->path().toStdString(), .line = editor->currentLine()};
    std::vector<Breakpoint> all = m_context.runner.breakpoints();
    const bool isThere = std::any_of(all.begin(), all.end(), [this](const Breakpoint &each) {
        return isLineOf(each, m_once.file) && each.line == m_once.line;
    });
    if (isThere) m_once = {};
    if (isThere) return;
    all.push_back(m_once);
    m_context.runner.setBreakpoints(std::move(all));
}

void EditorPanel::endStopOnce() {
    if (m_once.line <= 0) return;
    std::vector<Breakpoint> all = m_context.runner.breakpoints();
    std::erase(all, std::exchange(m_once, {}));
    m_context.runner.setBreakpoints(std::move(all));
}

/** In the past nothing runs: the nearest operator of the line is looked at. */
void EditorPanel::runTo(CodeEditor &editor, int line, Direction direction) {
    const std::string file = editor.path().toStdString();
    Playhead &playhead = m_context.playhead;
    if (playhead.isLive() && direction == Direction::Forward) {
        if (m_context.runner.state() == RunState::Paused)
            m_context.runner.step({.kind = StepRequest::Kind::ToLine, .file = file, .line = line});
        else
            m_context.notify(tr("Running to a line goes on from a stop: start with F10, or set a breakpoint with F9."));
        return;
    }
    const int64_t from = playhead.viewed() < 0 || playhead.isLive() ? playhead.last() + 1 : playhead.viewed();
    const int64_t op = nextAtLine(m_context.document.session(), from, file, line, direction);
    if (op >= 0)
        playhead.goTo(op);
    else
        m_context.notify(direction == Direction::Back ? tr("No operator ran on line %1 before.").arg(line)
                                                      : tr("No operator ran on line %1 behind this one.").arg(line));
}

void EditorPanel::showMenu(CodeEditor &editor, int line, bool isGutter, const QPoint &place) {
    QMenu *menu = isGutter ? new QMenu(&editor) : editor.createStandardContextMenu();
    menu->setObjectName(QStringLiteral("lineMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction *const before = menu->actions().isEmpty() ? nullptr : menu->actions().front();
    const auto add = [menu, before, this](const QString &text, auto action) {
        auto *entry = new QAction(text, menu);
        connect(entry, &QAction::triggered, this, action);
        menu->insertAction(before, entry);
        return entry;
    };
    const std::vector<Breakpoint> all = editor.breakpoints();
    const auto here = std::find_if(all.begin(), all.end(), [line](const Breakpoint &b) { return b.line == line; });
    add(here == all.end() ? tr("Add breakpoint") : tr("Remove breakpoint"),
        [this, &editor, line] { toggleBreakpointAt(editor, line); });
    add(here == all.end() ? tr("Add conditional breakpoint or log point...") : tr("Edit breakpoint..."),
        [this, &editor, line] { openBreakpointEditor(editor, line); });
    if (here != all.end())
        add(here->isEnabled ? tr("Turn breakpoint off") : tr("Turn breakpoint on"), [this, changed = *here]() mutable {
            changed.isEnabled = !changed.isEnabled;
            changeBreakpoint(changed, true);
        });
    menu->insertSeparator(before);
    add(tr("Run to this line"), [this, &editor, line] { runTo(editor, line, Direction::Forward); });
    add(tr("Back to this line"), [this, &editor, line] { runTo(editor, line, Direction::Back); });
    if (!isGutter) {
        const QString expression = editor.expressionAtCursor();
        QAction *watch = add(tr("Add to Watch"), [this, expression] {
            WatchList::of(m_context.document).add(expression);
            m_context.show(panels::watch);
        });
        watch->setEnabled(!expression.isEmpty());
        menu->insertSeparator(before);
    }
    menu->popup(place);
}

/** Names of the function that is looked at are evaluated; the same name elsewhere may be another one. */
void EditorPanel::showHover(CodeEditor &editor, const QString &expression, const QPoint &place) {
    const int line = editor.lineAtY(editor.viewport()->mapFromGlobal(place).y());
    const Variable *known = m_frames.find(expression.section(QLatin1Char('.'), 0, 0).toStdString());
    const bool isNear = m_notes->isNear(editor, line);
    const bool isGlobal = known && known->isGlobal;
    if (m_frames.kind() == FrameSource::Kind::None || (!isNear && !isGlobal)) {
        QToolTip::hideText();
        return;
    }
    const int hover = ++m_hovers;
    if (m_frames.kind() == FrameSource::Kind::Live) {
        m_context.runner.evaluate(
            m_frames.chosenIndex(), expression, &editor, [this, &editor, place, hover](const EvaluationResult &result) {
                if (hover != m_hovers || !result.error.empty()) return;
                QToolTip::showText(place, tipOf(result.value, m_context.document.session()), editor.viewport());
            });
        return;
    }
    const QString value = m_notes->recordedValue(editor, expression);
    const int64_t op = m_context.playhead.viewed();
    QToolTip::showText(place,
                       value.isEmpty() ? tr("%1 is not known at #%2").arg(expression).arg(op)
                                       : QStringLiteral("%1 = %2\n%3").arg(expression, value, m_frames.sentence()),
                       editor.viewport());
}

bool EditorPanel::isExpression(const QString &text) const {
    return m_context.runner.completeness(QStringLiteral("lambda: ") + text) == Completeness::Complete;
}

} // namespace editorpanel
} // namespace jitscope
