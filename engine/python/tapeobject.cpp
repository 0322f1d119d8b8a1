// SPDX-License-Identifier: Apache-2.0
// Tapes for Python: `_jitscope.Tape`, layers' own gradients, and pauses. `mindspore.grad` and its kin stand on these.
#include "engine/python/captureobject.h"
#include "engine/python/objects.h"

#include "engine/eager/tape.h"
#include "engine/python/pythonerror.h"

#include <algorithm>
#include <memory>
#include <new>
#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline python {

namespace {

struct PyTape {
    PyObject_HEAD Tape *tape;
};

Tape &tapeOf(PyObject *self) {
    return *reinterpret_cast<PyTape *>(self)->tape;
}

PyObject *create(PyTypeObject *type, PyObject *, PyObject *) {
    PyObject *self = type->tp_alloc(type, 0);
    if (self) reinterpret_cast<PyTape *>(self)->tape = new Tape;
    return self;
}

void deallocate(PyObject *self) {
    delete reinterpret_cast<PyTape *>(self)->tape;
    Py_TYPE(self)->tp_free(self);
}

PyObject *enter(PyObject *self, PyObject *) {
    if (tapeOf(self).isOpen()) return PyErr_Format(PyExc_RuntimeError, "This tape is open already.");
    tapeOf(self).open();
    return Py_NewRef(self);
}

PyObject *leave(PyObject *self, PyObject *) {
    tapeOf(self).close();
    Py_RETURN_FALSE;
}

bool isComputed(PyObject *object) {
    if (isTensor(object) && !isSymbol(object) && tensorOf(object).defined()) return true;
    PyErr_Format(PyExc_TypeError, "Gradients are of tensors, but got '%s'.", Py_TYPE(object)->tp_name);
    return false;
}

PyObject *watch(PyObject *self, PyObject *tensor) {
    return isComputed(tensor) ? wrap(tapeOf(self).watch(tensorOf(tensor))) : nullptr;
}

/** How often an object is watched in place now, by tapes inside each other or of several threads. */
struct Watched {
    size_t times = 0;
    bool hadIdentity = false; ///< of a tape or a tracer around, for which it stays
};

/** Only touched with the interpreter's lock held. */
std::unordered_map<PyObject *, Watched> watchedInPlace;

/** The tensor stays the object that it is: it gets an identity for the time of the tape. */
PyObject *watchInPlace(PyObject *self, PyObject *object) {
    if (!isComputed(object)) return nullptr;
    Tensor &tensor = heldTensor(object);
    Watched &watched = watchedInPlace[object];
    if (watched.times++ == 0) watched.hadIdentity = tensor.identity() != 0;
    if (tensor.identity() == 0) tensor = tensor.withIdentity(newIdentity());
    tapeOf(self).follow(tensor.identity());
    Py_RETURN_NONE;
}

/** The tensors of a tuple; nothing with an exception set. */
std::optional<std::vector<Value>> valuesOf(PyObject *tuple) {
    if (!PyTuple_Check(tuple)) {
        PyErr_SetString(PyExc_TypeError, "a tuple is needed");
        return {};
    }
    std::vector<Value> values;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); ++i) {
        auto value = toValue(PyTuple_GET_ITEM(tuple, i));
        if (!value) {
            if (!PyErr_Occurred())
                PyErr_Format(PyExc_TypeError, "An object of type '%s' has no gradient.",
                             Py_TYPE(PyTuple_GET_ITEM(tuple, i))->tp_name);
            return {};
        }
        values.push_back(std::move(*value));
    }
    return values;
}

PyObject *tupleOf(const std::vector<Value> &values) {
    Ref tuple(PyTuple_New(Py_ssize_t(values.size())));
    for (size_t i = 0; tuple && i < values.size(); ++i) {
        PyObject *item = toPython(values[i]);
        if (item == nullptr) return nullptr;
        PyTuple_SET_ITEM(tuple.get(), Py_ssize_t(i), item);
    }
    return tuple.release();
}

PyObject *gradients(PyObject *self, PyObject *arguments) {
    PyObject *outputs = nullptr, *seeds = nullptr, *sources = nullptr;
    if (!PyArg_ParseTuple(arguments, "OOO", &outputs, &seeds, &sources)) return nullptr;
    const auto outputValues = valuesOf(outputs);
    const auto seedValues = outputValues ? valuesOf(seeds) : std::nullopt;
    const auto sourceValues = seedValues ? valuesOf(sources) : std::nullopt;
    if (!sourceValues) return nullptr;
    if (outputValues->size() != seedValues->size())
        return PyErr_Format(PyExc_ValueError, "Each output needs a gradient of its own.");
    std::vector<Tensor> sourceTensors;
    for (const Value &source : *sourceValues) {
        if (!source.asTensor()) return PyErr_Format(PyExc_TypeError, "Gradients are of tensors.");
        sourceTensors.push_back(*source.asTensor());
    }
    try {
        return tupleOf(tapeOf(self).gradients(*outputValues, *seedValues, sourceTensors));
    } catch (...) {
        return translateException();
    }
}

