// SPDX-License-Identifier: Apache-2.0
// While a trace function is set CPython asks for the line at every instruction, and calls it for every line of frames
// that did not switch that off. So each frame gets its switch when it begins, by what is known of its code.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine/stepping/linetrace.h"

#include "engine/stepping/besiderun.h"
#include "engine/stepping/breakpointtable.h"
#include "engine/stepping/objectref.h"
#include "engine/stepping/place.h"

#include <structmember.h>

#include <algorithm>
#include <set>
#include <unordered_map>

namespace jitscope::inline stepping {

namespace {

LineListener *listener = nullptr; ///< set and read with the GIL held
bool onlyStops = false;           ///< what LineListener::wantsMoreThanStops() denied
unsigned generation = 1;
std::unordered_map<PyCodeObject *, TracedCode> knownCode;
std::unordered_map<std::string, std::set<int>> linesOfFiles; ///< with code, of those whose module was met
PyCodeObject *lastCode = nullptr;                            ///< lines come in runs of the same code
TracedCode *lastTraced = nullptr;

/** The place of `f_trace_lines` in a frame, which Python declares as a member. */
Py_ssize_t switchOffset() {
    static const Py_ssize_t offset = [] {
        for (const PyMemberDef *member = PyFrame_Type.tp_members; member && member->name; ++member)
            if (std::string_view(member->name) == "f_trace_lines") return member->offset;
        return Py_ssize_t(0);
    }();
    return offset;
}

void setSwitch(PyFrameObject *frame, bool on) {
    if (const Py_ssize_t offset = switchOffset()) reinterpret_cast<char *>(frame)[offset] = char(on);
}

std::vector<int> linesOf(PyCodeObject *code) {
    std::vector<int> lines;
    const ObjectRef ranges(PyObject_CallMethod(reinterpret_cast<PyObject *>(code), "co_lines", nullptr));
    while (ranges) {
        const ObjectRef range(PyIter_Next(ranges.get()));
        if (!range) break;
        PyObject *line = PyTuple_GET_ITEM(range.get(), 2);
        if (line != Py_None) lines.push_back(int(PyLong_AsLong(line)));
    }
    PyErr_Clear();
    std::ranges::sort(lines);
    const auto repeats = std::ranges::unique(lines);
    lines.erase(repeats.begin(), repeats.end());
    return lines;
}

/** All lines of the code and of what is defined in it. */
void collectLines(PyCodeObject *code, std::set<int> &all) {
    const std::vector<int> lines = linesOf(code);
    all.insert(lines.begin(), lines.end());
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(code->co_consts); ++i)
        if (PyObject *constant = PyTuple_GET_ITEM(code->co_consts, i); PyCode_Check(constant))
            collectLines(reinterpret_cast<PyCodeObject *>(constant), all);
}

TracedCode newTraced(PyCodeObject *code) {
    TracedCode traced;
    traced.isUser = frameKind(code) == FrameKind::User;
    traced.isGenerator = code->co_flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR);
    if (!traced.isUser) return traced;
    const char *file = PyUnicode_AsUTF8(code->co_filename);
    traced.file = canonicalFile(file ? file : "");
    traced.lines = linesOf(code);
    if (PyUnicode_CompareWithASCIIString(code->co_name, "<module>") == 0) collectLines(code, linesOfFiles[traced.file]);
    PyErr_Clear();
    return traced;
}

void refresh(TracedCode &traced) {
    traced.generation = generation;
    traced.stops.clear();
    traced.meant.clear();
    if (!traced.isUser) return;
    for (const int asked : listener->stopLines(traced.file)) {
        const int line = lineWithCode(traced.file, asked);
        if (!std::ranges::binary_search(traced.lines, line)) continue;
        traced.meant.emplace_back(line, asked);
        if (traced.stops.empty() || traced.stops.back() != line) traced.stops.push_back(line);
    }
}

TracedCode &tracedCode(PyCodeObject *code) {
    if (code != lastCode) {
        const auto [entry, isNew] = knownCode.try_emplace(code);
        if (isNew) {
            Py_INCREF(code);
            entry->second = newTraced(code);
        }
        lastCode = code;
        lastTraced = &entry->second;
    }
    if (lastTraced->generation != generation) refresh(*lastTraced);
    return *lastTraced;
}

TracedCode &tracedCode(PyFrameObject *frame) {
    PyCodeObject *code = PyFrame_GetCode(frame);
    Py_DECREF(code); // the frame keeps it
    return tracedCode(code);
}

void decideLines(PyFrameObject *frame) {
    const TracedCode &traced = tracedCode(frame);
    setSwitch(frame, traced.isUser && (!traced.stops.empty() || listener->wantsLines(frame, traced)));
}

bool isUserFrame(PyFrameObject *frame) {
    PyCodeObject *code = PyFrame_GetCode(frame);
    const bool isUser = frameKind(code) == FrameKind::User;
    Py_DECREF(code);
    return isUser;
}

/** The traceback grows by a frame at each that the exception comes through, innermost last. */
bool cameThroughUserCode(PyObject *traceback) {
    if (traceback == nullptr || !PyTraceBack_Check(traceback)) return false;
    for (auto *entry = reinterpret_cast<PyTracebackObject *>(traceback)->tb_next; entry; entry = entry->tb_next)
        if (isUserFrame(entry->tb_frame)) return true;
    return false;
}

