// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar: run state and place at the left; running jobs, counts, mode and device, language at the right.
#pragma once

#include "app/sdk/runner.h"
#include "app/sdk/runs.h"
#include "engine/stepping/programprocess.h"

#include <QHash>
#include <QStatusBar>
#include <QTimer>

#include <optional>
#include <vector>

class QLabel;
class QMenu;
class QProgressBar;
class QToolButton;

namespace jitscope {
inline namespace sdk {
class Document;
class Jobs;
class Playhead;
} // namespace sdk
} // namespace jitscope

namespace jitscope {
inline namespace shell {

class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    StatusLine(Document &document, Jobs &jobs, Runner &runner, Playhead &playhead, QWidget *parent = nullptr);
    /** Shown for some seconds in the place of the counts. */
    void notify(const QString &message);
    /** Names the plugins that change how programs are compiled, if there are any. */
    void setPassPlugins(const QStringList &names);
    /** What the program began: a button counts those that run and lists all. */
    void setProcesses(const std::vector<ProgramProcess> &processes);
    /** Whatever it says, the window can be made narrow: texts are cut. */
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void languageClicked();
    void pluginsClicked();

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void setTexts();
    void updateState();
    RunRecord ended(const RunOutcome &outcome) const;
    void updatePast();
    void placePast(const QString &text);
    void updateCounts();
    void updateJobs();
    void endNotice();
    void listProcesses(QMenu &menu);
    void fitParts();
    void showHelp(const QString &text);

    Document &m_document;
    Jobs &m_jobs;
    Runner &m_runner;
    Playhead &m_playhead;
    QStringList m_passPlugins;
    std::vector<ProgramProcess> m_begun;
    std::optional<RunRecord> m_last;  ///< the script that ended in the recording in view
    QHash<QString, QString> m_titles; ///< of running jobs by tag
    QString m_help;                   ///< of the menu entry under the pointer, whole
    QTimer m_jobDelay, m_jobTick, m_countDelay, m_noticeTimer;
    QLabel *m_dot, *m_state, *m_place, *m_past, *m_notice, *m_job, *m_memory, *m_counts, *m_mode;
    QProgressBar *m_progress;
    QToolButton *m_cancel, *m_language, *m_plugins, *m_processes;
};

} // namespace shell
} // namespace jitscope
