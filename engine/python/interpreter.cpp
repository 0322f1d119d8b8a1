// SPDX-License-Identifier: Apache-2.0
#include "engine/python/interpreter.h"

#include "engine/base/clock.h"
#include "engine/inspect/watchpoint.h"
#include "engine/python/host.h"
#include "engine/python/pythonthread.h"
#include "engine/session/recorder.h"
#include "engine/session/session.h"
#include "engine/stepping/stepper.h"

#include <atomic>
#include <chrono>
#include <future>
#include <unistd.h>

namespace jitscope::inline python {

struct Interpreter::State {
    explicit State(ProgramEvents given)
        : events(std::move(given))
        , stepper({.paused = [this](const PauseInfo &info) { tellPaused(info); },
                   .resumed = [this] { setState(RunState::Running); },
                   .hitsCounted = events.hitsCounted}) {}

    void setState(RunState next) {
        {
            const std::lock_guard lock(mutex);
            if (state == RunState::Paused) leaveOutOfClock(systemNs() - pausedAtNs);
            if (next == RunState::Paused) pausedAtNs = systemNs();
            if (next == RunState::Paused) Recorder::instance().endThreads();
            if (state == RunState::Paused && next == RunState::Running) Recorder::instance().beginThreads();
            state = next;
        }
        if (events.stateChanged) events.stateChanged(next);
    }

    void tellPaused(const PauseInfo &info) {
        setState(RunState::Paused);
        if (events.paused) events.paused(info);
    }

    /** False when something runs already. */
    bool claim() {
        const std::lock_guard lock(mutex);
        if (isBusy) return false;
        isBusy = true;
        state = RunState::Running;
        stepper.expectRun();
        return true;
    }

    void finish(const RunOutcome &outcome) {
        setState(RunState::Idle);
        {
            const std::lock_guard lock(mutex);
            last = outcome;
            isBusy = false;
        }
        if (events.finished) events.finished(outcome);
        const std::lock_guard lock(mutex);
        ++finishedRuns;
        ended.notify_all();
    }

