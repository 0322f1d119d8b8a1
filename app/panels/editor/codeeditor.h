// SPDX-License-Identifier: GPL-3.0-or-later
// One Python file: breakpoints, the line where the program stands, and what is known of each line beside it.
#pragma once

#include "app/panels/editor/codesearch.h"
#include "app/panels/editor/scriptreader.h"
#include "app/sdk/widgets/codeview.h"
#include "engine/stepping/breakpoint.h"

#include <functional>
#include <vector>

#include <optional>
#include <string>

class QHelpEvent;

namespace jitscope {
inline namespace editorpanel {

/** How the operators of a line ran. */
enum class Coverage : uint8_t { None, Eager, Graph, Both };

/** What the editor paints beside a line; asked for lines in view only, when they are painted. */
struct LineFacts {
    QString note;     ///< behind the text
    double heat = -1; ///< 0..1, its share of the time of the longest line; below 0 for none
    Coverage coverage = Coverage::None;
    bool isNear = false; ///< of the function where the playhead is: its note stands out
    QString lost;        ///< why a breakpoint on the line stops at nothing; "" for one that does
};

class CodeEditor : public CodeView {
    Q_OBJECT
public:
    /** `path` is absolute; an unsaved script has the path that it would get, see isUntitled(). */
    CodeEditor(QString path, const QString &content, QWidget *parent = nullptr);

    QString path() const { return m_path; }
    void setPath(const QString &path);
    bool isUntitled() const { return m_isUntitled; }
    void setUntitled(bool untitled) { m_isUntitled = untitled; }
    /** The text that a session recorded, where the file on disk is absent or another one by now. */
    bool isRecorded() const { return m_isRecorded; }
    void setRecorded();
    /** The file changed on disk; breakpoints stay on their lines. */
    void reload(const QString &content);
    /** As one change that can be undone; breakpoints and the cursor stay on their lines. */
    void replaceText(const QString &content);
    /** What its file held when it was last read or written here; none for a script that has no file. */
    const std::optional<std::string> &onDisk() const { return m_onDisk; }
    void setOnDisk(std::string content) { m_onDisk = std::move(content); }

    int currentLine() const; ///< from 1
    void goToLine(int line);
    /** Where the cursor is, and going to such a place. */
    ScriptPlace place() const;
    void goTo(const ScriptPlace &place);
    QString lineText(int line) const;

    /** Those of this file, on the lines where their text is now. */
    std::vector<Breakpoint> breakpoints() const;
    void setBreakpoints(const std::vector<Breakpoint> &breakpoints);

    /** Squiggles under what is wrong. */
    void setProblems(const QList<ScriptProblem> &problems);
    const QList<ScriptProblem> &problems() const { return m_problems; }
    /** A ground under each place that a search found. */
    void setMatches(const std::vector<CodeMatch> &matches);
    void select(const CodeMatch &match);
    /** In bytes; where nothing is selected both are the cursor's place. */
    CodeMatch selection() const;

    /** Folds the innermost block around the cursor away, or shows it again. */
    void toggleFold();

    enum class Arrow : uint8_t { Live, Past };
    /** 0 for none. */
    void setArrow(Arrow arrow, int line);
    int arrow(Arrow arrow) const { return m_arrows[size_t(arrow)]; }

    void setFacts(std::function<LineFacts(int line)> facts);
    /** What is painted beside a line. */
    LineFacts facts(int line) const { return m_facts ? m_facts(line) : LineFacts(); }
    enum class Margin : uint8_t { Heat, Coverage };
    void showMargin(Margin margin, bool shown);
    /** The part of a text behind a line for which there is room. */
    QString shownNote(int line, const QString &note) const;
    /** What is known of lines changed. */
    void updateFacts() { viewport()->update(); }

    /** The name or the attribute of one ("self.scale") at a place of the viewport; "" in comments and texts. */
    QString expressionAt(const QPoint &place) const;
    /** The selected text on one line, else the name under the cursor. */
    QString expressionAtCursor() const;
    /** Where the editor of a breakpoint of that line should stand. */
    QRect lineRect(int line) const;

Q_SIGNALS:
    /** A click into the text, without selecting any. */
    void lineClicked(int line);
    void breakpointWanted(int line);
    /** A name was clicked with Ctrl held. */
    void definitionWanted();
    /** Lines were added or removed, and the breakpoints moved with their text. */
    void breakpointsMoved();
    void menuWanted(int line, bool isGutter, const QPoint &place);
    /** The mouse rests over an expression. */
    void hovered(const QString &expression, const QPoint &place);

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    bool beginsWord(const QString &typed) const;
    void endUndoGroup();
    struct Mark {
        int handle = -1; ///< Scintilla's, which moves with the text
        Breakpoint breakpoint;
    };
    void applyMarkers();
    int gutterWidth() const;
    void leaveKey(int key);
    CodeMatch rangeOf(const ScriptProblem &problem) const;
    bool isInSight(int line) const;
    bool showProblemTip(QHelpEvent &event);
    bool showGutterTip(QHelpEvent &event);
    bool showNoteTip(QHelpEvent &event);
    int noteX(int line) const;
    QString gutterTip(int line) const;
    void paintBreakpoints(QPainter &painter) const;
    void paintArrows(QPainter &painter) const;
    void paintFacts(QPainter &painter) const;
    void paintNote(QPainter &painter, int line, const LineFacts &facts) const;

    QString m_path;
    std::optional<std::string> m_onDisk;
    bool m_isUntitled = false, m_isRecorded = false, m_isLoading = false;
    int m_arrows[2] = {};
    std::vector<Mark> m_marks;
    QList<ScriptProblem> m_problems;
    std::function<LineFacts(int)> m_facts;
};

} // namespace editorpanel
} // namespace jitscope
