// SPDX-License-Identifier: GPL-3.0-or-later
// The runner of the window: a program in a process of its own, its events brought over, its recording moved into the
// Document.
#pragma once

#include "app/sdk/runner.h"
#include "engine/ascend/simulator.h"
#include "engine/session/session.h"
#include "engine/stepping/programprocess.h"

#include <QTimer>

namespace jitscope {
inline namespace program {
class Program;
}
inline namespace stepping {
struct ProgramEnd;
struct ProgramEvents;
} // namespace stepping
inline namespace sdk {
class Document;
}
} // namespace jitscope

namespace jitscope {
inline namespace shell {

/**
 * Each script runs in a new process, of which one is kept ready; the console lives in the process of the last script.
 * Nothing here waits for it except completeness(), completions() and describe(), and those not for long. A program
 * calls back on its own threads; every callback is queued to the GUI thread, and before the end of a run is told the
 * last recorded part is in the Document.
 */
class LiveSession : public Runner {
    Q_OBJECT
public:
    enum class Home : uint8_t {
        OwnProcess, ///< whatever a script does, the window goes on
        InProcess,  ///< for who debugs JitScope itself: one interpreter, in this process
    };
    explicit LiveSession(Document &document, Home home = Home::OwnProcess, QObject *parent = nullptr);
    ~LiveSession() override;

    /** Starts the interpreter in the background; before that the first use does. */
    void prepare() { program(); }

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
    void kill() override;
    void input(const QString &text) override;
    void endInput() override;
    void setSpillLimit(qint64 bytes) override;
    void endJournal() override;
    /** Whether runs are also written to a file while they go on, to be offered after a crash. */
    void setKeepsJournal(bool keeps);
    /** All that the program of the last run began, in that order, also those that ended. */
    const std::vector<ProgramProcess> &processes() const { return m_processes; }

Q_SIGNALS:
    void processesChanged();

private:
    struct PendingOutput;
    /** A program with what its callbacks need; they say nothing once it is not the present one. */
    struct Place {
        std::unique_ptr<Program> program;
        std::shared_ptr<PendingOutput> output; ///< shared with the program's threads
        int number = 0;
        std::vector<std::string> pythonOptions;
        std::vector<std::string> plugins; ///< that it was told to use
        bool isUsed = false, isGone = false;
        ~Place();
    };

    Program &program();
    Program &programForScript();
    std::unique_ptr<Place> newPlace();
    ProgramEvents events(const Place &place);
    void leavePlace();
    void makeSpare();
    void onEnded(int place, const ProgramEnd &end);
    void tellPlugins();
    void onProcesses(const std::vector<ProgramProcess> &processes);
    void beginRecording();
    void tellLine(const QString &line);
    void onStateTold(RunState state);
    void setState(RunState state);
    void onPaused(const PauseInfo &info);
    void onFinished(const RunOutcome &outcome);
    void onConsoleAnswered(const RunOutcome &outcome);
    void begin(const QString &path);
    void tellForced();
    void afterParts(std::function<void()> then);
    void tellSpillTrouble();
    void takePart();
    bool takeSome();
    void hand(Session &&part);
    void flushOutput();
    /** `reply` on the GUI thread, unless the receiver is gone or the program went on meanwhile. */
    template<class Answer>
    std::function<void(const Answer &)> whilePaused(QObject *receiver, std::function<void(const Answer &)> reply);

    Document &m_document;
    const Home m_home;
    std::unique_ptr<Place> m_place, m_spare;
    int m_lastPlace = 0;
    std::vector<ProgramProcess> m_processes;
    qint64 m_spillLimit = -1;
    RunOptions m_options;
    std::vector<Breakpoint> m_breakpoints;
    std::vector<Watchpoint> m_watchpoints;
    std::vector<int64_t> m_hits;
    RunState m_state = RunState::Idle;
    PauseInfo m_pause;
    int m_pauses = 0; ///< tells an answer to an earlier pause from one to this
    bool m_isSpillTroubleTold = false;
    QTimer m_timer, m_again, m_muchWaits;
    QTimer m_spareDue, m_stopDue;
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
};

} // namespace shell
} // namespace jitscope
