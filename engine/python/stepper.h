// SPDX-License-Identifier: Apache-2.0
// Holds the user's program at operators and lines, and ends it; also the listener that takes eager operators down.
#pragma once

#include "engine/eager/dispatch.h"
#include "engine/python/interpreter.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <set>
#include <thread>

namespace jitscope::python {

/** What the stepper tells while the program is held; called on the interpreter's thread. */
struct StepperEvents {
    std::function<void(const PauseInfo &)> paused;
    std::function<void()> resumed;
};

/**
 * Operators are stopped at by listening to dispatch. Lines are stopped at by CPython's trace function, which slows
 * every line down and is therefore only set while there are breakpoints or a line is being looked for. A program that
 * is held waits with the GIL released.
 *
 * Requests from other threads reach a running program by a signal of our own to the interpreter's thread: it gets
 * through to an endless loop as well as to a sleep and needs no GIL (a pending call would wait for CPython 3.11 to look
 * for it). To stop the program it is sent again until the run is over, so that `except: pass` does not escape it.
 */
class Stepper final : public OpListener {
public:
    explicit Stepper(StepperEvents events)
        : m_events(std::move(events)) {}
    ~Stepper() override;

    /** From any thread. */
    void setBreakpoints(std::vector<Breakpoint> breakpoints);
    void resume() { proceed(Command::Run); }
    void stepOp() { proceed(Command::StepOp); }
    void stepLine() { proceed(Command::StepLine); }
    void pause();
    void stop();
    bool isStopping() const { return m_stopping; }

    /** A run is coming: from now on stop() means it, though it may not have begun. */
    void expectRun() { m_stopping = false; }
    /** Around a run, on the interpreter's thread with the GIL held. */
    void begin(RecordLevel level, bool stopAtFirstOp);
    void end();

    void beforeOp(const OpDef &op, std::span<const Value> arguments) override;
    void afterOp(const OpDef &op, std::span<const Value> arguments, const Value &result, int64_t startNs,
                 int64_t endNs) override;
    void failedOp(const OpDef &op, std::span<const Value> arguments, const std::string &message) override;

    /** A new line is about to run; the trace function's side of it. False ends the program. */
    bool beforeLine(const std::string &file, int line);
    /** The signal has come: holds the program if pause() asked for it. False ends the program. */
    static bool attend(bool isInUserCode);
    /** Sets or removes the trace function as now needed; on the interpreter's thread with the GIL held. */
    void updateTracing();

    /** The signal that makes Python's thread attend(); the host sets its handler in Python. */
    static int signalNumber();

private:
    enum class Command : uint8_t { Run, StepOp, StepLine, Pause };

    void proceed(Command command);
    void hold(PauseInfo info);
    bool isBreakpoint(const std::string &file, int line);
    void startSignaller();
    void sendStopSignals(pthread_t thread);

    StepperEvents m_events;
    std::atomic<Command> m_command = Command::Run;
    std::atomic<bool> m_stopping = false;
    std::atomic<bool> m_hasBreakpoints = false;
    std::mutex m_mutex; ///< guards all below
    std::condition_variable m_changed;
    std::set<std::pair<std::string, int>> m_breakpoints;
    bool m_running = false;
    bool m_held = false;
    pthread_t m_thread = {};
    std::thread m_signaller;
};

} // namespace jitscope::python
