// SPDX-License-Identifier: GPL-3.0-or-later
// Runs, stops and steps the user's program for the window; panels ask it and watch its state.
#pragma once

#include "engine/python/interpreter.h"

#include <QObject>
#include <QString>
#include <QStringList>

namespace jitscope {

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
    virtual Interpreter::Completeness completeness(const QString &source) = 0;
    virtual QStringList completions(const QString &prefix) = 0;
    virtual void setBreakpoints(std::vector<Breakpoint> breakpoints) = 0;
    virtual std::vector<Breakpoint> breakpoints() const = 0;
    virtual void resume() = 0;
    virtual void stepOp() = 0;
    virtual void stepLine() = 0;
    virtual void pause() = 0;
    virtual void stop() = 0;

Q_SIGNALS:
    void stateChanged(jitscope::RunState state);
    void paused(const jitscope::PauseInfo &info);
    void finished(const jitscope::RunOutcome &outcome);
    void output(bool isError, const QString &text);
    void breakpointsChanged();
    void optionsChanged();
};

} // namespace jitscope
