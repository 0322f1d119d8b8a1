// SPDX-License-Identifier: GPL-3.0-or-later
// Runs, stops and steps the user's program for the window; panels ask it and watch its state.
#pragma once

#include "engine/inspect/watchpoint.h"
#include "engine/stepping/breakpoint.h"
#include "engine/stepping/consoleinput.h"
#include "engine/stepping/consolepicture.h"
#include "engine/stepping/frameview.h"
#include "engine/stepping/pauseinfo.h"
#include "engine/stepping/runstate.h"
#include "engine/stepping/steprequest.h"

#include <QObject>
#include <QString>
#include <QStringList>

namespace jitscope {
inline namespace sdk {

/** All of it on the GUI thread; the implementation (app/shell) brings the interpreter's events over and moves recorded
    parts into the Document every 50 ms. */
class Runner : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    virtual RunState state() const = 0;
    virtual const PauseInfo &pauseInfo() const = 0; ///< of the last pause
    /** Options for the next runs: mode, device, level as the tool bar shows them. */
    virtual RunOptions options() const = 0;
    virtual void setOptions(const RunOptions &options) = 0;

    virtual void runFile(const QString &path, const QString &text, bool stopAtFirstOp) = 0;
    virtual void runConsole(const QString &source) = 0;
    virtual Completeness completeness(const QString &source) = 0;
    virtual QStringList completions(const QString &prefix) = 0;
    /** What a name that completions() gave is. */
    virtual NameHelp describe(const QString &) { return {}; }
    virtual void setBreakpoints(std::vector<Breakpoint> breakpoints) = 0;
    virtual std::vector<Breakpoint> breakpoints() const = 0;
    virtual void setWatchpoints(std::vector<Watchpoint> watchpoints) = 0;
    virtual std::vector<Watchpoint> watchpoints() const = 0;
    /** How often each breakpoint was hit in the present or last run, as far as it was told. */
    virtual std::vector<int64_t> breakpointHits() const = 0;
    virtual void step(const StepRequest &request) = 0;
    void resume() { step({}); }
    virtual void pause() = 0;
    /** While paused; the answers come on the GUI thread, and never when `receiver` is gone or the program went on. */
    virtual void frames(QObject *receiver, std::function<void(const std::vector<FrameView> &)> reply) = 0;
    virtual void evaluate(int frame, const QString &source, QObject *receiver,
                          std::function<void(const EvaluationResult &)> reply) = 0;
    virtual void assign(int frame, const QString &target, const QString &source, QObject *receiver,
                        std::function<void(const EvaluationResult &)> reply) = 0;
    virtual void stop() = 0;
    /** Ends a program that stop() could not end, with the processes that it began. */
    virtual void kill() {}
    /** What the program reads from its standard input, with line ends; may come before it waits for it. */
    virtual void input(const QString &) {}
    /** No more input comes: Ctrl+D. */
    virtual void endInput() {}
    bool waitsForInput() const { return m_waitsForInput; }
    /** The most bytes of recorded values on disk. */
    virtual void setSpillLimit(qint64) {}
    /** The recording is kept elsewhere: it needs no journal any more. */
    virtual void endJournal() {}

Q_SIGNALS:
    /** A script begins; the document is empty and will hold its recording. */
    void began(const QString &path);
    void stateChanged(jitscope::RunState state);
    void paused(const jitscope::PauseInfo &info);
    void finished(const jitscope::RunOutcome &outcome);
    /** Console input of a paused program is done; the program still stands. */
    void consoleAnswered(const jitscope::RunOutcome &outcome);
    void output(bool isError, const QString &text);
    /** The console drew a tensor, in order with what it printed. */
    void pictured(const jitscope::ConsolePicture &picture);
    void breakpointsChanged();
    void watchpointsChanged();
    void hitsChanged();
    /** A value of the paused program was changed by hand: what is shown of it is out of date. */
    void valuesChanged();
    void optionsChanged();
    void inputWanted(bool isWaiting);
    /** The program does not let itself be stopped: only kill() ends it. */
    void stopIgnored();

protected:
    void setWaitsForInput(bool waits) {
        if (m_waitsForInput == waits) return;
        m_waitsForInput = waits;
        Q_EMIT inputWanted(waits);
    }

private:
    bool m_waitsForInput = false;
};

} // namespace sdk
} // namespace jitscope
