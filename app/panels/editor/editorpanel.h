// SPDX-License-Identifier: GPL-3.0-or-later
// The user's scripts: edited, run from here, and read along while they run.
#pragma once

#include "app/panels/editor/linestats.h"
#include "app/sdk/paneldef.h"
#include "engine/base/result.h"

#include <QStringList>
#include <QTimer>

class QStackedWidget;
class QTabBar;
class QToolButton;

namespace jitscope {

class CodeEditor;
class EmptyState;
class FindBar;
struct Anchor;
struct PauseInfo;
struct SourceFile;

PanelDef editorPanel();

class EditorPanel : public Panel {
    Q_OBJECT
public:
    EditorPanel(const PanelContext &context, QWidget *parent);

    /** Goes to its tab if it is open already. */
    Result<void> openFile(const QString &path);
    void newFile();
    bool hasCurrent() const;
    QString currentPath() const; ///< "" for a script that was never saved, or none
    /** The path under which it runs: a script that was never saved has one too. */
    QString currentRunPath() const;
    QString currentText() const;
    bool currentIsModified() const;
    int currentLine() const; ///< from 1
    int lineCount() const;
    void goToLine(int line);
    Result<void> save();
    Result<void> saveAs(const QString &path);
    void closeCurrent();
    /** Brings the script with that tab to the front. */
    void showScript(int index);
    /** Of all scripts with unsaved changes. */
    QStringList modifiedNames() const;
    /** Goes to one of them; false if there is none. */
    bool showNextModified();
    /** At the current line. */
    void toggleBreakpoint();

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
    void updateBreakpoints();
    void toggleBreakpointAt(CodeEditor &editor, int line);
    void takeBreakpoints(const CodeEditor &editor);
    void updateStats();
    void onReplaced();
    void onPaused(const PauseInfo &info);
    void clearPaused();
    void follow(const Anchor &anchor, QObject *source);
    /** The editor of a source of the session, opened from disk or from the recording; null if neither has it. */
    CodeEditor *editorOfSource(const QString &path);
    void search(FindDirection direction, bool fromStart);

    PanelContext m_context;
    QTabBar *m_tabs;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    FindBar *m_findBar;
    QWidget *m_controls = nullptr;
    QToolButton *m_values = nullptr, *m_heat = nullptr;
    LineStats m_stats;
    QTimer m_statsTimer;
    int m_untitledCount = 0;
};

} // namespace jitscope
