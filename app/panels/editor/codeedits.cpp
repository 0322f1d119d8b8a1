// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/editor/codeedits.h"

#include "app/panels/editor/codeeditor.h"

#include <algorithm>

namespace jitscope {
inline namespace editorpanel {

namespace {

class UndoStep {
public:
    explicit UndoStep(CodeEditor &editor)
        : m_editor(editor) {
        m_editor.beginUndoAction();
    }
    ~UndoStep() { m_editor.endUndoAction(); }
    UndoStep(const UndoStep &) = delete;
    UndoStep &operator=(const UndoStep &) = delete;

private:
    CodeEditor &m_editor;
};

struct CommentLine {
    int line = 0; ///< from 0
    QString text;
    int indent() const {
        const auto first = std::find_if(text.begin(), text.end(), [](QChar c) { return !c.isSpace(); });
        return int(first - text.begin());
    }
    bool isBlank() const { return text.trimmed().isEmpty(); }
    bool isComment() const { return text.trimmed().startsWith(QLatin1Char('#')); }
};

std::vector<CommentLine> selectedLines(const CodeEditor &editor) {
    int first = 0, column = 0, last = 0, endColumn = 0;
    editor.getSelection(&first, &column, &last, &endColumn);
    if (first < 0) {
        editor.getCursorPosition(&first, &column);
        last = first;
    } else if (endColumn == 0 && last > first) {
        --last; // the line where a selection of whole lines ends is not part of it
    }
    std::vector<CommentLine> lines;
    for (int line = first; line <= last; ++line)
        lines.push_back({line, editor.text(line)});
    return lines;
}

} // namespace

void toggleComment(CodeEditor &editor) {
    if (editor.isReadOnly()) return;
    std::vector<CommentLine> lines = selectedLines(editor);
    if (lines.size() > 1) std::erase_if(lines, [](const CommentLine &line) { return line.isBlank(); });
    if (lines.empty()) return;
    const bool takesAway = std::all_of(lines.begin(), lines.end(), [](const CommentLine &l) { return l.isComment(); });
    const int indent = std::min_element(lines.begin(), lines.end(), [](const CommentLine &a, const CommentLine &b) {
                           return a.indent() < b.indent();
                       })->indent();
    std::vector<CodeMatch> changes;
    for (const CommentLine &each : lines) {
        const int column = takesAway ? each.indent() : indent;
        const int at = editor.positionFromLineIndex(each.line, column);
        const int length = !takesAway ? 0 : each.text.mid(column, 2) == QStringLiteral("# ") ? 2 : 1;
        changes.push_back({at, at + length, takesAway ? QString() : QStringLiteral("# ")});
    }
    replaceMatches(editor, changes);
}

void replaceMatches(CodeEditor &editor, const std::vector<CodeMatch> &matches) {
    if (editor.isReadOnly()) return;
    const UndoStep step(editor);
    // From the end, so that what lies before stays where it was found.
    for (auto match = matches.rbegin(); match != matches.rend(); ++match) {
        const QByteArray text = match->replacement.toUtf8();
        editor.SendScintilla(QsciScintilla::SCI_SETTARGETRANGE, static_cast<unsigned long>(match->begin),
                             long(match->end));
        editor.SendScintilla(QsciScintilla::SCI_REPLACETARGET, static_cast<unsigned long>(text.size()),
                             text.constData());
    }
}

} // namespace editorpanel
} // namespace jitscope
