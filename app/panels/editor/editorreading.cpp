// SPDX-License-Identifier: GPL-3.0-or-later
// What the text of the script in front tells without running it: problems, definitions, renames; and the jumps there.
#include "app/panels/editor/codeedits.h"
#include "app/panels/editor/codeeditor.h"
#include "app/panels/editor/editorpanel.h"
#include "app/panels/editor/problemlist.h"
#include "app/panels/editor/renameeditor.h"
#include "app/sdk/document.h"
#include "engine/session/session.h"

#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace jitscope {
inline namespace editorpanel {

namespace {

constexpr int readDelayMs = 350; ///< behind the last key

} // namespace

void EditorPanel::wireReading() {
    m_readTimer.setSingleShot(true);
    m_readTimer.setInterval(readDelayMs);
    connect(&m_readTimer, &QTimer::timeout, this, &EditorPanel::read);
    m_problems = addToggle({}, tr("Show what is wrong with this script"));
    m_problems->setObjectName(QStringLiteral("showProblems"));
    m_problems->setChecked(false);
    m_problems->hide();
    m_problemList->hide();
    connect(m_problems, &QToolButton::toggled, this, [this](bool shown) {
        m_problemList->setVisible(shown);
        // The line of the cursor may be where the list is now.
        QTimer::singleShot(0, this, [this] {
            if (CodeEditor *editor = current()) editor->ensureCursorVisible();
        });
    });
    connect(m_problemList, &ProblemList::chosen, this, [this](int line, int column) {
        if (CodeEditor *editor = current()) {
            jumpTo({editor->path(), line, column});
            editor->setFocus();
        }
    });
    connect(m_renameEditor, &RenameEditor::accepted, this, &EditorPanel::rename);
    connect(m_renameEditor, &RenameEditor::closed, this, [this] {
        m_renameEditor->hide();
        if (CodeEditor *editor = current()) editor->setFocus();
    });
    connect(m_tabs, &QTabBar::currentChanged, m_renameEditor, &QWidget::hide);
}

void EditorPanel::readSoon() {
    m_readTimer.start();
}

void EditorPanel::read() {
    CodeEditor *editor = current();
    if (!editor || editor->isRecorded()) return;
    m_reader.check({editor->path(), editor->text()},
                   [this, path = editor->path(), text = editor->text()](const QList<ScriptProblem> &problems) {
                       // What was typed meanwhile is read again.
                       const CodeEditor *asked = editorOf(path);
                       if (asked && asked->text() == text) takeProblems(*asked, problems);
                   });
}

void EditorPanel::takeProblems(const CodeEditor &editor, const QList<ScriptProblem> &problems) {
    m_readProblems[&editor] = problems;
    updateProblems();
}

/** What the last run noted, while the text is the one that ran. */
QList<ScriptProblem> EditorPanel::problemsOfRun(const CodeEditor &editor) const {
    QList<ScriptProblem> found;
    if (!m_fitting.contains(&editor)) return found;
    const std::string path = editor.path().toStdString();
    for (const Problem &each : m_context.document.session().problems) {
        const SourceSpan &span = each.span;
        if (span.file != path || span.line <= 0) continue;
        const QString line = editor.lineText(span.line);
        const qsizetype indent = std::distance(
            line.begin(), std::find_if(line.begin(), line.end(), [](QChar letter) { return !letter.isSpace(); }));
        const bool hasColumns = span.endColumn > span.column;
        found.append({each.severity, QString::fromStdString(each.message), span.line,
                      hasColumns ? span.column : int(indent),
                      hasColumns ? std::max(span.endLine, span.line) : span.line,
                      hasColumns ? span.endColumn : int(line.trimmed().toUtf8().size() + indent)});
    }
    return found;
}

void EditorPanel::updateProblems() {
    CodeEditor *editor = current();
    QList<ScriptProblem> problems;
    if (editor) {
        problems = m_readProblems.value(editor);
        for (const ScriptProblem &each : problemsOfRun(*editor)) {
            const bool isKnown = std::any_of(problems.begin(), problems.end(), [&each](const ScriptProblem &other) {
                return other.line == each.line && each.message.contains(other.message);
            });
            if (!isKnown) problems.append(each);
        }
        std::stable_sort(problems.begin(), problems.end(),
                         [](const ScriptProblem &a, const ScriptProblem &b) { return a.line < b.line; });
        if (problems != editor->problems()) editor->setProblems(problems);
    }
    m_problemList->setProblems(problems);
    m_problems->setText(tr("%n problem(s)", nullptr, int(problems.size())));
    m_problems->setVisible(!problems.isEmpty());
    m_problemList->setVisible(m_problems->isChecked() && !problems.isEmpty());
}

/** Shows the list with the focus in it, or takes it away again. */
void EditorPanel::listProblems() {
    if (m_problemList->topLevelItemCount() == 0) {
        m_context.notify(tr("Nothing is known to be wrong with this script."));
        return;
    }
    m_problems->setChecked(!m_problems->isChecked());
    if (m_problems->isChecked())
        m_problemList->setFocus(Qt::ShortcutFocusReason);
    else
        current()->setFocus(Qt::ShortcutFocusReason);
}

void EditorPanel::toggleComment() {
    if (CodeEditor *editor = current()) jitscope::toggleComment(*editor);
}

void EditorPanel::toggleFold() {
    if (CodeEditor *editor = current()) editor->toggleFold();
}

void EditorPanel::goToDefinition() {
    CodeEditor *editor = current();
    if (!editor) return;
    const ScriptPlace from = editor->place();
    m_reader.findDefinition({editor->path(), editor->text()}, from.line, from.column,
                            [this](const Result<ScriptPlace> &place) {
                                if (place)
                                    jumpTo(*place);
                                else
                                    m_context.notify(QString::fromStdString(place.error().message));
                            });
}

void EditorPanel::startRename() {
    CodeEditor *editor = current();
    if (!editor || editor->isReadOnly()) return;
    int line = 0, column = 0;
    editor->getCursorPosition(&line, &column);
    const QString name = editor->wordAtLineIndex(line, column);
    if (name.isEmpty()) {
        m_context.notify(tr("Put the cursor on a name to rename it."));
        return;
    }
    const QRect row = editor->lineRect(line + 1);
    const int x = int(editor->SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0ul,
                                            editor->SendScintilla(QsciScintilla::SCI_GETCURRENTPOS)));
    m_renameEditor->open(name, editor->viewport()->mapTo(this, QPoint(x, row.bottom() + 1)));
}

