// SPDX-License-Identifier: Apache-2.0
// Asks jitscope_frames.py, and brings its answers into records.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine/stepping/heldframes.h"

#include "engine/base/cputime.h"
#include "engine/session/records.h"
#include "engine/stepping/besiderun.h"
#include "engine/stepping/objectref.h"
#include "engine/stepping/place.h"
#include "engine/stepping/stepper.h"

#include <frameobject.h>

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <thread>

namespace jitscope::inline stepping {

namespace {

PyObject *framesModule = nullptr; ///< null until startFrames()

/** The program may stand in the middle of raising an exception, which what runs beside it must not touch. */
class KeptError {
public:
    KeptError() { PyErr_Fetch(&m_type, &m_value, &m_trace); }
    ~KeptError() { PyErr_Restore(m_type, m_value, m_trace); }
    KeptError(const KeptError &) = delete;
    KeptError &operator=(const KeptError &) = delete;

private:
    PyObject *m_type = nullptr, *m_value = nullptr, *m_trace = nullptr;
};

std::string utf8(PyObject *text) {
    const char *bytes = text && PyUnicode_Check(text) ? PyUnicode_AsUTF8(text) : nullptr;
    if (bytes) return bytes;
    PyErr_Clear();
    return {};
}

/** The sentence of the exception that is set, which it clears. */
std::string takeSentence() {
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    const ObjectRef kept[] = {ObjectRef(type), ObjectRef(value), ObjectRef(trace)};
    if (type && PyErr_GivenExceptionMatches(type, PyExc_KeyboardInterrupt)) return "KeyboardInterrupt: it was stopped.";
    ObjectRef text(framesModule && value ? PyObject_CallMethod(framesModule, "sentence", "O", value) : nullptr);
    PyErr_Clear();
    const std::string sentence = utf8(text.get());
    return sentence.empty() ? "It could not be evaluated." : sentence;
}

PyObject *writeBack(PyObject *, PyObject *frame) {
    if (!PyFrame_Check(frame)) return PyErr_Format(PyExc_TypeError, "a frame is needed");
    PyFrame_LocalsToFast(reinterpret_cast<PyFrameObject *>(frame), 1);
    Py_RETURN_NONE;
}

PyMethodDef writeBackDefinition = {"write_back", writeBack, METH_O, nullptr};

/** Of (name, type, text, tensor, is_global). */
std::optional<Variable> variableOf(PyObject *tuple) {
    if (!tuple || !PyTuple_Check(tuple) || PyTuple_GET_SIZE(tuple) != 5) return std::nullopt;
    Variable variable;
    variable.name = utf8(PyTuple_GET_ITEM(tuple, 0));
    variable.type = utf8(PyTuple_GET_ITEM(tuple, 1));
    variable.text = utf8(PyTuple_GET_ITEM(tuple, 2));
    variable.tensor = PyLong_AsLongLong(PyTuple_GET_ITEM(tuple, 3));
    variable.isGlobal = PyTuple_GET_ITEM(tuple, 4) == Py_True;
    return variable;
}

std::vector<Variable> variablesOf(PyObject *list) {
    std::vector<Variable> variables;
    for (Py_ssize_t i = 0; list && PyList_Check(list) && i < PyList_GET_SIZE(list); ++i)
        if (auto variable = variableOf(PyList_GET_ITEM(list, i))) variables.push_back(*std::move(variable));
    return variables;
}

EvaluationResult resultOf(PyObject *tuple, const std::string &name) {
    EvaluationResult result;
    if (auto variable = variableOf(tuple))
        result.value = *std::move(variable);
    else
        result.error = takeSentence();
    result.value.name = name;
    return result;
}

EvaluationResult failed(const std::string &name, const std::string &reason) {
    EvaluationResult result;
    result.value.name = name;
    result.error = reason;
    return result;
}

/**
 * Ends what Python computes on this thread when it takes too long: a watch expression may loop for ever. Loops in C
 * that never come back to Python cannot be ended. Made and destroyed with the GIL held, under which alone the exception
 * is set and taken back, so that it never reaches the program.
 */
class TimeLimit {
public:
    explicit TimeLimit(std::chrono::milliseconds limit)
        : m_thread(PyThread_get_thread_ident())
        , m_exception(framesModule ? PyObject_GetAttrString(framesModule, "TimeLimit") : nullptr)
        , m_watch([this, limit] { watch(limit); }) {}
    ~TimeLimit() {
        {
            const std::lock_guard lock(m_mutex);
            m_isDone = true;
        }
        m_changed.notify_all();
        PyThreadState *state = PyEval_SaveThread(); // the other one may wait for the GIL
        m_watch.join();
        PyEval_RestoreThread(state);
        if (m_hasFired) takeLateException();
        Py_XDECREF(m_exception);
    }
    TimeLimit(const TimeLimit &) = delete;
    TimeLimit &operator=(const TimeLimit &) = delete;

private:
    /** One that came as the evaluation ended is raised in the next Python function: in this one. (Taking it back by
        PyThreadState_SetAsyncExc() leaves CPython 3.11 with its flag up, and traced frames then turn in circles.) */
    static void takeLateException() {
        const KeptError error;
        const ObjectRef nothing(framesModule ? PyObject_CallMethod(framesModule, "nothing", nullptr) : nullptr);
        PyErr_Clear();
    }

