// SPDX-License-Identifier: Apache-2.0
// `_jitscope.Trace`: operators are taken down as nodes while the function runs eagerly.
#include "engine/python/traceobject.h"

#include "engine/python/captureobject.h"
#include "engine/python/pythonerror.h"

#include <algorithm>
#include <new>

namespace jitscope::inline python {

namespace {

thread_local Tracing *current = nullptr;

struct PyTrace {
    PyObject_HEAD Tracing *trace;
};

Tracing &traceIn(PyObject *self) {
    return *reinterpret_cast<PyTrace *>(self)->trace;
}

/** What place() of Python says; throws PythonError. */
TracePlace askPlace(PyObject *function) {
    Ref answer(PyObject_CallNoArgs(function));
    PyObject *frames = nullptr;
    const char *scope = nullptr;
    if (!answer || !PyArg_ParseTuple(answer.get(), "O!s", &PyTuple_Type, &frames, &scope)) throw PythonError();
    auto spans = std::make_shared<std::vector<SourceSpan>>();
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(frames); ++i) {
        auto span = spanFrom(PyTuple_GET_ITEM(frames, i));
        if (!span) throw PythonError();
        spans->push_back(*std::move(span));
    }
    return {std::move(spans), scope};
}

void meet(Tracing &trace, PyObject *object) {
    if (PyTuple_Check(object) || PyList_Check(object)) {
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
            meet(trace, PySequence_Fast_GET_ITEM(object, i));
        return;
    }
    if (!isTensor(object) || !reinterpret_cast<PyTensor *>(object)->isParameter) return;
    const auto isSame = [&](const Ref &parameter) { return parameter.get() == object; };
    if (std::ranges::any_of(trace.parameters, isSame)) return;
    PyObject *name = reinterpret_cast<PyTensor *>(object)->name;
    const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : nullptr;
    trace.graphs.addWeight(text ? text : "", tensorOf(object));
    trace.parameters.push_back(Ref::borrowed(object));
}

PyObject *create(PyTypeObject *type, PyObject *arguments, PyObject *) {
    const char *function = nullptr;
    PyObject *span = nullptr, *place = nullptr, *noteRead = nullptr;
    if (!PyArg_ParseTuple(arguments, "sO!OO:Trace", &function, &PyTuple_Type, &span, &place, &noteRead)) return nullptr;
    const auto where = spanFrom(span);
    if (!where) return nullptr;
    PyObject *self = type->tp_alloc(type, 0);
    if (self) reinterpret_cast<PyTrace *>(self)->trace = new Tracing(function, *where, place, noteRead);
    return self;
}

void deallocate(PyObject *self) {
    delete reinterpret_cast<PyTrace *>(self)->trace;
    Py_TYPE(self)->tp_free(self);
}

PyObject *enter(PyObject *self, PyObject *) {
    Tracing &trace = traceIn(self);
    trace.before = setCurrentTracer(&trace.graphs);
    current = &trace;
    return Py_NewRef(self);
}

PyObject *leave(PyObject *self, PyObject *) {
    setCurrentTracer(traceIn(self).before);
    current = nullptr;
    Py_RETURN_FALSE;
}

PyObject *addParameter(PyObject *self, PyObject *arguments) {
    const char *name = nullptr;
    PyObject *tensor = nullptr;
    if (!PyArg_ParseTuple(arguments, "sO!", &name, &tensorType, &tensor)) return nullptr;
    return wrap(traceIn(self).graphs.addParameter(name, tensorOf(tensor)));
}

/** For values that the program holds already: the object itself is what the trace follows. */
PyObject *adoptParameter(PyObject *self, PyObject *arguments) {
    const char *name = nullptr;
    PyObject *tensor = nullptr;
    if (!PyArg_ParseTuple(arguments, "sO!", &name, &tensorType, &tensor)) return nullptr;
    Tensor &held = heldTensor(tensor);
    held = traceIn(self).graphs.addParameter(name, held);
    Py_RETURN_NONE;
}

PyObject *addWeight(PyObject *self, PyObject *parameter) {
    meet(traceIn(self), parameter);
    Py_RETURN_NONE;
}

PyObject *close(PyObject *self, PyObject *outputs) {
    if (!PyTuple_Check(outputs)) return PyErr_Format(PyExc_TypeError, "outputs must be a tuple");
    meet(traceIn(self), outputs);
    std::vector<Tensor> tensors;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(outputs); ++i) {
        if (!isTensor(PyTuple_GET_ITEM(outputs, i))) return PyErr_Format(PyExc_TypeError, "outputs are tensors");
        tensors.push_back(tensorOf(PyTuple_GET_ITEM(outputs, i)));
    }
    return PyBool_FromLong(traceIn(self).graphs.close(tensors));
}