    const ProgramEvents events;
    stepping::Stepper stepper;
    mutable std::mutex mutex; ///< guards all below
    std::condition_variable ended;
    RunState state = RunState::Idle;
    bool isBusy = false;
    int startedRuns = 0, finishedRuns = 0;
    int64_t pausedAtNs = 0; ///< by the system's clock
    RunOutcome last;
    RecordLevel record = RecordLevel::Ops; ///< of the last script, kept for the console
};

namespace {

/** What a recording says of the run that it is of; see Session::info. */
void recordOutcome(const RunOutcome &outcome) {
    Recorder &recorder = Recorder::instance();
    recorder.recordInfo("outcome", outcome.stopped ? "stopped" : outcome.error.empty() ? "finished" : "failed");
    recorder.recordInfo("exit_code", std::to_string(outcome.exitCode));
    recorder.recordInfo("duration_ns", std::to_string(outcome.durationNs));
    if (const auto cost = recorder.cost()) recorder.recordInfo(recordingCostKey, recordingCostText(*cost));
}

void recordBegin() {
    using namespace std::chrono;
    const auto now = duration_cast<milliseconds>(system_clock::now().time_since_epoch());
    Recorder::instance().recordInfo("started_unix_ms", std::to_string(now.count()));
}

/** Runs `work` as one run on Python's thread, with the stepper around it. */
template<class State, class Work>
void startRun(State &state, RunKind kind, RecordLevel level, bool stopAtFirstOp, Work work) {
    if (!state.claim()) return;
    {
        const std::lock_guard lock(state.mutex);
        ++state.startedRuns;
        state.record = level;
    }
    if (state.events.stateChanged) state.events.stateChanged(RunState::Running);
    python::postToPython([&state, kind, level, stopAtFirstOp, work = std::move(work)] {
        python::setOutput(state.events.output);
        python::setPictures(state.events.pictured);
        python::setInputWanted(state.events.inputWanted);
        Recorder::instance().setLevel(level);
        Recorder::instance().beginThreads();
        state.stepper.begin(level, stopAtFirstOp);
        if (kind == RunKind::Script) recordBegin();
        const int64_t begun = nowNs();
        const pid_t process = ::getpid();
        RunOutcome outcome = work();
        if (::getpid() != process) ::_exit(outcome.exitCode); // a forked child came to the script's end
        outcome.kind = kind;
        outcome.stopped = outcome.stopped || state.stepper.isStopping();
        state.stepper.end();
        Recorder::instance().endThreads();
        outcome.durationNs = nowNs() - begun;
        if (kind == RunKind::Script) recordOutcome(outcome);
        state.finish(outcome);
    });
}

EvaluationResult notHeld(const std::string &name) {
    EvaluationResult result;
    result.value.name = name;
    result.error = "The program does not stand still.";
    return result;
}

/** Asks a held program; gives `otherwise` when it is not held, or at work on another question that takes long. */
template<class Answer, class Ask> Answer askHeld(stepping::Stepper &stepper, Answer otherwise, Ask ask) {
    struct Shared {
        std::promise<Answer> answer;
        std::atomic<bool> hasBegun = false;
    };
    const auto shared = std::make_shared<Shared>();
    auto future = shared->answer.get_future();
    const auto question = [shared, otherwise, ask](const stepping::HeldFrames *held) {
        shared->hasBegun = true;
        shared->answer.set_value(held ? ask(*held) : otherwise);
    };
    if (!stepper.ask(question)) return otherwise;
    using std::chrono::milliseconds;
    constexpr milliseconds tick(5), longestWait(60), longestAnswer(2000);
    milliseconds waited(0), answered(0);
    while (future.wait_for(tick) != std::future_status::ready) {
        (stepper.isAnswering() && !shared->hasBegun ? waited : answered) += tick;
        if (waited >= longestWait || answered >= longestAnswer) return otherwise;
    }
    return future.get();
}

/** Asks Python's thread and waits for the answer. */
template<class Ask> auto askPython(Ask ask) {
    auto answer = std::make_shared<std::promise<decltype(ask())>>();
    auto future = answer->get_future();
    python::postToPython([answer, ask = std::move(ask)] { answer->set_value(ask()); });
    return future.get();
}

} // namespace

Interpreter::Interpreter(ProgramEvents events)
    : m_state(std::make_unique<State>(std::move(events))) {
    // Loading Python and numpy takes a moment; it may as well happen while the window opens.
    python::postToPython([] {});
}

Interpreter::~Interpreter() {
    stop();
    wait();
    // A job may still be leaving the state that it ran for.
    askPython([] { return true; });
}

void Interpreter::runScript(const std::string &path, const RunOptions &options) {
    startRun(*m_state, RunKind::Script, options.record, options.stopAtFirstOp, [path, options] {
        if (options.valueBudgetBytes > 0) Recorder::instance().setValueBudget(options.valueBudgetBytes);
        return python::hostRunScript(path, nullptr, options);
    });
}

void Interpreter::runScript(const std::string &path, const std::string &text, const RunOptions &options) {
    startRun(*m_state, RunKind::Script, options.record, options.stopAtFirstOp, [path, text, options] {
        if (options.valueBudgetBytes > 0) Recorder::instance().setValueBudget(options.valueBudgetBytes);
        return python::hostRunScript(path, &text, options);
    });
}

void Interpreter::runConsole(const std::string &source) {
    const auto inFrame = [this, source](const stepping::HeldFrames *frames) {
        if (frames && m_state->events.consoleAnswered)
            m_state->events.consoleAnswered(frames->console(source));
        else if (frames)
            frames->console(source);
    };
    if (state() == RunState::Paused && m_state->stepper.ask(inFrame)) return;
    startRun(*m_state, RunKind::Console, m_state->record, false, [source] { return python::hostRunConsole(source); });
}

Completeness Interpreter::completeness(const std::string &source) {
    const auto judge = [source] { return python::hostCompleteness(source); };
    if (state() == RunState::Idle) return askPython(judge);
    return askHeld(m_state->stepper, Completeness::Complete, [judge](const stepping::HeldFrames &) { return judge(); });
}

std::vector<std::string> Interpreter::completions(const std::string &prefix) {
    if (state() == RunState::Idle) return askPython([prefix] { return python::hostCompletions(prefix); });
    return askHeld(m_state->stepper, std::vector<std::string>(),
                   [prefix](const stepping::HeldFrames &frames) { return frames.completions(prefix); });
}

NameHelp Interpreter::describe(const std::string &name) {
    if (state() == RunState::Idle) return askPython([name] { return python::hostDescribe(name); });
    return askHeld(m_state->stepper, NameHelp(),
                   [name](const stepping::HeldFrames &frames) { return frames.describe(name); });
}

RunState Interpreter::state() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->state;
}

void Interpreter::setBreakpoints(std::vector<Breakpoint> breakpoints) {
    m_state->stepper.setBreakpoints(std::move(breakpoints));
}
void Interpreter::setWatchpoints(std::vector<Watchpoint> watchpoints) {
    m_state->stepper.setWatchpoints(std::move(watchpoints));
}
void Interpreter::step(const StepRequest &request) {
    m_state->stepper.step(request);
}

void Interpreter::frames(std::function<void(const std::vector<FrameView> &)> reply) {
    const auto answer = [reply](const stepping::HeldFrames *held) {
        reply(held ? held->views({.frames = 1000, .names = 1000, .cpuSeconds = 1}) : std::vector<FrameView>());
    };
    if (!m_state->stepper.ask(answer)) answer(nullptr);
}

void Interpreter::evaluate(int frame, const std::string &source, std::function<void(const EvaluationResult &)> reply) {
    const auto answer = [frame, source, reply](const stepping::HeldFrames *held) {
        reply(held ? held->evaluate(frame, source) : notHeld(source));
    };
    if (!m_state->stepper.ask(answer)) answer(nullptr);
}

void Interpreter::assign(int frame, const std::string &target, const std::string &source,
                         std::function<void(const EvaluationResult &)> reply) {
    const auto answer = [frame, target, source, reply](const stepping::HeldFrames *held) {
        reply(held ? held->assign(frame, target, source) : notHeld(target));
    };
    if (!m_state->stepper.ask(answer)) answer(nullptr);
}

void Interpreter::pause() {
    m_state->stepper.pause();
}
void Interpreter::stop() {
    if (state() != RunState::Idle) m_state->stepper.stop();
}

RunOutcome Interpreter::wait() {
    std::unique_lock lock(m_state->mutex);
    m_state->ended.wait(lock, [this] { return m_state->finishedRuns == m_state->startedRuns; });
    return m_state->last;
}

} // namespace jitscope::inline python
