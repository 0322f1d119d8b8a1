// SPDX-License-Identifier: Apache-2.0
// Walks the interpreter's own frames: no frame objects are made, and a place that was seen before costs a comparison.
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#define Py_BUILD_CORE 1
#include <internal/pycore_frame.h>
#undef Py_BUILD_CORE

#include "engine/stepping/place.h"

#include "engine/base/threaduse.h"
#include "engine/session/records.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace jitscope::inline stepping {

namespace {

// --- frames of CPython 3.11 and 3.13 (Debian 12 and 13) --------------------------------------------------------------

using PythonFrame = _PyInterpreterFrame;

#if PY_VERSION_HEX >= 0x030B0000 && PY_VERSION_HEX < 0x030C0000

const PythonFrame *currentFrame() {
    return PyThreadState_Get()->cframe->current_frame;
}

PyCodeObject *codeOf(const PythonFrame *frame) {
    return frame->f_code;
}

/** The instruction that runs; in the frame of a caller the call. */
const _Py_CODEUNIT *instructionOf(const PythonFrame *frame) {
    return frame->prev_instr;
}

/** Frames that belong to no code: none. */
bool isShim(const PythonFrame *) {
    return false;
}

#elif PY_VERSION_HEX >= 0x030D0000 && PY_VERSION_HEX < 0x030E0000

const PythonFrame *currentFrame() {
    return PyThreadState_Get()->current_frame;
}

PyCodeObject *codeOf(const PythonFrame *frame) {
    return reinterpret_cast<PyCodeObject *>(frame->f_executable);
}

/** The instruction that runs; in the frame of a caller the call. */
const _Py_CODEUNIT *instructionOf(const PythonFrame *frame) {
    return frame->instr_ptr;
}

/** Frames that only lead from C into Python. */
bool isShim(const PythonFrame *frame) {
    return frame->owner == FRAME_OWNED_BY_CSTACK;
}

#else
#error "the frames are those of CPython 3.11 and 3.13"
#endif

/** A generator's frame counts as soon as it runs, others when their first real instruction did. */
bool isBegun(const PythonFrame *frame) {
    if (isShim(frame)) return false;
    return frame->owner == FRAME_OWNED_BY_GENERATOR ||
           instructionOf(frame) >= _PyCode_CODE(codeOf(frame)) + codeOf(frame)->_co_firsttraceable;
}

// --- places ----------------------------------------------------------------------------------------------------------

/** What holds for a code object for as long as it lives; the cache keeps it alive. */
struct CodeFacts {
    FrameKind kind = FrameKind::Foreign;
    std::string file, function;
    std::unordered_map<int, SourceSpan> spans; ///< by the offset of the instruction
};

/** A frame of the walk: enough to tell that the next walk meets the same. */
struct SeenFrame {
    PyCodeObject *code = nullptr;
    const void *instruction = nullptr;
    PyObject *part = nullptr; ///< of a cell's call: its name in the scope; kept alive
    CodeFacts *facts = nullptr;
};

struct KeyHash {
    size_t operator()(const std::vector<uintptr_t> &key) const noexcept {
        uint64_t hash = key.size();
        for (const uintptr_t word : key) {
            hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
            hash ^= hash >> 31;
        }
        return size_t(hash);
    }
};

/** All that is known of places; guarded by the GIL. */
struct Places {
    uint64_t epoch = 0; ///< of the recorder, for which the numbers hold
    std::unordered_map<std::vector<uintptr_t>, PlaceId, KeyHash> known;
    std::vector<SeenFrame> last; ///< innermost first
    PlaceId lastId;
    bool isLastKnown = false;   ///< lastId is that of `last`
    std::vector<uintptr_t> key; ///< kept for its memory
    std::set<PyObject *> parts; ///< names of cells, kept alive so that an address means one name
};

std::vector<std::string> packageFolders;
std::unordered_map<PyCodeObject *, CodeFacts> knownCode;
std::set<std::string> recordedFiles;
Places places;

std::string utf8(PyObject *text) {
    const char *bytes = text ? PyUnicode_AsUTF8(text) : nullptr;
    if (bytes) return bytes;
    PyErr_Clear();
    return {};
}

/** The text as Python knows it: linecache also holds unsaved editor text and what was typed in the console. */
std::string sourceText(const std::string &file) {
    std::string text;
    PyObject *module = PyImport_ImportModule("linecache");
    PyObject *lines = module ? PyObject_CallMethod(module, "getlines", "s", file.c_str()) : nullptr;
    if (lines && PyList_Check(lines))
        for (Py_ssize_t i = 0; i < PyList_GET_SIZE(lines); ++i)
            text += utf8(PyList_GET_ITEM(lines, i));
    Py_XDECREF(lines);
    Py_XDECREF(module);
    PyErr_Clear();
    return text;
}

FrameKind kindOf(const CodeFacts &facts) {
    if (isUserFile(facts.file)) return FrameKind::User;
    if (facts.function == "Cell.__call__" && facts.file.ends_with("mindspore/nn/cell.py")) return FrameKind::CellCall;
    const bool isStep = facts.function.ends_with(".construct") || facts.function.ends_with(".step");
    const bool isOptimizer = facts.file.find("mindspore/nn/optim/") != std::string::npos ||
                             facts.file.find("mindspore/experimental/optim/") != std::string::npos ||
                             facts.file.find("mindspore/mint/optim/") != std::string::npos;
    return isStep && isOptimizer ? FrameKind::Optimizer : FrameKind::Foreign;
}

CodeFacts &factsOf(PyCodeObject *code) {
    const auto [entry, isNew] = knownCode.try_emplace(code);
    if (!isNew) return entry->second;
    Py_INCREF(code);
    CodeFacts &facts = entry->second;
    facts.file = utf8(code->co_filename);
    facts.function = utf8(code->co_qualname);
    facts.kind = kindOf(facts);
    return facts;
}

const SourceSpan &spanAt(PyCodeObject *code, CodeFacts &facts, int offset) {
    const auto [entry, isNew] = facts.spans.try_emplace(offset);
    if (!isNew) return entry->second;
    SourceSpan &span = entry->second;
    span.file = facts.file;
    int column = -1, endLine = -1, endColumn = -1;
    if (PyCode_Addr2Location(code, offset, &span.line, &column, &endLine, &endColumn) == 0) return span;
    span.endLine = endLine < 0 ? span.line : endLine;
    span.column = std::max(column, 0);
    span.endColumn = std::max(endColumn, 0);
    return span;
}

/** "fc-Dense" of the cell whose call the frame is, as the cell holds it now; borrowed. "" for the outermost one, which
    has no name, and null when there is none. */
PyObject *cellPart(const PythonFrame *frame) {
    static PyObject *const name = PyUnicode_InternFromString("_scope_part");
    if (codeOf(frame)->co_argcount < 1) return nullptr;
    PyObject *self = frame->localsplus[0];
    if (self && PyCell_Check(self)) self = PyCell_GET(self);
    PyObject **dict = self ? _PyObject_GetDictPtr(self) : nullptr;
    PyObject *part = dict && *dict ? PyDict_GetItemWithError(*dict, name) : nullptr;
    return part && PyUnicode_Check(part) ? part : nullptr;
}

const PythonFrame *begunFrom(const PythonFrame *frame) {
    while (frame && !isBegun(frame))
        frame = frame->previous;
    return frame;
}

int offsetOf(const SeenFrame &frame) {
    return int(static_cast<const _Py_CODEUNIT *>(frame.instruction) - _PyCode_CODE(frame.code)) *
           int(sizeof(_Py_CODEUNIT));
}

/** Whether it stands where it stood; of a cell's call that is not known, which may go by another name now. */
bool isSame(const SeenFrame &seen, const PythonFrame *frame) {
    return codeOf(frame) == seen.code && instructionOf(frame) == seen.instruction &&
           seen.facts->kind != FrameKind::CellCall;
}

/** Brings `places.last` up to date; whether anything was different. */
bool walk() {
    std::vector<SeenFrame> &last = places.last;
    size_t depth = 0;
    bool isOther = false;
    // Nearly always the innermost ones stand where they stood: nothing is to be noted of them.
    const PythonFrame *frame = currentFrame();
    for (; frame && depth < last.size() && isSame(last[depth], frame); frame = frame->previous)
        ++depth;
    for (frame = begunFrom(frame); frame; frame = begunFrom(frame->previous), ++depth) {
        if (depth == last.size()) {
            last.emplace_back();
            isOther = true;
        }
        SeenFrame &seen = last[depth];
        if (seen.code != codeOf(frame)) {
            seen.code = codeOf(frame);
            seen.facts = &factsOf(codeOf(frame));
            isOther = true;
        }
        // Where a package stands in its own code is of no interest.
        const bool isUser = seen.facts->kind == FrameKind::User;
        if (isUser && seen.instruction != instructionOf(frame)) isOther = true;
        seen.instruction = instructionOf(frame);
        PyObject *part = seen.facts->kind == FrameKind::CellCall ? cellPart(frame) : nullptr;
        if (seen.part != part) isOther = true;
        seen.part = part;
    }
    if (depth != last.size()) isOther = true;
    last.resize(depth);
    return isOther;
}

std::string scopeOf(const std::vector<SeenFrame> &frames) {
    std::string scope = "Default";
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
        if (const std::string part = frame->part ? utf8(frame->part) : std::string(); !part.empty())
            scope += "/" + part;
    return scope;
}

void recordOnce(const std::string &file) {
    if (recordedFiles.insert(file).second) Recorder::instance().recordSource(file, sourceText(file));
}

/** The place of the last walk in full. */
Place placeOf(std::vector<SeenFrame> frames) {
    Place place;
    place.scope = scopeOf(frames);
    for (const SeenFrame &frame : frames) {
        if (frame.facts->kind == FrameKind::Optimizer) place.isOptimizer = true;
        if (frame.facts->kind == FrameKind::User)
            place.stack.push_back({frame.facts->function, spanAt(frame.code, *frame.facts, offsetOf(frame))});
    }
    for (const StackFrame &frame : place.stack)
        recordOnce(frame.span.file); // may run Python code: `frames` is a copy
    return place;
}

PlaceId findPlace() {
    std::vector<uintptr_t> &key = places.key;
    key.clear();
    for (const SeenFrame &frame : places.last) {
        if (frame.facts->kind == FrameKind::Foreign) continue;
        key.push_back(reinterpret_cast<uintptr_t>(frame.code));
        if (frame.facts->kind == FrameKind::User) key.push_back(reinterpret_cast<uintptr_t>(frame.instruction));
        if (frame.facts->kind == FrameKind::CellCall) key.push_back(reinterpret_cast<uintptr_t>(frame.part));
    }
    if (const auto known = places.known.find(key); known != places.known.end()) return known->second;
    for (const SeenFrame &frame : places.last)
        if (frame.part && places.parts.insert(frame.part).second) Py_INCREF(frame.part);
    std::vector<uintptr_t> owned = key;
    const PlaceId id = Recorder::instance().placeId(placeOf(places.last));
    places.known.emplace(std::move(owned), id);
    places.last.clear(); // reading the sources may have run Python code that was walked too
    return id;
}

void forgetPlaces() {
    places.known.clear();
    places.last.clear();
    places.isLastKnown = false;
    for (PyObject *part : places.parts)
        Py_DECREF(part);
    places.parts.clear();
}

/** The thread goes by the name that threading.Thread gave it. */
void nameAsInPython() {
    if (currentThread() == 0) return;
    static PyObject *const moduleName = PyUnicode_InternFromString("threading");
    PyObject *error = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&error, &value, &trace);
    // Not current_thread(): it would make an entry for a thread that threading does not know.
    PyObject *threading = PyImport_GetModule(moduleName);
    PyObject *active = threading ? PyObject_GetAttrString(threading, "_active") : nullptr;
    PyObject *ident = PyLong_FromUnsignedLong(PyThread_get_thread_ident());
    PyObject *thread = active && ident ? PyObject_GetItem(active, ident) : nullptr;
    PyObject *name = thread ? PyObject_GetAttrString(thread, "name") : nullptr;
    const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : nullptr;
    if (text) nameThread(text);
    for (PyObject *object : {name, thread, ident, active, threading})
        Py_XDECREF(object);
    PyErr_Restore(error, value, trace);
}

} // namespace

