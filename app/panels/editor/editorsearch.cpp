// SPDX-License-Identifier: GPL-3.0-or-later
// Find and replace in the script in front.
#include "app/panels/editor/codeedits.h"
#include "app/panels/editor/codeeditor.h"
#include "app/panels/editor/editorpanel.h"
#include "app/panels/editor/findbar.h"

#include <QTabBar>

#include <algorithm>

namespace jitscope {
inline namespace editorpanel {

namespace {

QString wordToFind(const CodeEditor &editor) {
    return editor.selectedText().section(QLatin1Char('\n'), 0, 0);
}

} // namespace

void EditorPanel::wireSearch() {
    connect(m_findBar, &FindBar::searchWanted, this, &EditorPanel::search);
    connect(m_findBar, &FindBar::replaceWanted, this, &EditorPanel::replaceOne);
    connect(m_findBar, &FindBar::replaceAllWanted, this, &EditorPanel::replaceAll);
    connect(m_findBar, &FindBar::closed, this, [this] {
        closeSearch();
        if (CodeEditor *editor = current()) editor->setFocus();
    });
}

bool EditorPanel::startFind() {
    if (!current()) return false;
    m_findBar->open(wordToFind(*current()), FindBar::Mode::Find);
    return true;
}

void EditorPanel::startReplace() {
    if (!current()) return;
    m_findBar->open(wordToFind(*current()), FindBar::Mode::Replace);
}

void EditorPanel::closeSearch() {
    m_findBar->hide();
    for (int i = 0; i < m_tabs->count(); ++i)
        editorAt(i)->setMatches({});
}

/** In the script that came to the front. */
void EditorPanel::markMatches() {
    if (!m_findBar->isVisible() || !current()) return;
    const std::vector<CodeMatch> found = findAll(current()->text(), m_findBar->query());
    current()->setMatches(found);
    m_findBar->tellPlace(0, qsizetype(found.size()));
}

void EditorPanel::findNext(FindDirection direction) {
    if (current()) search(direction, false);
}

void EditorPanel::search(FindDirection direction, bool fromStart) {
    CodeEditor *editor = current();
    if (!editor) return;
    const CodeQuery query = m_findBar->query();
    const std::vector<CodeMatch> found = findAll(editor->text(), query);
    editor->setMatches(found);
    if (const auto expression = expressionOf(query); !expression) {
        m_findBar->tell(QString::fromStdString(expression.error().message));
        return;
    }
    if (found.empty()) {
        m_findBar->tellPlace(0, 0);
        return;
    }
    // Going on means from behind the present match, or from before it backwards; typing on means at its start.
    const CodeMatch here = editor->selection();
    auto next = found.begin();
    if (direction == FindDirection::Forward) {
        const int from = fromStart ? here.begin : here.end;
        next = std::find_if(found.begin(), found.end(), [from](const CodeMatch &match) { return match.begin >= from; });
        if (next == found.end()) next = found.begin();
    } else {
        const auto before = std::find_if(found.rbegin(), found.rend(),
                                         [&here](const CodeMatch &match) { return match.begin < here.begin; });
        next = before == found.rend() ? found.end() - 1 : std::prev(before.base());
    }
    editor->select(*next);
    m_findBar->tellPlace(next - found.begin() + 1, qsizetype(found.size()));
}

/** Only what is selected as a match; else the next match is shown first. */
void EditorPanel::replaceOne() {
    CodeEditor *editor = current();
    if (!editor || editor->isReadOnly()) return;
    const QString replacement = m_findBar->replacement();
    const std::vector<CodeMatch> found = findAll(editor->text(), m_findBar->query(), &replacement);
    const CodeMatch here = editor->selection();
    const auto match = std::find_if(found.begin(), found.end(), [&here](const CodeMatch &each) {
        return each.begin == here.begin && each.end == here.end;
    });
    if (match != found.end()) {
        replaceMatches(*editor, {*match});
        const int behind = match->begin + int(match->replacement.toUtf8().size());
        editor->select({behind, behind, {}});
    }
    search(FindDirection::Forward, true);
}

void EditorPanel::replaceAll() {
    CodeEditor *editor = current();
    if (!editor) return;
    if (editor->isReadOnly()) {
        m_findBar->tell(tr("This text was recorded and cannot be changed."));
        return;
    }
    const QString replacement = m_findBar->replacement();
    const std::vector<CodeMatch> found = findAll(editor->text(), m_findBar->query(), &replacement);
    replaceMatches(*editor, found);
    editor->setMatches(findAll(editor->text(), m_findBar->query()));
    m_findBar->tell(tr("%n replaced", nullptr, int(found.size())));
}

} // namespace editorpanel
} // namespace jitscope
