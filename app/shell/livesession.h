// SPDX-License-Identifier: GPL-3.0-or-later
// The runner of the window: Python on its own thread, its events brought over, its recording moved into the Document.
#pragma once

#include "app/sdk/runner.h"
#include "engine/ascend/simulator.h"

#include <QTimer>

namespace jitscope {

class Document;

/**
 * Nothing here waits for Python except completeness() and completions(), which are only asked while it is idle. The
 * interpreter calls back on its own thread; every callback is queued to the GUI thread, and before the end of a run is
 * told the last recorded part is in the Document.
 */
class LiveSession : public Runner {
    Q_OBJECT
public:
    explicit LiveSession(Document &document, QObject *parent = nullptr);
    ~LiveSession() override;

    /** Starts the interpreter in the background; before that the first use does. */
    void prepare() { interpreter(); }

    RunState state() const override { return m_state; }
    const PauseInfo &pauseInfo() const override { return m_pause; }
    RunOptions options() const override { return m_options; }
    void setOptions(const RunOptions &options) override;

    void runFile(const QString &path, const QString &text, bool stopAtFirstOp) override;
    void runConsole(const QString &source) override;
    Interpreter::Completeness completeness(const QString &source) override;
    QStringList completions(const QString &prefix) override;
    void setBreakpoints(std::vector<Breakpoint> breakpoints) override;
    std::vector<Breakpoint> breakpoints() const override { return m_breakpoints; }
    void resume() override;
    void stepOp() override;
    void stepLine() override;
    void pause() override;
    void stop() override;

private:
    Interpreter &interpreter();
    InterpreterEvents events();
    void onStateChanged(RunState state);
    void onPaused(const PauseInfo &info);
    void onFinished(const RunOutcome &outcome);
    void takePart();
    void flushOutput();

    Document &m_document;
    std::unique_ptr<Interpreter> m_interpreter;
    RunOptions m_options;
    std::vector<Breakpoint> m_breakpoints;
    RunState m_state = RunState::Idle;
    PauseInfo m_pause;
    QTimer m_timer;
    std::string m_device; ///< of the run, as soon as the recording says it
    StreamState m_streams;
    struct PendingOutput;
    std::shared_ptr<PendingOutput> m_output; ///< shared with the interpreter's thread
};

} // namespace jitscope
