// SPDX-License-Identifier: Apache-2.0
// The stepper at lines and exceptions.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine/stepping/stepper.h"

#include "engine/stepping/objectref.h"
#include "engine/stepping/stepperparts.h"
#include "engine/stepping/stop.h"

#include <algorithm>

namespace jitscope::inline stepping {

namespace {

/** Program flow, not failures. */
bool isFlow(PyObject *exception) {
    for (PyObject *kind : {PyExc_StopIteration, PyExc_StopAsyncIteration, PyExc_GeneratorExit, PyExc_SystemExit,
                           PyExc_KeyboardInterrupt})
        if (PyErr_GivenExceptionMatches(exception, kind)) return true;
    return false;
}

/** "ValueError: the first line of what it says". */
std::string sentenceOf(PyObject *exception) {
    const ObjectRef text(PyObject_Str(exception));
    const char *bytes = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
    std::string message = bytes ? bytes : "";
    PyErr_Clear();
    message = message.substr(0, message.find('\n'));
    const std::string kind = Py_TYPE(exception)->tp_name;
    return message.empty() ? kind : kind + ": " + message;
}

} // namespace

std::vector<int> Stepper::stopLines(const std::string &file) const {
    std::vector<int> lines = m_table.linesIn(file);
    if (const int line = m_plan.stopLine(file)) lines.insert(std::ranges::lower_bound(lines, line), line);
    return lines;
}

bool Stepper::wantsLines(PyFrameObject *frame, const TracedCode &) const {
    return m_attention & Pausing || m_plan.wantsLines(frame);
}

bool Stepper::wantsMoreThanStops() const {
    return m_attention & Pausing || m_plan.followsLines();
}

bool Stepper::onLine(PyFrameObject *frame, const TracedCode &code, int line) try {
    if (m_attention != 0) respond();
    Here here;
    const auto evaluate = [&](const std::string &condition) { return here.frames().isTrue(condition, nullptr); };
    const auto log = [&](const std::string &message) { here.frames().log(message, nullptr); };
    std::optional<BreakpointStop> stop;
    for (const auto &[met, asked] : code.meant)
        if (met == line)
            if (const auto here = m_table.atLine(code.file, asked, evaluate, log); here && !stop) stop = here;
    const bool isPause = m_attention & Pausing;
    if (!stop && !isPause && !m_plan.endsAtLine(frame, code, line)) return true;
    PauseInfo info;
    info.reason = isPause ? PauseReason::Pause : stop ? PauseReason::Breakpoint : PauseReason::Step;
    info.nextOp = nextNumber();
    if (stop) {
        info.breakpoint = stop->index;
        info.message = stop->message;
    }
    hold(std::move(info), nullptr);
    return !isStopping();
} catch (const StopRequested &) {
    return false;
}

bool Stepper::onInstruction(PyFrameObject *frame) {
    if (isStopping()) return false;
    if (!m_plan.endsAtInstruction(frame)) return true;
    PauseInfo info;
    info.reason = PauseReason::Step;
    info.nextOp = nextNumber();
    hold(std::move(info), nullptr);
    return !isStopping();
}

void Stepper::onReturn(PyFrameObject *frame, const TracedCode &code) {
    m_plan.onReturn(frame, code);
}

bool Stepper::onException(PyFrameObject *, PyObject *value, bool isNew) {
    if (isStopping()) return true; // on its way out already
    if (!isNew || !m_table.hasExceptions() || isFlow(value)) return true;
    Here here;
    const auto evaluate = [&](const std::string &condition) { return here.frames().isTrue(condition, value); };
    const auto log = [&](const std::string &message) { here.frames().log(message, value); };
    const auto stop = m_table.atException(evaluate, log);
    if (!stop) return true;
    PauseInfo info;
    info.reason = PauseReason::Exception;
    info.nextOp = nextNumber();
    info.breakpoint = stop->index;
    info.message = sentenceOf(value);
    if (info.message.find(m_failure) != std::string::npos) info.lastOp = m_failedOp;
    hold(std::move(info), nullptr);
    return !isStopping();
}

} // namespace jitscope::inline stepping