void EditorPanel::rename(const QString &name) {
    CodeEditor *editor = current();
    if (!editor) return;
    const ScriptPlace at = editor->place();
    const QString text = editor->text();
    const auto apply = [this, path = editor->path(), text, name](const Result<QList<ScriptPlace>> &places) {
        CodeEditor *renamed = editorOf(path);
        if (!renamed || renamed->text() != text) return;
        if (!places) {
            m_renameEditor->refuse(QString::fromStdString(places.error().message));
            return;
        }
        std::vector<CodeMatch> changes;
        for (const ScriptPlace &each : *places) {
            const int begin = int(renamed->SendScintilla(QsciScintilla::SCI_POSITIONFROMLINE,
                                                         static_cast<unsigned long>(each.line - 1))) +
                              each.column;
            changes.push_back({begin, begin + each.length, name});
        }
        replaceMatches(*renamed, changes);
        m_renameEditor->hide();
        renamed->setFocus();
        m_context.notify(tr("Renamed in %n place(s)", nullptr, int(changes.size())));
    };
    m_reader.findRenames({editor->path(), text}, at.line, at.column, name, apply);
}

void EditorPanel::jumpTo(const ScriptPlace &place) {
    if (CodeEditor *editor = current()) m_jumps.leave(editor->place());
    visit(place);
    Q_EMIT currentChanged();
}

void EditorPanel::visit(const ScriptPlace &place) {
    CodeEditor *editor = editorOf(place.path);
    if (editor) {
        m_tabs->setCurrentIndex(m_stack->indexOf(editor) - 1);
    } else if (const Result<void> opened = openFile(place.path); opened) {
        editor = current();
    } else {
        m_context.notify(QString::fromStdString(opened.error().message));
    }
    if (!editor) return;
    editor->goTo(place);
    editor->setFocus();
}

void EditorPanel::jumpBack() {
    if (!canJumpBack() || !current()) return;
    visit(m_jumps.back(current()->place()));
    Q_EMIT currentChanged();
}

void EditorPanel::jumpForward() {
    if (!canJumpForward() || !current()) return;
    visit(m_jumps.forward(current()->place()));
    Q_EMIT currentChanged();
}

} // namespace editorpanel
} // namespace jitscope
