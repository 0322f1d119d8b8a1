// SPDX-License-Identifier: Apache-2.0
// Holds the user's program at operators and lines, and ends it; also the listener that takes eager operators down.
#pragma once

#include "engine/eager/dispatch.h"
#include "engine/run/graphwatcher.h"
#include "engine/stepping/breakpointtable.h"
#include "engine/stepping/graphlines.h"
#include "engine/stepping/heldframes.h"
#include "engine/stepping/linetrace.h"
#include "engine/stepping/pauseinfo.h"
#include "engine/stepping/stepplan.h"
#include "engine/stepping/steprequest.h"
#include "engine/stepping/watches.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <pthread.h>
#include <thread>

namespace jitscope::inline stepping {

/** What the stepper tells while the program is held; called on the interpreter's thread. */
struct StepperEvents {
    std::function<void(const PauseInfo &)> paused;
    std::function<void()> resumed;
    std::function<void(const std::vector<int64_t> &)> hitsCounted;
};

/**
 * Operators are stopped at by listening to dispatch, nodes of graphs by watching these. Lines are stopped at by
 * CPython's trace function, which slows every line down and is therefore only set while a line may end a step or has a
 * breakpoint. A program that is held waits with the GIL released, and answers questions meanwhile.
 *
 * Any of the program's threads may be held, one at a time; another that comes to a stop waits for its turn.
 *
 * Requests from other threads reach a running program by a signal of our own to the interpreter's thread: it gets
 * through to an endless loop as well as to a sleep and needs no GIL (a pending call would wait for CPython 3.11 to look
 * for it). To stop the program it is sent again until the run is over, so that `except: pass` does not escape it.
 */
class Stepper final : public OpListener, public GraphWatcher, private LineListener {
public:
    /** Runs on the held thread; null when the program went on before its turn came. */
    using Question = std::function<void(const HeldFrames *frames)>;

    explicit Stepper(StepperEvents events)
        : m_events(std::move(events)) {}
    ~Stepper() override;

    /** From any thread. */
    void setBreakpoints(std::vector<Breakpoint> breakpoints);
    void setWatchpoints(std::vector<Watchpoint> watchpoints);
    void step(const StepRequest &request);
    void pause();
    void stop();
    bool isStopping() const { return m_attention & Stopping; }
    /** False when the program is not held. */
    bool ask(Question question);
    /** Whether a held program is at work on a question. */
    bool isAnswering() const { return m_isAnswering; }

    /** A run is coming: from now on stop() means it, though it may not have begun. */
    void expectRun() { m_attention &= ~unsigned(Stopping); }
    /** Around a run, on the interpreter's thread with the GIL held. */
    void begin(RecordLevel level, bool stopAtFirstOp);
    void end();

    void beforeOp(const OpDef &op, std::span<const Value> arguments) override;
    void afterOp(const OpDef &op, std::span<const Value> arguments, const Value &result, int64_t startNs,
                 int64_t endNs) override;
    void failedOp(const OpDef &op, std::span<const Value> arguments, const std::string &message) override;
    void gradientOf(const Tensor &tensor, const Tensor &gradient) override;

    bool isAside() const override;
    bool wantsNodes() override;
    bool looksAtArguments() const override;
    void beforeGraph(const OpDef &call, std::span<const Value> arguments, const Compilation &compilation) override;
    void afterGraph(const OpDef &call) override;
    void failedGraph(const OpDef &call) noexcept override;
    void beforeNode(const Node &node, bool isKernel, std::span<const Value> arguments) override;
    void afterNode(const Node &node, bool isKernel, std::span<const Value> arguments, const Value &result,
                   int64_t startNs, int64_t endNs, int64_t number) override;

    /** The signal has come: holds the program if pause() asked for it. False ends the program. */
    static bool attend(bool isInUserCode);
    /** The signal that makes Python's thread attend(); the host sets its handler in Python. */
    static int signalNumber();

private:
    /** What makes the next operator take the long way. */
    enum Attention : unsigned { Stopping = 1, Pausing = 2, News = 4, Planned = 8, OtherHeld = 16, Numbered = 32 };

    std::vector<int> stopLines(const std::string &file) const override;
    bool wantsLines(_frame *frame, const TracedCode &code) const override;
    bool wantsMoreThanStops() const override;
    bool onLine(_frame *frame, const TracedCode &code, int line) override;
    bool onInstruction(_frame *frame) override;
    void onReturn(_frame *frame, const TracedCode &code) override;
    bool onException(_frame *frame, _object *value, bool isNew) override;

    /** What lines say of a node that is about to run, or has. */
    struct NodeStop {
        std::optional<BreakpointStop> stop;
        bool endsStep = false;      ///< the program was to run to here
        const Node *site = nullptr; ///< what stands on the line
    };

    GraphLines &graphLines(const Compilation &compilation);
    void findAwaitedLines();
    /** Lines that wait for the node of the graph that this thread runs. */
    std::vector<LineTarget> targetsOf(const Node &node);
    NodeStop atLinesOf(const OperatorView &sight, BreakpointTable::Interest when);
    GraphLineAnswer askLine(const LineTarget &target, const OperatorView &sight, BreakpointTable::Interest when);
    std::vector<StackFrame> capturedAt(const OperatorView &sight, const Node *site);
    void visitBefore(OperatorView sight);
    void visitAfter(const OperatorView &sight);
    PauseInfo pauseAt(const OperatorView &sight, const Node *site);
    std::optional<PauseInfo> watched(const OperatorView &sight, const Place &place);
    void respond();
    void takeNews();
    void adopt(StepPlan plan);
    void updateTracing();
    void updateListening();
    int64_t nextNumber() const;
    void counted(int64_t number);
    void waitForNumber(int64_t first);
    void hold(PauseInfo info, const OperatorView *sight);
    void waitForTurn();
    void stand(const PauseInfo &info, const OperatorView *sight);
    bool goesOn(const PauseInfo &info, const StopPosition &stand);
    void answer(const HeldFrames &frames);
    void tellHits();
    void startSignaller();
    void sendStopSignals(pthread_t thread);

    StepperEvents m_events;
    std::atomic<unsigned> m_attention = 0;
    std::atomic<bool> m_isAnswering = false;

    // With the GIL held.
    BreakpointTable m_table;
    Watches m_watches;
    StepPlan m_plan;
    std::map<const Graph *, GraphLines> m_graphLines;        ///< by the final entry; of this run
    std::vector<std::pair<std::string, int>> m_awaitedLines; ///< as they were asked for
    int64_t m_lineGeneration = 0;                            ///< of m_awaitedLines
    bool m_asksAfterwards = false;                           ///< the plan or a watchpoint wants to see results
    bool m_isListening = false;
    bool m_isRecorded = false;
    int64_t m_counted = 0; ///< operators, while nothing is recorded
    bool m_countsAll = false;
    int64_t m_awaited = BreakpointTable::noNumber; ///< the next operator to stop before by its number
    int64_t m_failedOp = -1;                       ///< the last operator, if it failed
    std::string m_failure;                         ///< with what, in one line

    std::mutex m_mutex; ///< guards all below
    std::condition_variable m_changed;
    std::optional<std::vector<Breakpoint>> m_newBreakpoints;
    std::optional<std::vector<Watchpoint>> m_newWatchpoints;
    std::optional<StepRequest> m_request;
    std::deque<Question> m_questions;
    bool m_running = false;
    bool m_held = false;
    _ts *m_holder = nullptr; ///< the held thread
    pthread_t m_thread = {};
    std::thread m_signaller;
};

} // namespace jitscope::inline stepping