bool tellException(PyFrameObject *frame, PyObject *raised) {
    if (!tracedCode(frame).isUser || !raised || !PyTuple_Check(raised) || PyTuple_GET_SIZE(raised) != 3) return true;
    return listener->onException(frame, PyTuple_GET_ITEM(raised, 1), !cameThroughUserCode(PyTuple_GET_ITEM(raised, 2)));
}

bool tell(PyFrameObject *frame, int what, PyObject *argument) {
    switch (what) {
    case PyTrace_CALL:
        decideLines(frame);
        return true;
    case PyTrace_LINE: {
        const TracedCode &traced = tracedCode(frame);
        const int line = PyFrame_GetLineNumber(frame);
        // The hot path of a loop with a breakpoint somewhere in it.
        if (onlyStops && !std::ranges::binary_search(traced.stops, line)) return true;
        return !traced.isUser || listener->onLine(frame, traced, line);
    }
    case PyTrace_OPCODE:
        return listener->onInstruction(frame);
    case PyTrace_RETURN:
        listener->onReturn(frame, tracedCode(frame));
        return true;
    case PyTrace_EXCEPTION:
        return tellException(frame, argument);
    default:
        return true;
    }
}

int trace(PyObject *, PyFrameObject *frame, int what, PyObject *argument) {
    if (listener == nullptr || BesideRun::isHere()) return 0;
    if (tell(frame, what, argument)) return 0;
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    return -1;
}

void decideFrames(PyThreadState *thread) {
    PyFrameObject *frame = PyThreadState_GetFrame(thread);
    while (frame) {
        decideLines(frame);
        PyFrameObject *outer = PyFrame_GetBack(frame);
        Py_DECREF(frame);
        frame = outer;
    }
}

/** The trace function of a new thread, as Python calls it: puts ours in its place. */
PyObject *traceThread(PyObject *, PyObject *) {
    PyEval_SetTrace(listener ? trace : nullptr, nullptr);
    Py_RETURN_NONE;
}

void traceAllThreads([[maybe_unused]] PyThreadState *first, Py_tracefunc function) {
#if PY_VERSION_HEX >= 0x030C0000
    PyEval_SetTraceAllThreads(function, nullptr);
#else
    for (PyThreadState *thread = first; thread; thread = PyThreadState_Next(thread))
        _PyEval_SetTrace(thread, function, nullptr);
#endif
}

#if PY_VERSION_HEX >= 0x030D0000
PyObject *ignoreEvent(PyObject *, PyObject *) {
    Py_RETURN_NONE;
}

PyMethodDef ignoreEventDefinition = {"ignore_event", ignoreEvent, METH_VARARGS, nullptr};

/** Python instruments a frame's instructions only if the frame has a trace function of its own (frame_settrace_opcodes
    in CPython 3.13). Ours is the thread's and is told all the same, so the frame gets one that does nothing. */
void giveFunction(PyObject *frame, int on) {
    static PyObject *const ignoring = PyCFunction_New(&ignoreEventDefinition, nullptr);
    const ObjectRef current(PyObject_GetAttrString(frame, "f_trace"));
    if (on && current.get() == Py_None) PyObject_SetAttrString(frame, "f_trace", ignoring);
    if (!on && current.get() == ignoring) PyObject_SetAttrString(frame, "f_trace", Py_None);
}
#else
void giveFunction(PyObject *, int) {}
#endif

PyMethodDef traceThreadDefinition = {"trace_thread", traceThread, METH_VARARGS, nullptr};

} // namespace

void traceLines(LineListener *next) {
    const bool wasSet = listener != nullptr;
    listener = next;
    onlyStops = next && !next->wantsMoreThanStops();
    ++generation;
    if (!wasSet && !next) return;
    PyThreadState *first = PyInterpreterState_ThreadHead(PyThreadState_GetInterpreter(PyThreadState_Get()));
    for (PyThreadState *thread = first; thread; thread = PyThreadState_Next(thread))
        if (next) decideFrames(thread);
    if (wasSet != (next != nullptr)) traceAllThreads(first, next ? trace : nullptr);
    // Whoever traces this thread in other ways (a debugger in the script) had his turn: ours is set anew.
    if (next) PyEval_SetTrace(trace, nullptr);
}

PyObject *newThreadTracer() {
    return PyCFunction_New(&traceThreadDefinition, nullptr);
}

int lineWithCode(const std::string &file, int line) {
    const auto known = linesOfFiles.find(file);
    if (known == linesOfFiles.end()) return line;
    const auto next = known->second.lower_bound(line);
    return next == known->second.end() ? line : *next;
}

void forgetTracedCode() {
    for (const auto &[code, traced] : knownCode)
        Py_DECREF(code);
    knownCode.clear();
    linesOfFiles.clear();
    lastCode = nullptr;
}

void tellInstructions(PyFrameObject *frame, int on) {
    auto *object = reinterpret_cast<PyObject *>(frame);
    giveFunction(object, on);
    PyObject_SetAttrString(object, "f_trace_opcodes", on ? Py_True : Py_False);
    PyErr_Clear();
}

void tellLines(PyFrameObject *frame) {
    setSwitch(frame, true);
}

PyFrameObject *userCaller(PyFrameObject *frame) {
    PyFrameObject *outer = PyFrame_GetBack(frame);
    while (outer && !isUserFrame(outer)) {
        PyFrameObject *next = PyFrame_GetBack(outer);
        Py_DECREF(outer);
        outer = next;
    }
    return outer;
}

} // namespace jitscope::inline stepping
