// SPDX-License-Identifier: Apache-2.0
// The stepper while the program stands: what is told and taken down, questions, the step that comes next.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine/stepping/stepper.h"

#include "engine/session/recorder.h"
#include "engine/session/records.h"
#include "engine/stepping/stepperparts.h"

namespace jitscope::inline stepping {

namespace {

std::string reasonText(PauseReason reason) {
    constexpr const char *names[] = {"breakpoint", "step", "pause", "exception", "NaN or infinity", "watchpoint"};
    static_assert(std::size(names) == size_t(PauseReason::Watchpoint) + 1);
    return names[size_t(reason)];
}

/** What the frames hold is taken down, so that going back can show it. */
void recordStop(const PauseInfo &info, const HeldFrames &frames) {
    if (Recorder::instance().level() == RecordLevel::None) return;
    StopRecord stop;
    stop.nextOp = info.nextOp;
    stop.reason = reasonText(info.reason) + (info.message.empty() ? "" : ": " + info.message);
    stop.stack = frames.stack();
    for (FrameView &view : frames.views({}))
        stop.variables.push_back(std::move(view.variables));
    Recorder::instance().recordStop(std::move(stop));
}

} // namespace

/** Another thread is held: waits until it goes on. */
void Stepper::waitForTurn() {
    PyThreadState *thread = PyEval_SaveThread();
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_held || isStopping() || !m_running; });
    }
    PyEval_RestoreThread(thread);
}

void Stepper::hold(PauseInfo info, const OperatorView *sight) {
    while (true) {
        {
            const std::lock_guard lock(m_mutex);
            if (isStopping() || !m_running) return;
            if (!m_held) {
                m_held = true;
                m_holder = PyThreadState_Get();
                m_request.reset();
                m_attention = (m_attention | OtherHeld) & ~unsigned(Pausing);
                break;
            }
        }
        waitForTurn();
    }
    stand(info, sight);
    std::deque<Question> left;
    {
        const std::lock_guard lock(m_mutex);
        m_held = false;
        m_holder = nullptr;
        m_request.reset();
        m_attention &= ~unsigned(OtherHeld);
        left.swap(m_questions);
        m_changed.notify_all();
    }
    for (const Question &question : left)
        question(nullptr);
    m_events.resumed();
}

void Stepper::stand(const PauseInfo &given, const OperatorView *sight) {
    const HeldFrames frames(given.stack);
    PauseInfo info = given;
    info.stack = frames.stack();
    info.capturedFrames = int(given.stack.size());
    recordStop(info, frames);
    StopPosition stand = StopPosition::here();
    if (sight && sight->node) stand.scope = sight->node->scope;
    stand.captured = given.stack;
    stand.graphDepth = graphDepth();
    stand.isAtGraph = sight && sight->isGraphCall;
    stand.nextOp = info.nextOp;
    stand.isBehindOp = info.lastOp >= 0 && info.reason != PauseReason::Exception;
    adopt(StepPlan());
    tellHits();
    m_events.paused(info);
    while (true) {
        PyThreadState *thread = PyEval_SaveThread();
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_request || !m_questions.empty() || isStopping() || !m_running; });
        }
        PyEval_RestoreThread(thread);
        if (isStopping() || !m_running) return;
        answer(frames);
        if (goesOn(info, stand)) return;
    }
}

/** Makes the step that was asked for, if any; one that cannot be made is refused with a reason. */
bool Stepper::goesOn(const PauseInfo &info, const StopPosition &stand) {
    std::optional<StepRequest> request;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_questions.empty()) return false; // asked for before
        request = std::exchange(m_request, std::nullopt);
    }
    if (!request) return false;
    if (m_attention & News) takeNews();
    Result<StepPlan> plan = StepPlan::from(*request, stand);
    if (plan) {
        adopt(*std::move(plan));
        return true;
    }
    PauseInfo again = info;
    again.message = plan.error().message;
    m_events.paused(again);
    return false;
}

void Stepper::answer(const HeldFrames &frames) {
    while (!isStopping()) {
        Question question;
        {
            const std::lock_guard lock(m_mutex);
            if (m_questions.empty()) return;
            question = std::move(m_questions.front());
            m_questions.pop_front();
        }
        m_isAnswering = true;
        question(&frames);
        m_isAnswering = false;
    }
}

} // namespace jitscope::inline stepping
