// SPDX-License-Identifier: Apache-2.0
// The stepper's side towards other threads, and the begin and end of a run; see also stepperops, -lines and -hold.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine/stepping/stepper.h"

#include "engine/base/threaduse.h"
#include "engine/session/recorder.h"
#include "engine/session/records.h"
#include "engine/stepping/besiderun.h"
#include "engine/stepping/stop.h"

#include <algorithm>
#include <csignal>

namespace jitscope::inline stepping {

namespace {

/** The one stepper that the trace function and signals work for; set and read with the GIL held. */
Stepper *active = nullptr;

} // namespace

Stepper::~Stepper() {
    if (m_signaller.joinable()) m_signaller.join();
}

int Stepper::signalNumber() {
    return SIGRTMIN + 5;
}

void Stepper::setBreakpoints(std::vector<Breakpoint> breakpoints) {
    const std::lock_guard lock(m_mutex);
    m_newBreakpoints = std::move(breakpoints);
    m_attention |= News;
    if (m_running && !m_held) pthread_kill(m_thread, signalNumber());
}

void Stepper::setWatchpoints(std::vector<Watchpoint> watchpoints) {
    const std::lock_guard lock(m_mutex);
    m_newWatchpoints = std::move(watchpoints);
    m_attention |= News;
    if (m_running && !m_held) pthread_kill(m_thread, signalNumber());
}

void Stepper::step(const StepRequest &request) {
    const std::lock_guard lock(m_mutex);
    if (!m_held || m_request) return;
    m_request = request;
    m_changed.notify_all();
}

void Stepper::pause() {
    const std::lock_guard lock(m_mutex);
    if (!m_running || (m_held && !m_request)) return;
    m_attention |= Pausing;
    pthread_kill(m_thread, signalNumber());
}

void Stepper::stop() {
    const std::lock_guard lock(m_mutex);
    if (isStopping()) return;
    m_attention |= Stopping;
    m_changed.notify_all();
    if (m_running) startSignaller();
}

bool Stepper::ask(Question question) {
    const std::lock_guard lock(m_mutex);
    if (!m_held || isStopping()) return false;
    m_questions.push_back(std::move(question));
    m_changed.notify_all();
    return true;
}

/** With m_mutex held. */
void Stepper::startSignaller() {
    m_signaller = std::thread([this, thread = m_thread] { sendStopSignals(thread); });
}

void Stepper::sendStopSignals(pthread_t thread) {
    nameThread("stop signals");
    std::unique_lock lock(m_mutex);
    while (m_running) {
        pthread_kill(thread, signalNumber());
        m_changed.wait_for(lock, std::chrono::milliseconds(200), [this] { return !m_running; });
    }
}

void Stepper::begin(RecordLevel level, bool stopAtFirstOp) {
    if (!Py_IsInitialized()) return;
    {
        const std::lock_guard lock(m_mutex);
        m_thread = pthread_self();
        m_held = false;
        m_running = true;
        m_request.reset();
        m_attention &= ~unsigned(Pausing);
        if (isStopping()) startSignaller();
    }
    active = this;
    forgetTracedCode();
    m_graphLines.clear();
    m_table.forgetHits();
    m_isRecorded = level != RecordLevel::None;
    m_counted = 0;
    m_failedOp = -1;
    m_isListening = false;
    takeNews();
    m_watches.beginRun();
    adopt(stopAtFirstOp ? StepPlan::toFirstOp() : StepPlan());
    m_countsAll = m_isListening;
    setGraphWatcher(this);
}

void Stepper::end() {
    std::thread signaller;
    {
        const std::lock_guard lock(m_mutex);
        m_running = false;
        m_changed.notify_all();
        signaller = std::move(m_signaller);
    }
    if (signaller.joinable()) signaller.join();
    if (active == nullptr) return;
    m_plan = StepPlan();
    m_watches.beginRun(); // lets go of the run's tensors
    m_graphLines.clear();
    setOpListener(nullptr);
    setGraphWatcher(nullptr);
    traceLines(nullptr);
    active = nullptr;
    tellHits();
}

void Stepper::tellHits() {
    const std::vector<int64_t> hits = m_table.hits();
    if (m_events.hitsCounted && !hits.empty()) m_events.hitsCounted(hits);
}

void Stepper::takeNews() {
    std::optional<std::vector<Breakpoint>> breakpoints;
    std::optional<std::vector<Watchpoint>> watchpoints;
    {
        const std::lock_guard lock(m_mutex);
        breakpoints = std::exchange(m_newBreakpoints, std::nullopt);
        watchpoints = std::exchange(m_newWatchpoints, std::nullopt);
        m_attention &= ~unsigned(News);
    }
    if (breakpoints) {
        BreakpointTable table(*std::move(breakpoints));
        table.keepHits(m_table);
        m_table = std::move(table);
    }
    if (watchpoints) {
        Watches watches(*std::move(watchpoints));
        watches.takeValues(std::move(m_watches));
        m_watches = std::move(watches);
    }
    if (breakpoints || watchpoints) updateListening();
}

void Stepper::adopt(StepPlan plan) {
    m_plan = std::move(plan);
    updateListening();
}

/** The trace function and the listeners as the plan and the breakpoints now need them. */
void Stepper::updateListening() {
    if (m_plan.concernsOps())
        m_attention |= Planned;
    else
        m_attention &= ~unsigned(Planned);
    findAwaitedLines();
    m_asksAfterwards = m_plan.wantsNonFinite() || !m_watches.isEmpty();
    waitForNumber(nextNumber());
    m_isListening = m_isListening || m_isRecorded || m_attention & (Planned | Pausing) || m_asksAfterwards ||
                    m_table.concernsOps() || m_plan.toNumber() > 0;
    setOpListener(m_isListening ? this : nullptr);
    updateTracing();
}

void Stepper::updateTracing() {
    const bool isNeeded = m_table.hasLines() || m_table.hasExceptions() || m_attention & Pausing || m_plan.needsTrace();
    traceLines(isNeeded ? this : nullptr);
}

int64_t Stepper::nextNumber() const {
    if (m_isRecorded) return Recorder::instance().nextOp();
    return m_countsAll ? m_counted + 1 : -1;
}

/** The number of the next operator that a breakpoint or the plan waits for. */
void Stepper::waitForNumber(int64_t first) {
    m_awaited = m_table.numberFrom(first);
    if (m_plan.toNumber() > 0) m_awaited = std::min(m_awaited, std::max(m_plan.toNumber(), first));
    if (first >= m_awaited)
        m_attention |= Numbered;
    else
        m_attention &= ~unsigned(Numbered);
}

/** An operator has run, or failed. */
void Stepper::counted(int64_t number) {
    ++m_counted;
    const int64_t next = (m_isRecorded ? number : m_counted) + 1;
    if (next >= m_awaited) [[unlikely]]
        m_attention |= Numbered;
}

/** Before the program goes on in any way; throws to end it. */
void Stepper::respond() {
    if (isStopping()) throw StopRequested();
    if (m_attention & News) takeNews();
    if (m_attention & OtherHeld) waitForTurn();
    if (isStopping()) throw StopRequested();
}

bool Stepper::attend(bool isInUserCode) {
    if (active == nullptr) return true;
    Stepper &stepper = *active;
    if (stepper.isStopping()) {
        // What another thread computes for a question can only be reached by an exception.
        const std::lock_guard lock(stepper.m_mutex);
        if (stepper.m_isAnswering && stepper.m_holder && stepper.m_holder != PyThreadState_Get())
            PyThreadState_SetAsyncExc(stepper.m_holder->thread_id, PyExc_KeyboardInterrupt);
        return !isInUserCode;
    }
    if (BesideRun::isHere()) return true;
    if (stepper.m_attention & News) stepper.takeNews();
    if (!(stepper.m_attention & Pausing)) return true;
    if (!isInUserCode) {
        stepper.updateListening();
        return true;
    }
    // Not at the next line: a loop of one instruction (`while True: pass`) never begins another.
    PauseInfo info;
    info.reason = PauseReason::Pause;
    info.nextOp = stepper.nextNumber();
    stepper.hold(std::move(info), nullptr);
    return !stepper.isStopping();
}

} // namespace jitscope::inline stepping
