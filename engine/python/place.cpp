// SPDX-License-Identifier: Apache-2.0
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine/python/place.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace jitscope::python {

namespace {

enum class FrameKind : uint8_t { User, CellCall, Foreign };

/** What holds for a code object for as long as it lives; the cache keeps it alive. */
struct CodeFacts {
    FrameKind kind = FrameKind::Foreign;
    std::string file, function;
    std::unordered_map<int, SourceSpan> spans; ///< by the offset of the instruction
};

std::vector<std::string> packageFolders;
std::unordered_map<PyCodeObject *, CodeFacts> knownCode;
std::set<std::string> recordedFiles;

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

CodeFacts &factsOf(PyCodeObject *code) {
    const auto [entry, isNew] = knownCode.try_emplace(code);
    if (!isNew) return entry->second;
    Py_INCREF(code);
    CodeFacts &facts = entry->second;
    facts.file = utf8(code->co_filename);
    facts.function = utf8(code->co_qualname);
    if (facts.function == "Cell.__call__" && facts.file.ends_with("mindspore/nn/cell.py"))
        facts.kind = FrameKind::CellCall;
    if (isUserFile(facts.file)) facts.kind = FrameKind::User;
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

/** "fc-Dense" for the cell whose call the frame is; "" for the outermost one, which has no name. */
std::string cellPart(PyFrameObject *frame) {
    PyObject *locals = PyFrame_GetLocals(frame);
    PyObject *self = locals ? PyMapping_GetItemString(locals, "self") : nullptr;
    PyObject *part = self ? PyObject_GetAttrString(self, "_scope_part") : nullptr;
    const std::string text = part && PyUnicode_Check(part) ? utf8(part) : std::string();
    Py_XDECREF(part);
    Py_XDECREF(self);
    Py_XDECREF(locals);
    PyErr_Clear();
    return text;
}

std::string scopeOf(const std::vector<std::string> &cellsInnermostFirst) {
    std::string scope = "Default";
    for (auto part = cellsInnermostFirst.rbegin(); part != cellsInnermostFirst.rend(); ++part)
        if (!part->empty()) scope += "/" + *part;
    return scope;
}

void recordOnce(const std::string &file) {
    if (recordedFiles.insert(file).second) Recorder::instance().recordSource(file, sourceText(file));
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

Place currentPlace() {
    Place place;
    std::vector<std::string> cells;
    PyFrameObject *frame = PyThreadState_GetFrame(PyThreadState_Get());
    while (frame) {
        PyCodeObject *code = PyFrame_GetCode(frame);
        CodeFacts &facts = factsOf(code);
        if (facts.kind == FrameKind::User) {
            recordOnce(facts.file);
            place.stack.push_back({facts.function, spanAt(code, facts, PyFrame_GetLasti(frame))});
        }
        if (facts.kind == FrameKind::CellCall) cells.push_back(cellPart(frame));
        Py_DECREF(code);
        PyFrameObject *outer = PyFrame_GetBack(frame);
        Py_DECREF(frame);
        frame = outer;
    }
    place.scope = scopeOf(cells);
    return place;
}

void forgetSources() {
    recordedFiles.clear();
    for (const auto &[code, facts] : knownCode)
        Py_DECREF(code);
    knownCode.clear();
}

} // namespace jitscope::python