void setPackageFolders(std::vector<std::string> folders) {
    packageFolders = std::move(folders);
}

bool isUserFile(const std::string &file) {
    if (file.empty()) return false;
    if (file.front() == '<') return file.starts_with("<console");
    return std::ranges::none_of(packageFolders,
                                [&](const std::string &folder) { return file.starts_with(folder + "/"); });
}

FrameKind frameKind(PyCodeObject *code) {
    return factsOf(code).kind;
}

Place currentPlace() {
    places.last.clear(); // the next operator walks anew
    walk();
    Place place = placeOf(places.last);
    places.last.clear();
    return place;
}

PlaceId currentPlaceId() {
    static thread_local bool isNamed = false;
    if (!std::exchange(isNamed, true)) [[unlikely]]
        nameAsInPython();
    const uint64_t epoch = Recorder::instance().epoch();
    if (epoch != places.epoch) [[unlikely]] {
        forgetPlaces();
        places.epoch = epoch;
    }
    if (!walk() && places.isLastKnown) return places.lastId;
    const PlaceId id = findPlace();
    places.lastId = id;
    places.isLastKnown = true;
    return id;
}

void forgetSources() {
    forgetPlaces();
    recordedFiles.clear();
    for (const auto &[code, facts] : knownCode)
        Py_DECREF(code);
    knownCode.clear();
}

} // namespace jitscope::inline stepping
