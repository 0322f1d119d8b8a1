// SPDX-License-Identifier: Apache-2.0
// What the Python package tells the recorder: settings, sources, problems.
#include "engine/python/objects.h"

#include "engine/session/recorder.h"

namespace jitscope::python {

namespace {

PyObject *isRecording(PyObject *, PyObject *) {
    return PyBool_FromLong(Recorder::instance().level() != RecordLevel::None);
}

PyObject *recordInfo(PyObject *, PyObject *arguments) {
    const char *key = nullptr, *value = nullptr;
    if (!PyArg_ParseTuple(arguments, "ss", &key, &value)) return nullptr;
    Recorder::instance().recordInfo(key, value);
    Py_RETURN_NONE;
}

PyObject *recordSource(PyObject *, PyObject *arguments) {
    const char *path = nullptr, *text = nullptr;
    Py_ssize_t size = 0;
    if (!PyArg_ParseTuple(arguments, "ss#", &path, &text, &size)) return nullptr;
    Recorder::instance().recordSource(path, std::string(text, size_t(size)));
    Py_RETURN_NONE;
}

PyObject *recordNote(PyObject *, PyObject *arguments) {
    const char *kind = nullptr, *message = nullptr, *file = nullptr;
    int line = 0;
    if (!PyArg_ParseTuple(arguments, "sssi", &kind, &message, &file, &line)) return nullptr;
    Problem problem;
    problem.kind = kind;
    problem.message = message;
    problem.span.file = file;
    problem.span.line = problem.span.endLine = line;
    Recorder::instance().recordProblem(std::move(problem));
    Py_RETURN_NONE;
}

PyObject *recordTensorName(PyObject *, PyObject *parameter) {
    if (!isTensor(parameter) || !tensorOf(parameter).defined())
        return PyErr_Format(PyExc_TypeError, "a tensor is needed");
    PyObject *name = reinterpret_cast<PyTensor *>(parameter)->name;
    const char *text = name ? PyUnicode_AsUTF8(name) : "";
    if (text == nullptr) return nullptr;
    Recorder::instance().recordTensorName(tensorOf(parameter), text);
    Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"is_recording", isRecording, METH_NOARGS, "Whether what runs is being taken down."},
    {"record_info", recordInfo, METH_VARARGS, "record_info(key, value)"},
    {"record_source", recordSource, METH_VARARGS, "record_source(path, text)"},
    {"record_note", recordNote, METH_VARARGS, "record_note(kind, message, file, line)"},
    {"record_tensor_name", recordTensorName, METH_O, "record_tensor_name(parameter)"},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

bool addRecording(PyObject *module) {
    return PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::python