PyObject *usedOf(PyObject *self, PyObject *tensors) {
    const auto values = valuesOf(tensors);
    if (!values) return nullptr;
    if (std::ranges::any_of(*values, [](const Value &value) { return !value.asTensor(); }))
        return PyErr_Format(PyExc_TypeError, "Tensors are needed.");
    const std::vector<size_t> used = tapeOf(self).usedOf(*values);
    Ref places(PyTuple_New(Py_ssize_t(used.size())));
    for (size_t i = 0; places && i < used.size(); ++i) {
        PyObject *place = PyLong_FromSize_t(used[i]);
        if (place == nullptr) return nullptr;
        PyTuple_SET_ITEM(places.get(), Py_ssize_t(i), place);
    }
    return places.release();
}

PyMethodDef tapeMethods[] = {
    {"used_of", usedOf, METH_O,
     "used_of(tensors): the places of those in a tuple that operators took, in the order of their first use."},
    {"__enter__", enter, METH_NOARGS, nullptr},
    {"__exit__", leave, METH_VARARGS, nullptr},
    {"watch", watch, METH_O, "watch(tensor): the same elements as a tensor that this tape follows."},
    {"watch_in_place", watchInPlace, METH_O,
     "watch_in_place(tensor): follows the object itself, until as many calls of unwatch(tensor)."},
    {"gradients", gradients, METH_VARARGS,
     "gradients(outputs, seeds, sources): for each source its gradient, or None where it does not reach an output."},
    {nullptr, nullptr, 0, nullptr},
};

PyTypeObject tapeType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "Tape",
    .tp_basicsize = sizeof(PyTape),
    .tp_dealloc = deallocate,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "Takes down the operators that watched tensors pass through while it is open (`with tape:`).",
    .tp_methods = tapeMethods,
    .tp_new = create,
};

PyObject *unwatch(PyObject *, PyObject *object) {
    const auto watched = watchedInPlace.find(object);
    if (watched == watchedInPlace.end()) return PyErr_Format(PyExc_RuntimeError, "This tensor is not watched.");
    if (--watched->second.times > 0) Py_RETURN_NONE;
    Tensor &tensor = heldTensor(object);
    if (!watched->second.hadIdentity) tensor = tensor.withIdentity(0);
    watchedInPlace.erase(watched);
    Py_RETURN_NONE;
}

/** Calls the layer's own gradient function with the gradients of its results. */
std::vector<Value> callBackward(PyObject *backward, const std::vector<Value> &incoming) {
    Ref given(tupleOf(incoming));
    Ref returned(given ? PyObject_CallObject(backward, given.get()) : nullptr);
    if (!returned) throw PythonError();
    Ref tuple(PyTuple_Check(returned.get()) ? returned.release() : PyTuple_Pack(1, returned.get()));
    auto values = tuple ? valuesOf(tuple.get()) : std::nullopt;
    if (!values) throw PythonError();
    return *std::move(values);
}

PyObject *recordCustom(PyObject *, PyObject *arguments) {
    PyObject *inputs = nullptr, *outputs = nullptr, *backward = nullptr;
    if (!PyArg_ParseTuple(arguments, "O!O!O", &PyTuple_Type, &inputs, &PyTuple_Type, &outputs, &backward))
        return nullptr;
    const auto inputValues = valuesOf(inputs);
    auto outputValues = inputValues ? valuesOf(outputs) : std::nullopt;
    if (!outputValues) return nullptr;
    const Value result = Value::tuple(*outputValues);
    const auto held = std::make_shared<Ref>(Ref::borrowed(backward));
    const Value followed = jitscope::recordCustom(*inputValues, result, [held](const std::vector<Value> &incoming) {
        return callBackward(held->get(), incoming);
    });
    return toPython(followed);
}

PyObject *hookGradient(PyObject *, PyObject *arguments) {
    PyObject *tensor = nullptr, *hook = nullptr;
    if (!PyArg_ParseTuple(arguments, "OO", &tensor, &hook) || !isComputed(tensor)) return nullptr;
    const auto held = std::make_shared<Ref>(Ref::borrowed(hook));
    jitscope::hookGradient(tensorOf(tensor),
                           [held](const std::vector<Value> &incoming) { return callBackward(held->get(), incoming); });
    Py_RETURN_NONE;
}

