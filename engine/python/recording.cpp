// SPDX-License-Identifier: Apache-2.0
// What the Python package tells the recorder: settings, sources, problems.
#include "engine/python/captureobject.h"
#include "engine/python/objects.h"

#include "engine/base/clock.h"
#include "engine/base/text.h"
#include "engine/session/recorder.h"
#include "engine/session/records.h"
#include "engine/tensor/tensorprint.h"

namespace jitscope::inline python {

namespace {

/** A float in few digits, as it is for the eye. */
std::string elementText(const Tensor &tensor, int64_t index) {
    const double value = tensor.at(index);
    if (tensor.dtype() == DType::Bool) return value != 0 ? "True" : "False";
    if (isComplex(tensor.dtype())) {
        const std::complex<double> number = tensor.complexAt(index);
        return format("%.4g%+.4gj", number.real(), number.imag());
    }
    return info(tensor.dtype()).floating ? format("%.4g", value) : format("%.0f", value);
}

PyObject *isRecording(PyObject *, PyObject *) {
    return PyBool_FromLong(Recorder::instance().level() != RecordLevel::None);
}

/** For what only the clock is interested in: nothing that the function does is taken down. */
PyObject *unrecorded(PyObject *, PyObject *function) {
    const RecordLevel before = Recorder::instance().level();
    Recorder::instance().setLevel(RecordLevel::None);
    PyObject *result = PyObject_CallNoArgs(function);
    Recorder::instance().setLevel(before);
    return result;
}

PyObject *recordInfo(PyObject *, PyObject *arguments) {
    const char *key = nullptr, *value = nullptr;
    if (!PyArg_ParseTuple(arguments, "ss", &key, &value)) return nullptr;
    Recorder::instance().recordInfo(key, value);
    Py_RETURN_NONE;
}

/** What the function gives or raises; the script waits for it. */
PyObject *dataWait(PyObject *, PyObject *arguments) {
    PyObject *function = nullptr;
    const char *dataset = nullptr;
    if (!PyArg_ParseTuple(arguments, "Os", &function, &dataset)) return nullptr;
    const int64_t begun = nowNs();
    PyObject *result = PyObject_CallNoArgs(function);
    const int64_t ended = nowNs();
    PyObject *type = nullptr, *error = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &error, &trace); // asking for the place runs Python's own calls
    Recorder::instance().recordDataWait(dataset, begun, ended);
    PyErr_Restore(type, error, trace);
    return result;
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

/** A variable of a held program: recorded so that its values can be looked at. */
PyObject *recordTensor(PyObject *, PyObject *tensor) {
    const bool isReadable = isTensor(tensor) && !isSymbol(tensor) && tensorOf(tensor).defined();
    return PyLong_FromLongLong(isReadable ? Recorder::instance().recordTensor(tensorOf(tensor)) : -1);
}

/** "f32[2,3] 1, 2.5, 3, …": the type and the first elements. */
PyObject *briefTensor(PyObject *, PyObject *arguments) {
    PyObject *object = nullptr;
    long long most = 0;
    if (!PyArg_ParseTuple(arguments, "OL", &object, &most)) return nullptr;
    if (!isTensor(object)) return PyErr_Format(PyExc_TypeError, "a tensor is needed");
    if (!isSymbol(object) && !tensorOf(object).defined()) return PyUnicode_FromString("without values");
    std::string text = brief(dtypeOfTensor(object), shapeOfTensor(object));
    if (isSymbol(object)) return PyUnicode_FromString(text.c_str());
    const Tensor &tensor = tensorOf(object);
    for (int64_t i = 0; i < std::min<int64_t>(tensor.count(), most); ++i)
        text += (i == 0 ? " " : ", ") + elementText(tensor, i);
    if (tensor.count() > most) text += ", …";
    return PyUnicode_FromString(text.c_str());
}

PyMethodDef functions[] = {
    {"record_tensor", recordTensor, METH_O, "record_tensor(tensor): its number in the recording, or -1."},
    {"brief", briefTensor, METH_VARARGS, "brief(tensor, n): its type and the first n elements as short text."},
    {"is_recording", isRecording, METH_NOARGS, "Whether what runs is being taken down."},
    {"unrecorded", unrecorded, METH_O, "unrecorded(function): what it gives; nothing that it does is recorded."},
    {"data_wait", dataWait, METH_VARARGS, "data_wait(function, dataset): what it gives, recorded as waiting for data."},
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

} // namespace jitscope::inline python
