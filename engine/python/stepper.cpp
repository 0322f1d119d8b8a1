// SPDX-License-Identifier: Apache-2.0
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine/python/stepper.h"

#include "engine/base/clock.h"
#include "engine/python/place.h"
#include "engine/python/stop.h"
#include "engine/session/recorder.h"

#include <csignal>
#include <filesystem>

namespace jitscope::python {

namespace {

/** The one stepper that the trace function and pending calls work for; set and read with the GIL held. */
Stepper *active = nullptr;

/** CPython calls it before every line while it is set. */
int traceLine(PyObject *, PyFrameObject *frame, int what, PyObject *) {
    if (what != PyTrace_LINE || active == nullptr) return 0;
    PyCodeObject *code = PyFrame_GetCode(frame);
    const char *file = PyUnicode_AsUTF8(code->co_filename);
    const bool goOn = file == nullptr || active->beforeLine(file, PyFrame_GetLineNumber(frame));
    Py_DECREF(code);
    if (goOn) return 0;
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    return -1;
}

/** Two spellings of one file must meet: what the editor was opened with, and what Python was given. */
std::string canonical(const std::string &file) {
    std::error_code failed;
    const auto path = std::filesystem::weakly_canonical(file, failed);
    return failed || file.starts_with("<") ? file : path.string();
}

/** "f32[2,3], f32[3], axis=-1". */
std::string operandText(const OpDef &op, std::span<const Value> arguments) {
    std::string text;
    for (size_t i = 0; i < arguments.size(); ++i) {
        if (i > 0) text += ", ";
        const Abstract abstract = Abstract::of(arguments[i]);
        const bool isNamed = i < op.params.size() && !abstract.isTensor();
        text += isNamed ? op.params[i].name + "=" + toString(arguments[i]) : brief(abstract);
    }
    return text;
}

PauseInfo pauseInfo(const std::string &reason) {
    PauseInfo info;
    info.reason = reason;
    info.stack = currentPlace().stack;
    return info;
}

} // namespace

Stepper::~Stepper() {
    if (m_signaller.joinable()) m_signaller.join();
}

int Stepper::signalNumber() {
    return SIGRTMIN + 5;
}

void Stepper::setBreakpoints(std::vector<Breakpoint> breakpoints) {
    const std::lock_guard lock(m_mutex);
    m_breakpoints.clear();
    for (const Breakpoint &breakpoint : breakpoints)
        m_breakpoints.emplace(canonical(breakpoint.file), breakpoint.line);
    m_hasBreakpoints = !m_breakpoints.empty();
    if (m_running) pthread_kill(m_thread, signalNumber());
}

void Stepper::proceed(Command command) {
    const std::lock_guard lock(m_mutex);
    if (!m_held) return;
    m_command = command;
    m_held = false;
    m_changed.notify_all();
}

void Stepper::pause() {
    const std::lock_guard lock(m_mutex);
    if (!m_running || m_held) return;
    m_command = Command::Pause;
    pthread_kill(m_thread, signalNumber());
}

void Stepper::stop() {
    const std::lock_guard lock(m_mutex);
    if (m_stopping) return;
    m_stopping = true;
    m_changed.notify_all();
    if (m_running) startSignaller();
}

/** With m_mutex held. */
void Stepper::startSignaller() {
    m_signaller = std::thread([this, thread = m_thread] { sendStopSignals(thread); });
}

void Stepper::sendStopSignals(pthread_t thread) {
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
        m_command = stopAtFirstOp ? Command::StepOp : Command::Run;
        if (m_stopping) startSignaller();
    }
    active = this;
    if (level != RecordLevel::None || stopAtFirstOp) setOpListener(this);
    updateTracing();
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
    setOpListener(nullptr);
    PyEval_SetTrace(nullptr, nullptr);
    active = nullptr;
}

void Stepper::updateTracing() {
    const Command command = m_command;
    const bool isNeeded = m_hasBreakpoints || command == Command::StepLine || command == Command::Pause;
    PyEval_SetTrace(isNeeded ? traceLine : nullptr, nullptr);
}

void Stepper::beforeOp(const OpDef &op, std::span<const Value> arguments) {
    if (m_stopping) throw StopRequested();
    if (!op.written.empty()) Recorder::instance().beforeWrite(arguments);
    const Command command = m_command;
    if (command != Command::StepOp && command != Command::Pause) return;
    PauseInfo info = pauseInfo(command == Command::Pause ? "pause" : "step");
    info.nextOp = Recorder::instance().nextOp();
    info.op = op.name;
    info.operands = operandText(op, arguments);
    hold(std::move(info));
    if (m_stopping) throw StopRequested();
}

void Stepper::afterOp(const OpDef &op, std::span<const Value> arguments, const Value &result, int64_t startNs,
                      int64_t endNs) {
    Recorder::instance().recordOp(op, arguments, &result, startNs, endNs, {});
}

void Stepper::failedOp(const OpDef &op, std::span<const Value> arguments, const std::string &message) {
    const int64_t now = nowNs();
    Recorder::instance().recordOp(op, arguments, nullptr, now, now, message);
}

bool Stepper::isBreakpoint(const std::string &file, int line) {
    if (!m_hasBreakpoints) return false;
    const std::lock_guard lock(m_mutex);
    // Lines are asked for far more often than files differ, so the cheap comparison comes first.
    for (const auto &[path, breakpointLine] : m_breakpoints)
        if (breakpointLine == line && (path == file || path == canonical(file))) return true;
    return false;
}

bool Stepper::beforeLine(const std::string &file, int line) {
    if (m_stopping) return !isUserFile(file);
    const Command command = m_command;
    const bool isWanted = command == Command::StepLine || command == Command::Pause;
    if (!isWanted && !isBreakpoint(file, line)) return true;
    if (!isUserFile(file)) return true;
    hold(pauseInfo(command == Command::Pause ? "pause" : isWanted ? "step" : "breakpoint"));
    return !m_stopping;
}

bool Stepper::attend(bool isInUserCode) {
    if (active == nullptr) return true;
    // Not at the next line: a loop of one instruction (`while True: pass`) never begins another.
    if (isInUserCode && active->m_command == Command::Pause && !active->m_stopping) active->hold(pauseInfo("pause"));
    if (active->m_stopping) return !isInUserCode;
    active->updateTracing();
    return true;
}

void Stepper::hold(PauseInfo info) {
    {
        const std::lock_guard lock(m_mutex);
        m_held = true;
    }
    m_events.paused(info);
    PyThreadState *thread = PyEval_SaveThread();
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_held || m_stopping; });
        m_held = false;
    }
    PyEval_RestoreThread(thread);
    m_events.resumed();
    if (m_stopping) return;
    setOpListener(Recorder::instance().level() != RecordLevel::None || m_command == Command::StepOp ? this : nullptr);
    updateTracing();
}

} // namespace jitscope::python