/** Identities of the parameters that tapes follow now. */
std::unordered_set<uint64_t> watchedWeights() {
    std::unordered_set<uint64_t> identities;
    for (const auto &[object, watched] : watchedInPlace) {
        if (reinterpret_cast<const PyTensor *>(object)->isParameter) identities.insert(tensorOf(object).identity());
    }
    return identities;
}

/** A followed argument as a value of its own, as a graph's is; parameters and all else as they are. */
Ref asArgument(PyObject *object) {
    const bool isPlain = isTensor(object) && !isSymbol(object) && !reinterpret_cast<PyTensor *>(object)->isParameter;
    if (!isPlain || !tensorOf(object).defined()) return Ref::borrowed(object);
    const Value arguments[] = {tensorOf(object)};
    if (!jitscope::isFollowed(arguments[0])) return Ref::borrowed(object);
    const auto passOn = [](const std::vector<Value> &gradients) { return gradients; };
    return Ref(toPython(jitscope::recordCustom(arguments, arguments[0], passOn)));
}

PyObject *callAsGraph(PyObject *, PyObject *given) {
    PyObject *function = nullptr, *arguments = nullptr, *names = nullptr;
    if (!PyArg_ParseTuple(given, "OO!O!", &function, &PyTuple_Type, &arguments, &PyDict_Type, &names)) return nullptr;
    const uint64_t before = newIdentity();
    Ref tuple(PyTuple_New(PyTuple_GET_SIZE(arguments))), keywords(PyDict_New());
    if (!tuple || !keywords) return nullptr;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(arguments); ++i) {
        Ref argument = asArgument(PyTuple_GET_ITEM(arguments, i));
        if (!argument) return nullptr;
        PyTuple_SET_ITEM(tuple.get(), i, argument.release());
    }
    PyObject *name = nullptr, *value = nullptr;
    for (Py_ssize_t place = 0; PyDict_Next(names, &place, &name, &value);) {
        const Ref argument = asArgument(value);
        if (!argument || PyDict_SetItem(keywords.get(), name, argument.get()) < 0) return nullptr;
    }
    const GraphCall call(before, watchedWeights());
    return PyObject_Call(function, tuple.get(), keywords.get());
}

PyObject *isGraphCall(PyObject *, PyObject *) {
    return PyBool_FromLong(jitscope::isInGraphCall());
}

PyObject *isFollowedTuple(PyObject *, PyObject *tensors) {
    const auto values = valuesOf(tensors);
    return values ? PyBool_FromLong(jitscope::isFollowed(Value::tuple(*values))) : nullptr;
}

std::vector<std::unique_ptr<GradientPause>> pauses;

PyObject *pauseGradient(PyObject *, PyObject *) {
    pauses.push_back(std::make_unique<GradientPause>());
    Py_RETURN_NONE;
}

PyObject *resumeGradient(PyObject *, PyObject *) {
    if (pauses.empty()) return PyErr_Format(PyExc_RuntimeError, "No gradient is paused.");
    pauses.pop_back();
    Py_RETURN_NONE;
}

PyObject *isPaused(PyObject *, PyObject *) {
    return PyBool_FromLong(!pauses.empty());
}

PyObject *isOpen(PyObject *, PyObject *) {
    return PyBool_FromLong(isTapeOpen());
}

PyMethodDef functions[] = {
    {"is_tape_open", isOpen, METH_NOARGS, "Whether operators that run now may be taken down for a gradient."},
    {"call_as_graph", callAsGraph, METH_VARARGS,
     "call_as_graph(function, arguments, names): calls it operator by operator; what it reaches not by its "
     "arguments or as a Parameter is constant for gradients, as in a graph."},
    {"is_graph_call", isGraphCall, METH_NOARGS, "Whether a function of call_as_graph runs."},
    {"unwatch", unwatch, METH_O, "unwatch(tensor): ends one watch_in_place of it."},
    {"hook_gradient", hookGradient, METH_VARARGS,
     "hook_gradient(tensor, hook): open tapes that computed the tensor go on with hook(its whole gradient)."},
    {"record_custom", recordCustom, METH_VARARGS,
     "record_custom(inputs, outputs, backward): the outputs (a tuple) as tensors whose gradients go to the inputs by "
     "backward(*gradients of the outputs, None where nothing flows back to one) -> tuple."},
    {"is_followed", isFollowedTuple, METH_O, "is_followed(tensors): whether an open tape follows one of the tuple."},
    {"pause_gradient", pauseGradient, METH_NOARGS, "Until resume_gradient() no tape takes anything down."},
    {"resume_gradient", resumeGradient, METH_NOARGS, nullptr},
    {"is_gradient_paused", isPaused, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

bool addTapes(PyObject *module) {
    if (PyType_Ready(&tapeType) < 0) return false;
    return PyModule_AddObjectRef(module, "Tape", (PyObject *)&tapeType) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::inline python
