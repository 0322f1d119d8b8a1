// SPDX-License-Identifier: GPL-3.0-or-later
// The window: bars around the desk of panels, and what the commands do.
#pragma once

#include "app/sdk/document.h"
#include "app/sdk/healthcache.h"
#include "app/sdk/jobs.h"
#include "app/sdk/paneldef.h"
#include "app/sdk/playhead.h"
#include "app/sdk/runner.h"
#include "app/sdk/runs.h"
#include "app/sdk/selection.h"
#include "engine/base/result.h"
#include "engine/importing/importer.h"

#include <QHash>
#include <QMainWindow>
#include <QSet>

#include <memory>
#include <optional>

class QActionGroup;
class QLabel;

namespace jitscope {
inline namespace editorpanel {
class EditorPanel;
}
inline namespace guide {
struct GuidePlace;
}
inline namespace sdk {
class InfoBar;
}
} // namespace jitscope

namespace jitscope {
inline namespace shell {

/** Of the job that sums up a simulated run. */
inline const QString profileTag = QStringLiteral("simulatedProfile");

class BreakpointMemory;
class Desk;
class Finder;
struct FinderItem;
class Restoration;
class RunKeeper;
class ScriptMemory;
class Ribbon;
class StartPage;
class StatusLine;
class Stepping;
class ToolBar;
class Tour;
struct Command;
struct PreferenceChoice;
struct Preferences;

struct WindowOptions {
    /** InProcess: not in processes of their own. None starts no interpreter; a window that only shows. */
    enum class Programs : uint8_t { Run, InProcess, None };
    enum class Memory : uint8_t {
        Keep,
        None
    }; ///< whether size, layouts and the last perspective are restored and kept
    Programs programs = Programs::Run;
    Memory memory = Memory::Keep;
    QString perspective; ///< "" = the last one, or the first
};

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /** Needs setUpApplication() (application.h) before. Not shown yet. */
    static std::unique_ptr<MainWindow> create(const WindowOptions &options);
    ~MainWindow() override;

    Document &document() { return m_document; }
    Selection &selection() { return m_selection; }
    Jobs &jobs() { return m_jobs; }
    Runner &runner() { return *m_runner; }
    Playhead &playhead() { return *m_playhead; }
    /** Null in a window that runs nothing. */
    Runs *runs();
    Stepping &stepping() { return *m_stepping; }

    /** A script goes to the editor; everything else is read in a job and takes the place of the session. */
    void openPath(const QString &path) { openPaths({path}); }
    /** The same of several; files that are not scripts (the ranks of a run) become one session. */
    void openPaths(const QStringList &paths, const std::optional<TimeWindow> &stretch = {});
    /** Shows a session that is already read; `path` is its file or "". */
    void showSession(Session session, const QString &path);
    void showPanel(const QString &id);
    Panel *panel(const QString &id);
    void setPerspective(const QString &id);
    /** Whether no job runs and every panel in view has painted what it was asked for. */
    bool isReady() const;
    /** The action of a command by its id; null for an unknown one. */
    QAction *action(const QString &id) const { return m_actions.value(id); }

    /** Instead of the panels, until something is opened, run or shown. */
    void showStartPage();
    void leaveStartPage();
    /** Whether neither a script nor a recording is open. */
    bool isEmpty();
    StartPage &startPage() { return *m_start; }
    /** Its copy for the user, see placeSample(). */
    void openSample(const QString &file);
    void openGuideAt(const GuidePlace &place);

    // What the commands do; see commands.cpp.
    void newScript();
    void askOpen();
    void askOpenFolder();
    void askOpenTrace();
    void askOpenStretch();
    void askOpenBeside();
    bool saveScript();
    bool saveScriptAs();
    bool mayOverwrite(const QString &path);
    void takeOutsideChanges();
    void saveSession();
    void closeScript();
    void exportTrace();
    void callFocused(const char *slot);
    /** Takes away all that operators are filtered by, and the marked stretch of time. */
    void clearFilters();
    void undoFilter();
    void copyPanelAsText();
    void copyPanelAsPicture();
    void find();
    void findNext(FindDirection direction);
    void fitView();
    void askLine();
    /** Shows the editor, so that one sees what changes, and does `action` there if a script is open. */
    void editScript(void (EditorPanel::*action)());
    /** Over jumps in the editor while the focus is there, else over what was selected. */
    void goBack();
    void goForward();
    void maximizePanel();
    /** By so many steps larger (or, below 0, smaller); 0: as at first. */
    void zoomText(int steps);
    void resetPerspective();
    void saveLayout();
    void offerKill();
    void runOrContinue();
    void restart();
    void editRunSettings();
    void askRunToOp();
    /** Runs to the next NaN; begins the script if nothing was recorded yet. */
    void runToNonFinite();
    void breakOnOperator();
    void toggleBreakOnExceptions();
    void toggleBookmark();
    void askBookmarkNote();
    void goToBookmark(int number); ///< from 1
    void toggleBreakpoint();
    void editBreakpoint();
    void runToCursor(Direction direction);
    void toggleCoverage();
    void stepPass(int direction);
    void selectPass(int pass);
    void findCulprit();
    void showRefusals();
    void exportReport();
    void exportReportTo(const QString &path);
    void openPalette();
    void openGoTo();
    std::optional<FinderItem> lineItem(const QString &query);
    void openSettings();
    void openPlugins();
    void openKeys();
    void openAbout();
    /** The status bar names the plugins that change how programs are compiled. */
    void showPassPlugins();
    void openGuide();
    void startTour();
    void focusNextPanel(int direction);

Q_SIGNALS:
    /** The window is on the screen for the first time. */
    void firstPainted();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    bool focusNextPrevChild(bool next) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    explicit MainWindow(const WindowOptions &options);
    void makeActions();
    void setActionTexts();
    void makeMenus();
    void addCommands(const char *menu, QMenu &into);
    void addMenuLists(const QString &menu, QMenu &into);
    void addPanels(QMenu &into);
    void addChoices(QMenu &into, const QList<PreferenceChoice> &choices, QString Preferences::*field);
    void addRecentFiles(QMenu &into);
    void fillRecentMenu(QMenu &menu);
    void makeRunMenus(QMenu &into);
    void makeChoiceMenus(QMenu &into);
    void makeRecordMenu(QMenu &into);
    void makeBars();
    void makeRibbon();
    void makeToolBar();
    void retranslate();
    void makeStartPage();
    QList<QWidget *> keyStops() const;
    void connectRunner();
    void restoreMemory();
    void keepMemory();
    void keepChangedMemory();

    EditorPanel &editor();
    std::optional<int> compilationInSight() const;
    void openScript(const QString &path);
    void readFiles(const QStringList &paths, const std::optional<TimeWindow> &stretch);
    void tellDiagnostics();
    QString askSessionPath(const QString &proposal);
    void makeRuns();
    bool sessionSaved(const Result<void> &saved, const QString &path);
    void startScript(bool stopAtFirstOp);
    bool mayRunRecorded();
    QString sessionName() const;
    void updateTitle();
    void updateActions();
    void updateStepActions();
    void allow(const QString &id, const QString &refusal);
    void connectStepping();
    void onFinished(const RunOutcome &outcome);
    void addSimulatedProfile();
    void fail(const QString &message, const QString &details = {});
    void endProgram();
    /** False if the user wants to stay. */
    bool letGoOfUnsaved();
    bool keepRuns();
    bool letGoOfUnkept();
    bool writeBeforeClosing(const QString &path);
    void offerRoom(const QString &message, const QString &run, qint64 budget);

    WindowOptions m_options;
    Document m_document;
    Selection m_selection;
    Jobs m_jobs;
    std::unique_ptr<Runner> m_runner;
    std::unique_ptr<Playhead> m_playhead;
    std::unique_ptr<Stepping> m_stepping;
    std::unique_ptr<BreakpointMemory> m_breakpoints; ///< null when nothing is kept
    std::unique_ptr<ScriptMemory> m_scripts;         ///< likewise
    HealthCache m_health;
    QList<Command> m_commands;
    QHash<QString, QAction *> m_actions;
    QActionGroup *m_perspectiveActions;
    InfoBar *m_infoBar;
    std::unique_ptr<RunKeeper> m_runs; ///< null in a window that runs nothing, as is the next
    std::unique_ptr<Restoration> m_restoration;
    Desk *m_desk;
    StartPage *m_start;
    Tour *m_tour = nullptr; ///< made when it is asked for
    Finder *m_finder;
    Ribbon *m_ribbon = nullptr;
    ToolBar *m_toolBar = nullptr;
    StatusLine *m_status;
    QLabel *m_title;
    QStringList m_files;     ///< that the session was read from
    QSet<QString> m_trusted; ///< texts of recordings that the user let run
    bool m_restartWanted = false;
    QByteArray m_keptMemory; ///< what keepChangedMemory() saw last
    QSize m_sizeAtStart;
    bool m_nonFiniteWanted = false; ///< the run that begins goes on to the first NaN
    bool m_painted = false;
};

} // namespace shell
} // namespace jitscope