PyObject *fail(PyObject *self, PyObject *sentence) {
    const char *text = PyUnicode_AsUTF8(sentence);
    if (text == nullptr) return nullptr;
    traceIn(self).graphs.setFault(text);
    Py_RETURN_NONE;
}

PyObject *faultOf(PyObject *self, void *) {
    return PyUnicode_FromString(traceIn(self).graphs.fault().c_str());
}

PyMethodDef methods[] = {
    {"__enter__", enter, METH_NOARGS, nullptr},
    {"__exit__", leave, METH_VARARGS, nullptr},
    {"add_parameter", addParameter, METH_VARARGS,
     "add_parameter(name, tensor): a parameter of the graph; the same elements as a tensor that the trace follows."},
    {"adopt_parameter", adoptParameter, METH_VARARGS,
     "adopt_parameter(name, tensor): the same, where the program holds the tensor already."},
    {"add_weight", addWeight, METH_O, "add_weight(parameter): a parameter of the model."},
    {"close", close, METH_O, "close(outputs): ends the graph; False when it cannot be one."},
    {"fail", fail, METH_O, "fail(sentence): what runs cannot become a graph."},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef properties[] = {
    {"fault", faultOf, nullptr, "Why what ran cannot become a graph, or \"\".", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyTypeObject traceType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "_jitscope.Trace",
    .tp_basicsize = sizeof(PyTrace),
    .tp_dealloc = deallocate,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Trace(function, span, place, note_read): builds a graph of the operators that run within `with trace:`.",
    .tp_methods = methods,
    .tp_getset = properties,
    .tp_new = create,
};

PyObject *isTracing(PyObject *, PyObject *) {
    return PyBool_FromLong(currentTracer() != nullptr);
}

PyObject *noteStage(PyObject *, PyObject *arguments) {
    PyObject *object = nullptr;
    const char *name = nullptr;
    long long startNs = 0, timeNs = 0;
    if (!PyArg_ParseTuple(arguments, "OsLL", &object, &name, &startNs, &timeNs)) return nullptr;
    if (Tracing *trace = traceOf(object)) {
        trace->graphs.noteStage(name, startNs, timeNs);
        Py_RETURN_NONE;
    }
    Capture *capture = captureOf(object);
    if (capture == nullptr) return nullptr;
    capture->noteStage(name, startNs, timeNs);
    Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"note_stage", noteStage, METH_VARARGS,
     "note_stage(capture, name, start_ns, time_ns): what of a capture's time is of no line, by its name."},
    {"is_tracing", isTracing, METH_NOARGS, "Whether a trace of this thread follows what runs."},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

Tracing::Tracing(const std::string &function, const SourceSpan &span, PyObject *placeFunction, PyObject *readFunction)
    : place(Ref::borrowed(placeFunction))
    , noteRead(Ref::borrowed(readFunction))
    , graphs(function, span, [this] { return askPlace(place.get()); }) {}

Tracing *traceOf(PyObject *object) {
    return Py_IS_TYPE(object, &traceType) ? &traceIn(object) : nullptr;
}

void meetParameters(std::span<PyObject *const> arguments) {
    if (current == nullptr) return;
    for (PyObject *argument : arguments)
        if (argument) meet(*current, argument);
}

bool noteValueRead(PyObject *tensor, const char *what) {
    // Of a weight, the graph would keep the value of now.
    if (currentCapture() && isTensor(tensor) && reinterpret_cast<PyTensor *>(tensor)->isParameter)
        return noValueYet("Reading the elements of a Parameter"), false;
    if (current == nullptr) return true;
    if (isTensor(tensor) && reinterpret_cast<PyTensor *>(tensor)->isParameter) meet(*current, tensor);
    if (!current->graphs.isTraced(tensorOf(tensor))) return true;
    Ref done(PyObject_CallFunction(current->noteRead.get(), "s", what));
    return bool(done);
}

void noteDataReplaced(PyObject *tensor) {
    if (current && reinterpret_cast<PyTensor *>(tensor)->isParameter)
        current->graphs.setFault("a parameter is given other data by set_data; use ops.assign");
}

bool addTraces(PyObject *module) {
    return PyType_Ready(&traceType) == 0 && PyModule_AddObjectRef(module, "Trace", (PyObject *)&traceType) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::inline python
