// SPDX-License-Identifier: GPL-3.0-or-later
// The user's scripts: edited, run from here, and read along while they run.
#pragma once

#include "app/models/framesource.h"
#include "app/panels/editor/jumplist.h"
#include "app/panels/editor/linestats.h"
#include "app/panels/editor/lostlines.h"
#include "app/sdk/paneldef.h"
#include "engine/base/result.h"
#include "engine/inspect/navigation.h"
#include "engine/stepping/breakpoint.h"

#include <QHash>
#include <QPointer>
#include <QSet>
#include <QStringList>
#include <QTimer>

#include <memory>

class QStackedWidget;
class QTabBar;
class QToolButton;

namespace jitscope {
inline namespace sdk {
class EmptyState;
}
inline namespace session {
struct Anchor;
}
inline namespace stepping {
struct PauseInfo;
}
} // namespace jitscope

namespace jitscope {
inline namespace editorpanel {

class BreakpointEditor;
class CodeEditor;
class FindBar;
class LineNotes;
class ProblemList;
class RenameEditor;

PanelDef editorPanel();

/** A script as the editor holds it. One that was never saved has no file. */
struct OpenScript {
    QString path;
    QString text; ///< where the file has another one; null where it has not
    bool isUntitled = false;
    int line = 1; ///< of the cursor
    bool isInFront = false;
    bool operator==(const OpenScript &) const = default;
};

class EditorPanel : public Panel {
    Q_OBJECT
public:
    EditorPanel(const PanelContext &context, QWidget *parent);
    ~EditorPanel() override;

    /** Goes to its tab if it is open already. */
    Result<void> openFile(const QString &path);
    void newFile();
    bool hasCurrent() const;
    QString currentName() const { return current() ? nameOf(*current()) : QString(); }
    QString currentPath() const; ///< "" for a script that was never saved, or none
    /** The path under which it runs: a script that was never saved has one too. */
    QString currentRunPath() const;
    QString currentText() const;
    bool currentIsModified() const;
    int currentLine() const; ///< from 1
    int lineCount() const;
    void goToLine(int line);
    /** Of a file that is open or was recorded; selects nothing. */
    void showLine(const QString &file, int line);
    Result<void> save();
    Result<void> saveAs(const QString &path);
    /** Whether another program wrote to its file since it was read or saved here. */
    bool currentChangedOutside() const;
    /** Takes what its file holds now; own changes are lost. */
    void reloadCurrent();
    /** Scripts without changes of their own take what other programs wrote; returned are those that keep their own. */
    QStringList takeOutsideChanges();
    void closeCurrent();
    /** An input of the console is shown only to be read: the script that was in front before it comes back. */
    void leaveConsoleText();
    /** Brings the script with that tab to the front. */
    void showScript(int index);
    /** Of the scripts that are open and have a file. */
    QStringList paths() const;
    /** Of all scripts with unsaved changes. */
    QStringList modifiedNames() const;
    /** Goes to one of them; false if there is none. */
    bool showNextModified();
    /** Not those that only a recording has. */
    QList<OpenScript> openScripts() const;
    /** As they were: changes can be undone down to what the file has. */
    void reopen(const QList<OpenScript> &scripts);
    /** Whether the text in front comes from a recording, not from a file of the user's. */
    bool currentIsRecorded() const;
    /** All at the current line. */
    void toggleBreakpoint();
    void editBreakpoint();
    /** Live, the program runs to the line; in the past the playhead goes to the nearest operator that ran on it. */
    void runToCursor(Direction direction);
    /** A breakpoint at the current line that goes away when the program stands or ends next; for runs that begin. */
    void stopOnceAtCursor();
    void toggleCoverage();

    /** Brings the next (1) or previous (-1) script to the front. */
    void cycleScripts(int direction);
    void showNextScript() { cycleScripts(1); }
    void showPreviousScript() { cycleScripts(-1); }
    void startReplace();
    void toggleComment();
    void toggleFold();
    /** To where the name under the cursor comes from. */
    void goToDefinition();
    /** Asks for a new name of the local name under the cursor. */
    void startRename();
    void listProblems();
    /** Over jumps to definitions, lines and problems. */
    bool canJumpBack() const { return m_jumps.canGoBack(); }
    bool canJumpForward() const { return m_jumps.canGoForward(); }
    void jumpBack();
    void jumpForward();

    QWidget *titleControls() override;
    QString contentAsText() const override { return currentText(); }
    bool startFind() override;
    void findNext(FindDirection direction) override;

Q_SIGNALS:
    /** Another script is in front, or its name or state changed. */
    void currentChanged();
    /** The cross on a tab: the window asks about unsaved changes, see showScript() and closeCurrent(). */
    void closeWanted(int index);

private:
    CodeEditor *editorAt(int index) const;
    CodeEditor *current() const;
    CodeEditor *editorOf(const QString &path) const;
    CodeEditor *add(const QString &path, const QString &content);
    QWidget *closeButton(CodeEditor &editor);
    void close(int index);
    void setFront(int index);
    QString nameOf(const CodeEditor &editor) const;
    void updateTabs();
    void onReplaced();
    void follow(const Anchor &anchor, QObject *source);
    /** The editor of a source of the session, opened from disk or from the recording; null if neither has it. */
    CodeEditor *editorOfSource(const QString &path);
    void moveScript(int from, int to);

    // Searching: editorsearch.cpp
    void wireSearch();
    void search(FindDirection direction, bool fromStart);
    void replaceOne();
    void replaceAll();
    void closeSearch();
    void markMatches();

    // What the text itself tells: editorreading.cpp
    void wireReading();
    void readSoon();
    void read();
    void takeProblems(const CodeEditor &editor, const QList<ScriptProblem> &problems);
    QList<ScriptProblem> problemsOfRun(const CodeEditor &editor) const;
    void updateProblems();
    void rename(const QString &name);
    void jumpTo(const ScriptPlace &place);
    void visit(const ScriptPlace &place);

    QToolButton *addToggle(const QString &text, const QString &toolTip);

    // Stepping: editorstepping.cpp
    void wireStepping();
    void wireEditor(CodeEditor &editor);
    void updateBreakpoints();
    void toggleBreakpointAt(CodeEditor &editor, int line);
    void openBreakpointEditor(CodeEditor &editor, int line);
    void changeBreakpoint(const Breakpoint &breakpoint, bool keep);
    void takeBreakpoints(const CodeEditor &editor);
    QString lostAt(const CodeEditor &editor, int line);
    void updateStats();
    void updateFits();
    void updateFacts();
    void updateArrows();
    void onPaused(const PauseInfo &info);
    void showStop(const PauseInfo &info);
    void onFrames();
    void onFrameChosen();
    void endStopOnce();
    void runTo(CodeEditor &editor, int line, Direction direction);
    void showMenu(CodeEditor &editor, int line, bool isGutter, const QPoint &place);
    void showHover(CodeEditor &editor, const QString &expression, const QPoint &place);
    bool isExpression(const QString &text) const;

    PanelContext m_context;
    QTabBar *m_tabs;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    FindBar *m_findBar;
    QWidget *m_controls = nullptr;
    QToolButton *m_values = nullptr, *m_heat = nullptr, *m_coverage = nullptr;
    BreakpointEditor *m_breakpointEditor;
    RenameEditor *m_renameEditor;
    ProblemList *m_problemList;
    QToolButton *m_problems = nullptr;
    ScriptReader m_reader;
    QTimer m_readTimer;
    QHash<const CodeEditor *, QList<ScriptProblem>> m_readProblems; ///< by reading, without those of a run
    JumpList m_jumps;
    LineStats m_stats;
    LostLines m_lost;
    FrameSource m_frames;
    std::unique_ptr<LineNotes> m_notes;
    void takeFromDisk(CodeEditor &editor, const std::string &content);

    QSet<const CodeEditor *> m_fitting; ///< whose text is the one that ran
    size_t m_sourceCount = 0;           ///< when that was found out
    QTimer m_statsTimer;
    Breakpoint m_once; ///< of stopOnceAtCursor(); line 0 for none
    int m_hovers = 0;  ///< answers to an earlier one are too late
    int m_untitledCount = 0;
    QPointer<CodeEditor> m_lastOwn; ///< in front last, not counting inputs of the console
};

} // namespace editorpanel
} // namespace jitscope