    void watch(std::chrono::milliseconds limit) {
        constexpr std::chrono::milliseconds again(200); // who catches everything gets another one
        std::unique_lock lock(m_mutex);
        const auto isDone = [this] { return m_isDone; };
        while (!m_changed.wait_for(lock, m_hasFired ? again : limit, isDone)) {
            lock.unlock();
            const PyGILState_STATE state = PyGILState_Ensure();
            lock.lock();
            if (!m_isDone && m_exception) PyThreadState_SetAsyncExc(m_thread, m_exception);
            // A sleep looks for exceptions only when a signal comes.
            if (!m_isDone) pthread_kill(m_native, Stepper::signalNumber());
            m_hasFired = true;
            lock.unlock();
            PyGILState_Release(state);
            lock.lock();
        }
    }

    unsigned long m_thread;
    pthread_t m_native = pthread_self();
    PyObject *m_exception;
    std::mutex m_mutex; ///< guards the next two
    bool m_isDone = false, m_hasFired = false;
    std::condition_variable m_changed;
    std::thread m_watch;
};

constexpr std::chrono::milliseconds evaluationLimit(2000); // jitscope_frames.TimeLimit says it

const std::string noFrame = "There is no such frame of the user's code here.";
const std::string noNames = "A compiled graph has no Python names. Choose a frame of Python to change one.";

/** Of a place without a frame: the function's name by its source. */
std::string functionAt(const SourceSpan &span) {
    const ObjectRef name(framesModule
                             ? PyObject_CallMethod(framesModule, "function_name", "si", span.file.c_str(), span.line)
                             : nullptr);
    PyErr_Clear();
    return utf8(name.get());
}

} // namespace

void startFrames() {
    framesModule = PyImport_ImportModule("jitscope_frames");
    PyObject *function = PyCFunction_New(&writeBackDefinition, nullptr);
    const ObjectRef started(framesModule && function ? PyObject_CallMethod(framesModule, "start", "O", function)
                                                     : nullptr);
    Py_XDECREF(function);
}

HeldFrames::HeldFrames(const std::vector<StackFrame> &captured)
    : m_captured(captured.size())
    , m_stack(captured) {
    const BesideRun beside;
    const KeptError error;
    for (StackFrame &frame : m_stack)
        frame.function = functionAt(frame.span);
    Place place = currentPlace();
    std::ranges::move(place.stack, std::back_inserter(m_stack));
    m_scope = std::string(place.scope);
    PyFrameObject *frame = PyThreadState_GetFrame(PyThreadState_Get());
    while (frame) {
        PyCodeObject *code = PyFrame_GetCode(frame);
        const bool isUser = frameKind(code) == FrameKind::User;
        Py_DECREF(code);
        PyFrameObject *outer = PyFrame_GetBack(frame);
        if (isUser)
            m_frames.push_back(reinterpret_cast<PyObject *>(frame));
        else
            Py_DECREF(frame);
        frame = outer;
    }
}

HeldFrames::~HeldFrames() {
    const KeptError error;
    for (PyObject *frame : m_frames)
        Py_DECREF(frame);
}

PyObject *HeldFrames::frame(int index) const {
    const size_t place = size_t(std::max(0, index - int(m_captured)));
    return framesModule && index >= 0 && place < m_frames.size() ? m_frames[place] : nullptr;
}

/** A function of jitscope_frames that takes a frame, a text and what was raised; of a captured frame the one that knows
    its place instead. A new reference; null with an exception set. */
PyObject *HeldFrames::call(const char *function, int index, const std::string &text, PyObject *exception) const {
    const SourceSpan &span = m_stack[size_t(index)].span;
    return PyObject_CallMethod(framesModule, function, "OsO(si)", frame(index), text.c_str(),
                               exception ? exception : Py_None, span.file.c_str(), isCaptured(index) ? span.line : 0);
}

std::vector<FrameView> HeldFrames::views(const FrameLimits &limits) const {
    const BesideRun beside;
    const KeptError error;
    const Untraced untraced;
    std::vector<FrameView> views;
    const int64_t beganNs = threadCpuNs();
    for (size_t i = 0; i < m_captured + m_frames.size() && i < m_stack.size() && i < limits.frames; ++i) {
        FrameView view{m_stack[i], {}, isCaptured(int(i))};
        // Half of what is left for each, so that the outer ones get their share too.
        const double left = std::max(0.0, limits.cpuSeconds - double(threadCpuNs() - beganNs) * 1e-9) / 2;
        const ObjectRef names(
            frame(int(i)) && !view.isCaptured
                ? PyObject_CallMethod(framesModule, "variables", "Ond", frame(int(i)), Py_ssize_t(limits.names), left)
                : nullptr);
        PyErr_Clear();
        view.variables = variablesOf(names.get());
        views.push_back(std::move(view));
    }
    return views;
}

EvaluationResult HeldFrames::evaluate(int index, const std::string &source) const {
    if (!frame(index)) return failed(source, noFrame);
    const BesideRun beside;
    const KeptError error;
    const Untraced untraced;
    PyObject *value = nullptr;
    {
        const TimeLimit limit(evaluationLimit);
        value = call("evaluate", index, source, nullptr);
    }
    return resultOf(ObjectRef(value).get(), source);
}

EvaluationResult HeldFrames::assign(int index, const std::string &target, const std::string &source) const {
    if (!frame(index)) return failed(target, noFrame);
    if (isCaptured(index)) return failed(target, noNames);
    const BesideRun beside;
    const KeptError error;
    const ObjectRef value(
        PyObject_CallMethod(framesModule, "assign", "Oss", frame(index), target.c_str(), source.c_str()));
    return resultOf(value.get(), target);
}

RunOutcome HeldFrames::console(const std::string &source) const {
    RunOutcome outcome;
    outcome.kind = RunKind::Console;
    outcome.exitCode = 1;
    if (!innermost()) {
        outcome.error = noFrame + "\n";
        return outcome;
    }
    const BesideRun beside;
    const KeptError error;
    const ObjectRef answer(PyObject_CallMethod(framesModule, "console", "Os", innermost(), source.c_str()));
    const char *trace = "", *message = "";
    int isStopped = 0;
    if (!answer || !PyArg_ParseTuple(answer.get(), "issp", &outcome.exitCode, &trace, &message, &isStopped)) {
        outcome.error = takeSentence() + "\n";
        return outcome;
    }
    outcome.error = trace;
    outcome.stopped = isStopped != 0;
    if (!outcome.error.empty()) outcome.problem = {Severity::Error, "error", message, {}};
    return outcome;
}

std::vector<std::string> HeldFrames::completions(const std::string &prefix) const {
    std::vector<std::string> names;
    if (!innermost()) return names;
    const BesideRun beside;
    const KeptError error;
    const ObjectRef list(PyObject_CallMethod(framesModule, "completions", "Os", innermost(), prefix.c_str()));
    PyErr_Clear();
    for (Py_ssize_t i = 0; list && PyList_Check(list.get()) && i < PyList_GET_SIZE(list.get()); ++i)
        names.push_back(utf8(PyList_GET_ITEM(list.get(), i)));
    return names;
}

NameHelp HeldFrames::describe(const std::string &name) const {
    if (!innermost()) return {};
    const BesideRun beside;
    const KeptError error;
    const ObjectRef told(PyObject_CallMethod(framesModule, "describe", "Os", innermost(), name.c_str()));
    PyErr_Clear();
    if (!told || !PyTuple_Check(told.get()) || PyTuple_GET_SIZE(told.get()) != 3) return {};
    return {utf8(PyTuple_GET_ITEM(told.get(), 0)), utf8(PyTuple_GET_ITEM(told.get(), 1)),
            utf8(PyTuple_GET_ITEM(told.get(), 2))};
}

Result<bool> HeldFrames::isTrue(const std::string &condition, PyObject *exception) const {
    if (!frame(0)) return Error{noFrame};
    const BesideRun beside;
    const KeptError error;
    const Untraced untraced;
    const ObjectRef truth(call("is_true", 0, condition, exception));
    if (!truth) return Error{takeSentence()};
    return truth.get() == Py_True;
}

void HeldFrames::log(const std::string &message, PyObject *exception) const {
    if (!frame(0)) return;
    const BesideRun beside;
    const KeptError error;
    const Untraced untraced;
    const ObjectRef text(call("expand", 0, message, exception));
    const ObjectRef printed(text ? PyObject_CallMethod(framesModule, "print_log", "O", text.get()) : nullptr);
    PyErr_Clear();
}

} // namespace jitscope::inline stepping
