// SPDX-License-Identifier: GPL-3.0-or-later
// The runner of the window: Python on its own thread, its events brought over, its recording moved into the Document.
#pragma once

#include "app/sdk/runner.h"
#include "engine/ascend/simulator.h"
#include "engine/session/session.h"

#include <QTimer>

namespace jitscope {
inline namespace python {
class Interpreter;
struct InterpreterEvents;
} // namespace python
inline namespace sdk {
class Document;
}
} // namespace jitscope

namespace jitscope {
inline namespace shell {

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
    Completeness completeness(const QString &source) override;
    QStringList completions(const QString &prefix) override;
    NameHelp describe(const QString &name) override;
    void setBreakpoints(std::vector<Breakpoint> breakpoints) override;
    std::vector<Breakpoint> breakpoints() const override { return m_breakpoints; }
    void setWatchpoints(std::vector<Watchpoint> watchpoints) override;
    std::vector<Watchpoint> watchpoints() const override { return m_watchpoints; }
    std::vector<int64_t> breakpointHits() const override { return m_hits; }
    void step(const StepRequest &request) override;
    void pause() override;
    void frames(QObject *receiver, std::function<void(const std::vector<FrameView> &)> reply) override;
    void evaluate(int frame, const QString &source, QObject *receiver,
                  std::function<void(const EvaluationResult &)> reply) override;
    void assign(int frame, const QString &target, const QString &source, QObject *receiver,
                std::function<void(const EvaluationResult &)> reply) override;
    void stop() override;
    /** Whether runs are also written to a file while they go on, to be offered after a crash. */
    void setKeepsJournal(bool keeps);

private:
    Interpreter &interpreter();
    InterpreterEvents events();
    void onStateChanged(RunState state);
    void onPaused(const PauseInfo &info);
    void onFinished(const RunOutcome &outcome);
    void onConsoleAnswered(const RunOutcome &outcome);
    void begin(const QString &path);
    void startJournal();
    void tellForced();
    void afterParts(std::function<void()> then);
    void takePart();
    bool takeSome();
    void hand(Session &&part);
    void flushOutput();
    /** `reply` on the GUI thread, unless the receiver is gone or the program went on meanwhile. */
    template<class Answer>
    std::function<void(const Answer &)> whilePaused(QObject *receiver, std::function<void(const Answer &)> reply);

    Document &m_document;
    std::unique_ptr<Interpreter> m_interpreter;
    RunOptions m_options;
    std::vector<Breakpoint> m_breakpoints;
    std::vector<Watchpoint> m_watchpoints;
    std::vector<int64_t> m_hits;
    RunState m_state = RunState::Idle;
    PauseInfo m_pause;
    int m_pauses = 0; ///< tells an answer to an earlier pause from one to this
    QTimer m_timer, m_again;
    std::vector<std::function<void()>> m_waiting; ///< for all parts to be in the document
    bool m_keepsJournal = true;
    /** Where what is recorded goes: a file or another run may have taken the place of the recording meanwhile. */
    enum class Goes : uint8_t {
        IntoDocument,
        WithFirstOp, ///< the document shows something else until there is something to show
        Nowhere,
    };
    Goes m_goes = Goes::WithFirstOp;
    Session m_early; ///< what came before the first operator
    struct PendingOutput;
    std::shared_ptr<PendingOutput> m_output; ///< shared with the interpreter's thread
};

} // namespace shell
} // namespace jitscope
