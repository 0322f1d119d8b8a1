// SPDX-License-Identifier: GPL-3.0-or-later
// Scripts in tabs: opened, saved, closed. Searching, reading and stepping stand in files of their own.
#include "app/panels/editor/editorpanel.h"

#include "app/panels/editor/breakpointeditor.h"
#include "app/panels/editor/codeeditor.h"
#include "app/panels/editor/findbar.h"
#include "app/panels/editor/linenotes.h"
#include "app/panels/editor/problemlist.h"
#include "app/panels/editor/renameeditor.h"
#include "app/sdk/document.h"
#include "app/sdk/icons.h"
#include "app/sdk/playhead.h"
#include "app/sdk/runner.h"
#include "app/sdk/selection.h"
#include "app/sdk/widgets/emptystate.h"
#include "engine/base/file.h"
#include "engine/session/session.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace jitscope {
inline namespace editorpanel {

namespace {

/** One spelling for each file, so that a link or "./" does not open it twice. */
QString canonical(const QString &path) {
    const QString resolved = QFileInfo(path).canonicalFilePath();
    return resolved.isEmpty() ? QDir::cleanPath(path) : resolved;
}

/** Inputs of the console are recorded under names that no file has. */
bool isConsoleText(const QString &path) {
    return path.startsWith(QLatin1String("<console"));
}

/** What a file holds now, where that is not what was last read from it or written to it here. */
std::optional<std::string> changedOnDisk(const CodeEditor &editor) {
    if (!editor.onDisk()) return std::nullopt;
    Result<std::string> now = readFile(editor.path().toStdString());
    if (!now || *now == *editor.onDisk()) return std::nullopt;
    return std::move(*now);
}

/** Tabs that are cut in their middle, but never so much that scripts of one beginning look the same: then the bar is
    scrolled. */
class ScriptTabs : public QTabBar {
public:
    using QTabBar::QTabBar;

protected:
    QSize minimumTabSizeHint(int index) const override {
        constexpr int least = 132;
        const QSize whole = tabSizeHint(index);
        return {std::min(whole.width(), least), whole.height()};
    }
};

} // namespace

PanelDef editorPanel() {
    return {QStringLiteral("editor"), QStringLiteral(QT_TRANSLATE_NOOP("Panels", "Editor")),
            QStringLiteral(QT_TRANSLATE_NOOP("Panels", "Your scripts, with breakpoints, times and results")),
            PanelArea::Left,
            [](const PanelContext &context, QWidget *parent) -> Panel * { return new EditorPanel(context, parent); }};
}

EditorPanel::EditorPanel(const PanelContext &context, QWidget *parent)
    : Panel(parent)
    , m_context(context)
    , m_tabs(new ScriptTabs(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(QStringLiteral("editor"), tr("No script is open"),
                             tr("Open one with Ctrl+O, drop it here, or begin a new one with Ctrl+N."), this))
    , m_findBar(new FindBar(this))
    , m_breakpointEditor(new BreakpointEditor([this](const QString &text) { return isExpression(text); }, this))
    , m_renameEditor(new RenameEditor(this))
    , m_problemList(new ProblemList(this))
    , m_frames(context, this)
    , m_notes(std::make_unique<LineNotes>(m_context, m_stats, m_frames)) {
    setFocusPolicy(Qt::ClickFocus);
    m_tabs->setMovable(true);
    m_tabs->setElideMode(Qt::ElideMiddle);
    m_tabs->setUsesScrollButtons(true);
    setProperty("isIrreplaceable", true); // it holds text that was edited, with its undo
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_tabs->setAccessibleName(tr("Open scripts"));
    m_stack->addWidget(m_empty);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_tabs);
    column->addWidget(m_stack, 1);
    column->addWidget(m_problemList);
    column->addWidget(m_findBar);
    m_controls = new QWidget(this);
    auto *row = new QHBoxLayout(m_controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    m_values = addToggle(tr("values"), tr("Show types, shapes and values behind the lines that ran"));
    m_heat = addToggle(tr("heat"), tr("Mark lines by the time they took"));
    m_coverage =
        addToggle(tr("coverage"), tr("Mark lines that ran eagerly (dot), in a compiled graph (ring), or both"));
    m_coverage->setChecked(false);
    connect(m_tabs, &QTabBar::currentChanged, this, &EditorPanel::setFront);
    connect(m_tabs, &QTabBar::tabMoved, this, &EditorPanel::moveScript);
    connect(&context.document, &Document::replaced, this, &EditorPanel::onReplaced);
    connect(&context.selection, &Selection::changed, this, &EditorPanel::follow);
    connect(&context.selection, &Selection::lineWanted, this, &EditorPanel::showLine);
    wireSearch();
    wireReading();
    wireStepping();
    updateTabs();
    onReplaced();
}

EditorPanel::~EditorPanel() = default;

QWidget *EditorPanel::titleControls() {
    return m_controls;
}

CodeEditor *EditorPanel::editorAt(int index) const {
    // The empty state is the first page of the stack.
    return static_cast<CodeEditor *>(m_stack->widget(index + 1));
}

CodeEditor *EditorPanel::current() const {
    return m_tabs->currentIndex() >= 0 ? editorAt(m_tabs->currentIndex()) : nullptr;
}

CodeEditor *EditorPanel::editorOf(const QString &path) const {
    for (int i = 0; i < m_tabs->count(); ++i)
        if (canonical(editorAt(i)->path()) == canonical(path)) return editorAt(i);
    return nullptr;
}

CodeEditor *EditorPanel::add(const QString &path, const QString &content) {
    auto *editor = new CodeEditor(path, content, m_stack);
    editor->setObjectName(QStringLiteral("code"));
    editor->setAccessibleName(tr("Text of %1").arg(QFileInfo(path).fileName()));
    connect(editor, &CodeEditor::lineClicked, this, [this, editor](int line) {
        // Where the program stands one clicks to place the cursor; that must not leave for an operator of the past.
        if (m_context.runner.state() != RunState::Paused || !m_context.playhead.isLive())
            m_context.selection.followLine(editor->path(), line, this);
    });
    connect(editor, &QsciScintilla::modificationChanged, this, [this] {
        updateTabs();
        updateFits();
    });
    wireEditor(*editor);
    connect(editor, &CodeEditor::definitionWanted, this, &EditorPanel::goToDefinition);
    connect(editor, &QsciScintilla::textChanged, this, &EditorPanel::readSoon);
    connect(editor, &QsciScintilla::textChanged, this, &EditorPanel::updateFits);
    m_stack->addWidget(editor);
    const QSignalBlocker quiet(m_tabs);
    m_tabs->addTab(nameOf(*editor));
    m_tabs->setTabButton(m_tabs->count() - 1, QTabBar::RightSide, closeButton(*editor));
    m_tabs->setCurrentIndex(m_tabs->count() - 1);
    setFront(m_tabs->count() - 1);
    setFocusProxy(editor);
    updateBreakpoints();
    updateFits();
    updateArrows();
    return editor;
}

QToolButton *EditorPanel::addToggle(const QString &text, const QString &toolTip) {
    auto *button = new QToolButton(m_controls);
    button->setProperty("role", "flat");
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setCheckable(true);
    button->setChecked(true);
    button->setFocusPolicy(Qt::TabFocus);
    m_controls->layout()->addWidget(button);
    connect(button, &QToolButton::toggled, this, &EditorPanel::updateFacts);
    return button;
}

QWidget *EditorPanel::closeButton(CodeEditor &editor) {
    auto *button = new QToolButton(m_tabs);
    button->setProperty("role", "close");
    button->setIcon(themedIcon(QStringLiteral("close")));
    button->setIconSize({10, 10});
    button->setToolTip(tr("Close %1").arg(nameOf(editor)));
    button->setAccessibleName(button->toolTip());
    connect(button, &QToolButton::clicked, this,
            [this, &editor] { Q_EMIT closeWanted(m_stack->indexOf(&editor) - 1); });
    return button;
}

Result<void> EditorPanel::openFile(const QString &path) {
    const Result<std::string> content = readFile(path.toStdString());
    if (!content) return content.error();
    if (CodeEditor *open = editorOf(path); open && !open->isRecorded()) {
        // Changed by another program meanwhile; unsaved changes made here are kept.
        const QString text = QString::fromStdString(*content);
        if (!open->isModified() && open->text() != text) takeFromDisk(*open, *content);
        m_tabs->setCurrentIndex(m_stack->indexOf(open) - 1);
        return {};
    }
    add(QFileInfo(path).absoluteFilePath(), QString::fromStdString(*content))->setOnDisk(*content);
    return {};
}

void EditorPanel::takeFromDisk(CodeEditor &editor, const std::string &content) {
    editor.reload(QString::fromStdString(content));
    editor.setOnDisk(content);
    takeBreakpoints(editor);
    updateFits();
    updateTabs();
}

bool EditorPanel::currentChangedOutside() const {
    return current() && changedOnDisk(*current());
}

void EditorPanel::reloadCurrent() {
    if (!current()) return;
    if (const auto now = changedOnDisk(*current())) takeFromDisk(*current(), *now);
}

QStringList EditorPanel::takeOutsideChanges() {
    QStringList kept;
    for (int i = 0; i < m_tabs->count(); ++i) {
        CodeEditor *editor = editorAt(i);
        const auto now = changedOnDisk(*editor);
        if (!now) continue;
        if (editor->isModified()) {
            kept.append(editor->path());
        } else {
            takeFromDisk(*editor, *now);
        }
    }
    return kept;
}

void EditorPanel::newFile() {
    QString path;
    do
        path = QDir::current().absoluteFilePath(QStringLiteral("untitled-%1.py").arg(++m_untitledCount));
    while (editorOf(path));
    CodeEditor *editor = add(path, {});
    editor->setUntitled(true);
    editor->setFocus();
    Q_EMIT currentChanged();
}

bool EditorPanel::hasCurrent() const {
    return current() != nullptr;
}

QString EditorPanel::currentPath() const {
    const CodeEditor *editor = current();
    return editor && !editor->isUntitled() ? editor->path() : QString();
}

QString EditorPanel::currentRunPath() const {
    const CodeEditor *editor = current();
    return editor ? editor->path() : QString();
}

QString EditorPanel::currentText() const {
    const CodeEditor *editor = current();
    return editor ? editor->text() : QString();
}

bool EditorPanel::currentIsModified() const {
    return current() && current()->isModified();
}

int EditorPanel::currentLine() const {
    return current() ? current()->currentLine() : 1;
}

int EditorPanel::lineCount() const {
    return current() ? current()->lines() : 0;
}

void EditorPanel::goToLine(int line) {
    CodeEditor *editor = current();
    if (!editor) return;
    m_jumps.leave(editor->place());
    editor->goToLine(line);
    m_context.selection.selectLine(editor->path(), line, this);
}

void EditorPanel::showLine(const QString &file, int line) {
    if (CodeEditor *editor = editorOfSource(file)) editor->goToLine(line);
}

Result<void> EditorPanel::save() {
    return saveAs(current()->path());
}

Result<void> EditorPanel::saveAs(const QString &path) {
    CodeEditor *editor = current();
    const std::string text = editor->text().toStdString();
    const Result<void> written = writeFile(path.toStdString(), text);
    if (!written) return written;
    editor->setOnDisk(text);
    editor->setPath(path);
    editor->setModified(false);
    takeBreakpoints(*editor);
    updateTabs();
    return {};
}

void EditorPanel::showScript(int index) {
    m_tabs->setCurrentIndex(index);
}

void EditorPanel::leaveConsoleText() {
    if (current() && m_lastOwn && isConsoleText(current()->path())) showScript(m_stack->indexOf(m_lastOwn) - 1);
}

void EditorPanel::closeCurrent() {
    if (m_tabs->currentIndex() >= 0) close(m_tabs->currentIndex());
}

void EditorPanel::close(int index) {
    CodeEditor *editor = editorAt(index);
    m_fitting.remove(editor);
    m_readProblems.remove(editor);
    m_stack->removeWidget(editor);
    editor->deleteLater();
    m_tabs->removeTab(index);
    setFront(m_tabs->currentIndex());
}

void EditorPanel::setFront(int index) {
    if (index < 0) {
        m_stack->setCurrentWidget(m_empty);
        setFocusProxy(nullptr);
    } else {
        m_stack->setCurrentWidget(editorAt(index));
        setFocusProxy(editorAt(index));
        if (!isConsoleText(editorAt(index)->path())) m_lastOwn = editorAt(index);
    }
    markMatches();
    readSoon();
    updateProblems();
    updateTabs();
}

/** The stack has its pages in the order of the tabs. */
void EditorPanel::moveScript(int from, int to) {
    QWidget *const shown = m_stack->currentWidget();
    QWidget *moved = m_stack->widget(from + 1);
    m_stack->removeWidget(moved);
    m_stack->insertWidget(to + 1, moved);
    m_stack->setCurrentWidget(shown);
}

void EditorPanel::cycleScripts(int direction) {
    const int count = m_tabs->count();
    if (count < 2) return;
    m_tabs->setCurrentIndex((m_tabs->currentIndex() + direction + count) % count);
    current()->setFocus(Qt::ShortcutFocusReason);
}

QString EditorPanel::nameOf(const CodeEditor &editor) const {
    const QString name = QFileInfo(editor.path()).fileName();
    return editor.isRecorded() ? tr("%1 (recorded)").arg(name) : name;
}

void EditorPanel::updateTabs() {
    for (int i = 0; i < m_tabs->count(); ++i) {
        const CodeEditor &editor = *editorAt(i);
        m_tabs->setTabText(i, editor.isModified() ? QString(nameOf(editor) + QStringLiteral(" •")) : nameOf(editor));
        m_tabs->setTabToolTip(i, editor.path());
    }
    m_tabs->setVisible(m_tabs->count() > 1);
    setWindowTitle(current() ? m_tabs->tabText(m_tabs->currentIndex()) : QString());
    Q_EMIT currentChanged();
}

QStringList EditorPanel::paths() const {
    QStringList paths;
    for (int i = 0; i < m_tabs->count(); ++i)
        if (!editorAt(i)->path().isEmpty()) paths.append(editorAt(i)->path());
    return paths;
}

QStringList EditorPanel::modifiedNames() const {
    QStringList names;
    for (int i = 0; i < m_tabs->count(); ++i)
        if (editorAt(i)->isModified()) names.append(nameOf(*editorAt(i)));
    return names;
}

bool EditorPanel::showNextModified() {
    for (int i = 0; i < m_tabs->count(); ++i)
        if (editorAt(i)->isModified()) {
            m_tabs->setCurrentIndex(i);
            return true;
        }
    return false;
}

QList<OpenScript> EditorPanel::openScripts() const {
    QList<OpenScript> scripts;
    for (int i = 0; i < m_tabs->count(); ++i) {
        const CodeEditor &editor = *editorAt(i);
        if (editor.isRecorded()) continue;
        const QString text = editor.isModified() ? editor.text() : QString();
        scripts.append({editor.path(), text, editor.isUntitled(), editor.currentLine(), &editor == m_lastOwn});
    }
    return scripts;
}

void EditorPanel::reopen(const QList<OpenScript> &scripts) {
    CodeEditor *front = nullptr;
    for (const OpenScript &script : scripts) {
        const bool isThere = !script.isUntitled && openFile(script.path);
        if (!isThere && script.text.isNull()) continue; // deleted since; nothing of the user's was in it
        if (!isThere) add(script.path, {})->setUntitled(script.isUntitled);
        if (!script.text.isNull()) current()->replaceText(script.text);
        current()->goToLine(script.line);
        if (script.isInFront) front = current();
    }
    if (front) showScript(m_stack->indexOf(front) - 1);
    updateTabs();
}

bool EditorPanel::currentIsRecorded() const {
    return current() && current()->isRecorded();
}

void EditorPanel::onReplaced() {
    m_stats.reset();
    m_lost.reset();
    for (int i = m_tabs->count() - 1; i >= 0; --i)
        if (editorAt(i)->isRecorded()) close(i);
    const Session &session = m_context.document.session();
    if (!session.sources.empty()) {
        const auto script = session.info.find("script");
        const bool known = script != session.info.end() && session.source(script->second);
        editorOfSource(QString::fromStdString(known ? script->second : session.sources.front().path));
    }
    updateStats();
    updateFits();
}

CodeEditor *EditorPanel::editorOfSource(const QString &path) {
    if (CodeEditor *open = editorOf(path)) {
        m_tabs->setCurrentIndex(m_stack->indexOf(open) - 1);
        return open;
    }
    const SourceFile *recorded = m_context.document.session().source(path.toStdString());
    const Result<std::string> onDisk = readFile(path.toStdString());
    if (onDisk && (!recorded || recorded->text == *onDisk)) return add(path, QString::fromStdString(*onDisk));
    if (!recorded) return nullptr;
    CodeEditor *editor = add(path, QString::fromStdString(recorded->text));
    editor->setRecorded();
    updateTabs();
    return editor;
}

void EditorPanel::follow(const Anchor &anchor, QObject *source) {
    if (source == this || anchor.line <= 0) return;
    const QString file = QString::fromStdString(anchor.file);
    // The end of a run takes neither the place where one types nor, after an input of the console, the script away.
    if (source == &m_context.playhead) {
        if (CodeEditor *open = editorOf(file); open && open == current() && !open->hasFocus())
            open->ensureLineVisible(anchor.line - 1);
        return;
    }
    showLine(file, anchor.line);
}

} // namespace editorpanel
} // namespace jitscope

#include "moc_editorpanel.cpp"
