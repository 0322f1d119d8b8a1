// SPDX-License-Identifier: Apache-2.0
// `_jitscope.Symbol` and `_jitscope.Capture`: what Python's capture front end holds while it walks the user's code.
#include "engine/base/text.h"
#include "engine/python/captureobject.h"
#include "engine/python/externalobject.h"

#include <algorithm>

namespace jitscope::inline python {

namespace {

struct PyCapture {
    PyObject_HEAD Capture *capture;
};

Capture &captureIn(PyObject *self) {
    return *reinterpret_cast<PyCapture *>(self)->capture;
}

void deallocateSymbol(PyObject *self) {
    reinterpret_cast<PySymbol *>(self)->node.~NodePtr();
    tensorType.tp_dealloc(self);
}

PyObject *describe(PyObject *self) {
    return PyUnicode_FromFormat("Symbol(%s)", brief(abstractOf(self)).c_str());
}

PyObject *refuseText(PyObject *) {
    return noValueYet("Formatting a tensor as text");
}

PyObject *refuseFormat(PyObject *, PyObject *) {
    return noValueYet("Formatting a tensor as text");
}

PyObject *refuseReading(PyObject *, PyObject *) {
    return noValueYet("Reading a tensor's elements");
}

PyObject *standFor(PyObject *self, PyObject *other) {
    if (!isSymbol(other)) return PyErr_Format(PyExc_TypeError, "A value of the graph is needed.");
    reinterpret_cast<PySymbol *>(self)->node = nodeOf(other);
    Py_RETURN_NONE;
}

PyMethodDef symbolMethods[] = {
    {"_stand_for", standFor, METH_O, "_stand_for(other): the object is that value of the graph from now on."},
    {"__format__", refuseFormat, METH_O, nullptr},
    {"asnumpy", refuseReading, METH_NOARGS, nullptr},
    {"numpy", refuseReading, METH_NOARGS, nullptr},
    {"item", refuseReading, METH_NOARGS, nullptr},
    {"tolist", refuseReading, METH_NOARGS, nullptr},
    {"__array__", (PyCFunction)(void (*)())refuseReading, METH_VARARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

template<class Body> PyObject *guarded(Body body) {
    try {
        return body();
    } catch (...) {
        return translateException();
    }
}

PyObject *newCapture(PyTypeObject *type, PyObject *, PyObject *) {
    auto *self = reinterpret_cast<PyCapture *>(type->tp_alloc(type, 0));
    if (self) self->capture = new Capture();
    return reinterpret_cast<PyObject *>(self);
}

void deallocateCapture(PyObject *self) {
    delete reinterpret_cast<PyCapture *>(self)->capture;
    Py_TYPE(self)->tp_free(self);
}

PyObject *weightsOf(PyObject *self, PyObject *) {
    const auto &weights = captureIn(self).weights();
    Ref tuple(PyTuple_New(Py_ssize_t(weights.size())));
    for (size_t i = 0; tuple && i < weights.size(); ++i)
        PyTuple_SET_ITEM(tuple.get(), Py_ssize_t(i), Py_NewRef(weights[i].parameter.get()));
    return tuple.release();
}

/** All of it is native: a signal's exception between a begin and an end that Python carries out would leave the capture
    open for ever. */
PyObject *runCaptured(PyObject *self, PyObject *arguments) {
    PyObject *function = nullptr, *thread = nullptr, *frontend = nullptr;
    int room = 0;
    if (!PyArg_ParseTuple(arguments, "OOOi", &function, &thread, &frontend, &room)) return nullptr;
    Ref before(PyObject_GetAttrString(thread, "frontend")), outermost(PyObject_GetAttrString(thread, "under_way"));
    if (!before || !outermost || PyObject_SetAttrString(thread, "frontend", frontend) != 0 ||
        PyObject_SetAttrString(thread, "under_way", frontend) != 0)
        return nullptr;
    Capture *const outer = setCurrentCapture(&captureIn(self));
    const int limit = Py_GetRecursionLimit();
    Py_SetRecursionLimit(std::max(limit, room));
    Ref result(PyObject_CallNoArgs(function));
    Py_SetRecursionLimit(limit);
    setCurrentCapture(outer);
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    const bool isBack = PyObject_SetAttrString(thread, "frontend", before.get()) == 0 &&
                        PyObject_SetAttrString(thread, "under_way", outermost.get()) == 0;
    if (isBack || type) PyErr_Restore(type, value, trace);
    return isBack ? result.release() : nullptr;
}

PyObject *openGraph(PyObject *self, PyObject *arguments) {
    const char *function = nullptr;
    PyObject *place = nullptr;
    if (!PyArg_ParseTuple(arguments, "sO!", &function, &PyTuple_Type, &place)) return nullptr;
    const auto span = spanFrom(place);
    if (!span) return nullptr;
    return guarded([&] {
        captureIn(self).openGraph(function, *span);
        return Py_NewRef(Py_None);
    });
}

PyObject *addParameter(PyObject *self, PyObject *arguments) {
    const char *name = nullptr;
    PyObject *like = nullptr;
    if (!PyArg_ParseTuple(arguments, "sO", &name, &like)) return nullptr;
    return guarded([&] { return captureIn(self).addParameter(name, like); });
}

PyObject *addHostCall(PyObject *self, PyObject *arguments) {
    PyObject *function = nullptr, *values = nullptr;
    const char *text = nullptr, *reason = nullptr;
    if (!PyArg_ParseTuple(arguments, "OO!ss", &function, &PyTuple_Type, &values, &text, &reason)) return nullptr;
    const std::span<PyObject *const> given(&PyTuple_GET_ITEM(values, 0), size_t(PyTuple_GET_SIZE(values)));
    return guarded([&] { return captureIn(self).addHostCall(function, given, text, reason); });
}

PyObject *closeGraph(PyObject *self, PyObject *outputs) {
    if (!PyTuple_Check(outputs)) return PyErr_Format(PyExc_TypeError, "outputs must be a tuple");
    return guarded([&] { return captureIn(self).closeGraph(outputs); });
}

PyObject *noteFailure(PyObject *self, PyObject *arguments) {
    const char *function = nullptr, *message = nullptr;
    PyObject *values = nullptr;
    if (!PyArg_ParseTuple(arguments, "sO!s", &function, &PyTuple_Type, &values, &message)) return nullptr;
    return guarded([&] {
        const std::span<PyObject *const> given(&PyTuple_GET_ITEM(values, 0), size_t(PyTuple_GET_SIZE(values)));
        captureIn(self).noteFailure(function, given, message);
        return Py_NewRef(Py_None);
    });
}

PyObject *failureText(PyObject *self, PyObject *message) {
    const char *text = PyUnicode_AsUTF8(message);
    if (text == nullptr) return nullptr;
    return guarded([&] {
        const std::string dump = captureIn(self).failureText(text);
        return PyUnicode_FromStringAndSize(dump.data(), Py_ssize_t(dump.size()));
    });
}

PyObject *pushFrame(PyObject *self, PyObject *file) {
    const char *text = PyUnicode_AsUTF8(file);
    if (text == nullptr) return nullptr;
    captureIn(self).pushFrame(text);
    Py_RETURN_NONE;
}

PyObject *popFrame(PyObject *self, PyObject *) {
    captureIn(self).popFrame();
    Py_RETURN_NONE;
}

PyObject *setPlace(PyObject *self, PyObject *arguments) {
    PyObject *place = nullptr;
    const char *variable = nullptr;
    if (!PyArg_ParseTuple(arguments, "O!s", &PyTuple_Type, &place, &variable)) return nullptr;
    auto span = spanFrom(place);
    if (!span) return nullptr;
    captureIn(self).setPlace(*std::move(span), variable);
    Py_RETURN_NONE;
}

PyObject *pushScope(PyObject *self, PyObject *scope) {
    const char *text = PyUnicode_AsUTF8(scope);
    if (text == nullptr) return nullptr;
    captureIn(self).pushScope(text);
    Py_RETURN_NONE;
}

PyObject *popScope(PyObject *self, PyObject *) {
    captureIn(self).popScope();
    Py_RETURN_NONE;
}

PyObject *nextId(PyObject *self, PyObject *) {
    return PyLong_FromLongLong(captureIn(self).ids().peek());
}

PyObject *addGradients(PyObject *self, PyObject *arguments) {
    PyObject *outputs = nullptr, *seeds = nullptr, *sources = nullptr;
    long long first = 0;
    if (!PyArg_ParseTuple(arguments, "O!O!O!L", &PyTuple_Type, &outputs, &PyTuple_Type, &seeds, &PyTuple_Type, &sources,
                          &first))
        return nullptr;
    return guarded([&] { return captureIn(self).addGradients(outputs, seeds, sources, first); });
}

PyObject *holdConstant(PyObject *self, PyObject *first) {
    const long long id = PyLong_AsLongLong(first);
    if (id == -1 && PyErr_Occurred()) return nullptr;
    captureIn(self).holdConstant(id);
    Py_RETURN_NONE;
}

PyObject *refuseWrites(PyObject *self, PyObject *) {
    captureIn(self).refuseWrites();
    Py_RETURN_NONE;
}

PyMethodDef captureMethods[] = {
    {"next_id", nextId, METH_NOARGS, "The id of the next node."},
    {"add_gradients", addGradients, METH_VARARGS,
     "add_gradients(outputs, seeds, sources, first): their nodes; None for a source that reaches no output."},
    {"refuse_writes", refuseWrites, METH_NOARGS, "Writing to a value of the graph is an error from now on."},
    {"hold_constant", holdConstant, METH_O, "hold_constant(first): no gradient passes the nodes made since that id."},
    {"weights", weightsOf, METH_NOARGS, "The Parameters that the graphs use, in the order of their first use."},
    {"run", runCaptured, METH_VARARGS,
     "run(function, thread, frontend, room): function(), whose operators become nodes of this capture; thread.frontend "
     "and thread.under_way are the frontend meanwhile, and the limit of recursion is at least `room`."},
    {"open_graph", openGraph, METH_VARARGS, "open_graph(function, place): opens the entry or a sub-graph."},
    {"add_parameter", addParameter, METH_VARARGS, "add_parameter(name, like): a parameter of the open graph."},
    {"add_host_call", addHostCall, METH_VARARGS,
     "add_host_call(function, values, text, reason): Python calls function(*values) when the graph runs; an External."},
    {"close_graph", closeGraph, METH_O,
     "close_graph(outputs): closes it; gives the outputs as the outer graph sees them."},
    {"note_failure", noteFailure, METH_VARARGS,
     "note_failure(function, arguments, message): a function of the package refused these arguments."},
    {"failure_text", failureText, METH_O,
     "failure_text(message): the graphs as far as they came, when an inference failed with that message; or \"\"."},
    {"push_frame", pushFrame, METH_O, "push_frame(file): a user function is entered."},
    {"pop_frame", popFrame, METH_NOARGS, "The user function is left."},
    {"set_place", setPlace, METH_VARARGS,
     "set_place((file, line, end_line, column, end_column, text), variable): of the next nodes."},
    {"push_scope", pushScope, METH_O, "push_scope(part): a cell is entered."},
    {"pop_scope", popScope, METH_NOARGS, "The cell is left."},
    {nullptr, nullptr, 0, nullptr},
};

PyTypeObject captureType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "_jitscope.Capture",
    .tp_basicsize = sizeof(PyCapture),
    .tp_dealloc = deallocateCapture,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Builds the graphs of one compilation.",
    .tp_methods = captureMethods,
    .tp_new = newCapture,
};

PyObject *isCapturing(PyObject *, PyObject *) {
    return PyBool_FromLong(currentCapture() != nullptr);
}

/** Runs `function(*arguments)` outside of any capture: what it computes is computed now. */
PyObject *outsideCapture(PyObject *, PyObject *const *arguments, Py_ssize_t count, PyObject *names) {
    if (count < 1) return PyErr_Format(PyExc_TypeError, "outside_capture() needs a function");
    Capture *before = setCurrentCapture(nullptr);
    PyObject *result = PyObject_Vectorcall(arguments[0], arguments + 1, size_t(count - 1), names);
    setCurrentCapture(before);
    return result;
}

PyObject *countShapeReads(PyObject *, PyObject *) {
    return PyLong_FromLongLong(shapeReads);
}

PyObject *countWeightWrites(PyObject *, PyObject *) {
    return PyLong_FromLongLong(weightWrites);
}

PyMethodDef functions[] = {
    {"weight_writes", countWeightWrites, METH_NOARGS, "How often captured code wrote to weights."},
    {"shape_reads", countShapeReads, METH_NOARGS, "How often shapes of values of graphs were looked at."},
    {"is_capturing", isCapturing, METH_NOARGS, "Whether operators of this thread become nodes of a graph."},
    {"outside_capture", (PyCFunction)(void (*)())outsideCapture, METH_FASTCALL | METH_KEYWORDS,
     "outside_capture(function, *args, **kwargs): calls it with operators computing now."},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

PyTypeObject symbolType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "Tensor",
    .tp_basicsize = sizeof(PySymbol),
    .tp_dealloc = deallocateSymbol,
    .tp_repr = describe,
    .tp_str = refuseText,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "A tensor of a graph that is being captured.",
    .tp_methods = symbolMethods,
    .tp_base = &tensorType,
};

std::optional<SourceSpan> spanFrom(PyObject *place) {
    SourceSpan span;
    const char *file = nullptr, *text = nullptr;
    if (!PyArg_ParseTuple(place, "siiiis", &file, &span.line, &span.endLine, &span.column, &span.endColumn, &text))
        return std::nullopt;
    span.file = file;
    span.text = text;
    return span;
}

DType dtypeOfTensor(PyObject *object) {
    return isSymbol(object) ? abstractOf(object).dtype : tensorOf(object).dtype();
}

thread_local int64_t shapeReads = 0;
thread_local int64_t weightWrites = 0;

const Dims &shapeOfTensor(PyObject *object) {
    if (!isSymbol(object)) return tensorOf(object).shape();
    ++shapeReads;
    return abstractOf(object).shape;
}

PyObject *noValueYet(const char *what) {
    setValueNeeded(format("%s needs its value, which is not known while the graph is captured.", what));
    return nullptr;
}

Capture *captureOf(PyObject *object) {
    if (Py_IS_TYPE(object, &captureType)) return &captureIn(object);
    PyErr_SetString(PyExc_TypeError, "a Capture is needed");
    return nullptr;
}

bool addCapture(PyObject *module) {
    return PyType_Ready(&symbolType) == 0 && PyType_Ready(&captureType) == 0 &&
           PyModule_AddObjectRef(module, "Symbol", (PyObject *)&symbolType) == 0 &&
           PyModule_AddObjectRef(module, "Capture", (PyObject *)&captureType) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::inline python
