// SPDX-License-Identifier: Apache-2.0
// `mindspore.Tensor` as a native type: making, asking, printing; operators, indexing and what gives elements to Python
// stand in files of their own.
#include "engine/python/builtinmemory.h"
#include "engine/python/captureobject.h"
#include "engine/python/tensorvalues.h"
#include "engine/python/traceobject.h"

#include "engine/tensor/tensorprint.h"

#include <new>
#include <structmember.h>

namespace jitscope::inline python {

namespace {

PyTensor *in(PyObject *self) {
    return reinterpret_cast<PyTensor *>(self);
}

/** Whether `shape` leaves a size open: None or a mindspore.Symbol in its place. */
bool isOpenShape(PyObject *shape) {
    if (!shape || !PySequence_Check(shape) || PyUnicode_Check(shape)) return false;
    Ref sizes(PySequence_Fast(shape, ""));
    if (!sizes) return PyErr_Clear(), false;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(sizes.get()); ++i)
        if (PyObject *size = PySequence_Fast_GET_ITEM(sizes.get(), i); size == Py_None || !PyIndex_Check(size))
            return true;
    return false;
}

/** The type of `Tensor(shape=(None, 3), dtype=...)`, which has no elements and stands for inputs of any such shape. */
PyTypeObject *typeOfOpenShape() {
    Ref module(PyImport_ImportModule("mindspore.common.openshape"));
    Ref found(module ? PyObject_GetAttrString(module.get(), "Tensor") : nullptr);
    return reinterpret_cast<PyTypeObject *>(found.get()); // the module keeps it alive
}

/** What Tensor(...) is called with at a place or by name; null where nothing or None is. Borrowed. */
PyObject *givenAt(Py_ssize_t place, const char *name, PyObject *arguments, PyObject *named) {
    const bool isPlaced = place < PyTuple_GET_SIZE(arguments);
    PyObject *value = isPlaced ? PyTuple_GET_ITEM(arguments, place)
                      : named  ? PyDict_GetItemString(named, name)
                               : nullptr;
    return value == Py_None ? nullptr : value;
}

/** Whether Tensor(...) is called with a shape that leaves sizes open, or with a dtype and nothing else. */
bool leavesShapeOpen(PyObject *arguments, PyObject *named) {
    if (PyObject *shape = givenAt(2, "shape", arguments, named)) return isOpenShape(shape);
    return givenAt(1, "dtype", arguments, named) && !givenAt(0, "input_data", arguments, named) &&
           !givenAt(3, "init", arguments, named);
}

PyObject *create(PyTypeObject *type, PyObject *arguments, PyObject *named) {
    const bool isPlain = !named && PyTuple_GET_SIZE(arguments) < 2; // as nearly all are made
    const bool isOpen = type == &tensorType && !isPlain && leavesShapeOpen(arguments, named);
    if (isOpen && !(type = typeOfOpenShape())) return nullptr;
    PyObject *self = type->tp_alloc(type, 0);
    if (self) new (&in(self)->held) Value(Tensor());
    return self;
}

/** Tensor(shape=..., dtype=..., init=...): the initializer makes the array; zeros without one. */
PyObject *arrayOfInitializer(PyObject *init, PyObject *shape, PyObject *dtype) {
    Ref module(PyImport_ImportModule("mindspore.common.initializer"));
    Ref zero(PyLong_FromLong(0));
    if (!module || !zero) return nullptr;
    return PyObject_CallMethod(module.get(), "make_array", "OOO", init && init != Py_None ? init : zero.get(),
                               shape ? shape : Py_None, dtype ? dtype : Py_None);
}

int initialise(PyObject *self, PyObject *arguments, PyObject *named) {
    static const char *names[] = {"input_data", "dtype", "shape", "init", "internal", "const_arg", "device", nullptr};
    PyObject *data = nullptr, *dtype = nullptr, *shape = nullptr, *init = nullptr, *ignored = nullptr;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "|OOOOOOO:Tensor", const_cast<char **>(names), &data, &dtype,
                                     &shape, &init, &ignored, &ignored, &ignored))
        return -1;
    const bool hasShape = shape && shape != Py_None;
    if (data && data != Py_None && hasShape) {
        PyErr_Format(PyExc_ValueError,
                     "When initializing a tensor with 'input_data', 'shape' should be set to None.But got shape: %S.",
                     shape);
        return -1;
    }
    Ref made;
    if ((init && init != Py_None) || hasShape) {
        made = Ref(arrayOfInitializer(init, shape, dtype));
        if (!made) return -1;
        data = made.get();
    }
    try {
        auto tensor = tensorFromPython(data ? data : Py_None, dtype);
        if (!tensor) return -1;
        heldTensor(self) = *std::move(tensor);
        return 0;
    } catch (...) {
        translateException();
        return -1;
    }
}

void deallocate(PyObject *self) {
    if (in(self)->weakReferences) PyObject_ClearWeakRefs(self);
    in(self)->held.~Value();
    Py_XDECREF(in(self)->name);
    Py_XDECREF(in(self)->attributes);
    Py_TYPE(self)->tp_free(self);
}

PyObject *repr(PyObject *self) {
    if (!ready(self)) return nullptr;
    const std::string text = represent(tensorOf(self));
    return PyUnicode_FromStringAndSize(text.data(), Py_ssize_t(text.size()));
}

PyObject *str(PyObject *self) {
    if (!ready(self) || !noteValueRead(self, "print() or str()")) return nullptr;
    const std::string text = toString(tensorOf(self));
    return PyUnicode_FromStringAndSize(text.data(), Py_ssize_t(text.size()));
}

/** By identity as MindSpore has it (equality goes by element): users put tensors into dictionaries. The same as id().
 */
Py_hash_t identityHash(PyObject *self) {
    return Py_hash_t(reinterpret_cast<intptr_t>(self));
}

PyObject *shape(PyObject *self, void *) {
    return ready(self) ? shapeTuple(shapeOfTensor(self)) : nullptr;
}

PyObject *dtype(PyObject *self, void *) {
    return ready(self) ? wrap(dtypeOfTensor(self)) : nullptr;
}

PyObject *ndim(PyObject *self, void *) {
    return ready(self) ? PyLong_FromLong(rankOfTensor(self)) : nullptr;
}

PyObject *size(PyObject *self, void *) {
    return ready(self) ? PyLong_FromLongLong(shapeOfTensor(self).product()) : nullptr;
}

PyObject *itemSize(PyObject *self, void *) {
    return PyLong_FromLong(info(dtypeOfTensor(self)).bytes);
}

PyObject *byteCount(PyObject *self, void *) {
    return ready(self) ? PyLong_FromLongLong(shapeOfTensor(self).product() * info(dtypeOfTensor(self)).bytes) : nullptr;
}

PyObject *strides(PyObject *self, void *) {
    if (!ready(self)) return nullptr;
    Dims bytes = isSymbol(self) ? contiguousStrides(shapeOfTensor(self)) : tensorOf(self).strides();
    for (int i = 0; i < bytes.rank(); ++i)
        bytes[i] *= info(dtypeOfTensor(self)).bytes;
    return shapeTuple(bytes);
}

PyObject *getName(PyObject *self, void *) {
    if (in(self)->name) return Py_NewRef(in(self)->name);
    return PyErr_Format(PyExc_AttributeError, "'Tensor' object has no attribute 'name'");
}

int setName(PyObject *self, PyObject *name, void *) {
    if (name && !PyUnicode_Check(name)) {
        PyErr_Format(PyExc_ValueError, "The type of the name should be 'string', but got '%s'.",
                     Py_TYPE(name)->tp_name);
        return -1;
    }
    Py_XSETREF(in(self)->name, Py_XNewRef(name));
    return 0;
}

Py_ssize_t length(PyObject *self) {
    if (!ready(self)) return -1;
    if (!shapeOfTensor(self).empty()) return Py_ssize_t(shapeOfTensor(self)[0]);
    PyErr_SetString(PyExc_TypeError, "Not support len of a 0-D tensor");
    return -1;
}

PyObject *elementOfAxis(PyObject *self, Py_ssize_t index) {
    Ref number(PyLong_FromSsize_t(index));
    return number ? subscript(self, number.get()) : nullptr;
}

PyObject *iterate(PyObject *self) {
    if (!ready(self)) return nullptr;
    if (shapeOfTensor(self).empty()) return PyErr_Format(PyExc_TypeError, "iteration over a 0-d tensor");
    return PySeqIter_New(self);
}

PyObject *isContiguous(PyObject *self, PyObject *) {
    return PyBool_FromLong(isSymbol(self) || tensorOf(self).isContiguous());
}

/** __array__(dtype=None, copy=None), as NumPy calls it. */
PyObject *toArray(PyObject *self, PyObject *arguments, PyObject *named) {
    static const char *names[] = {"dtype", "copy", nullptr};
    PyObject *dtype = Py_None, *copy = Py_None;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "|OO:__array__", const_cast<char **>(names), &dtype, &copy))
        return nullptr;
    Ref array(toNumpy(self, nullptr));
    if (array && dtype != Py_None) array = Ref(PyObject_CallMethod(array.get(), "astype", "O", dtype));
    if (!array || copy != Py_True) return array.release();
    return PyObject_CallMethod(array.get(), "copy", nullptr);
}

/** Of a weight: kernels read its elements again and again. */
void expectReading(PyObject *weight) {
    if (in(weight)->isParameter && heldTensor(weight).defined()) heldTensor(weight).storage()->keepForms();
}

/** Parameter's own: this object is a weight, and what `tensor` holds is its data. */
PyObject *becomeParameter(PyObject *self, PyObject *) {
    in(self)->isParameter = true;
    expectReading(self);
    Py_RETURN_NONE;
}

PyObject *takeData(PyObject *self, PyObject *other) {
    if (!isTensor(other) || isSymbol(other) || !ready(other))
        return PyErr_Format(PyExc_TypeError, "A tensor is needed, but got '%s'.", Py_TYPE(other)->tp_name);
    noteDataReplaced(self);
    heldTensor(self) = tensorOf(other);
    expectReading(self);
    Py_RETURN_NONE;
}

/** As takeData, but for gradients the object is what it was. */
PyObject *takeElements(PyObject *self, PyObject *other) {
    const uint64_t identity = heldTensor(self).defined() ? heldTensor(self).identity() : 0;
    Ref taken(takeData(self, other));
    if (taken) heldTensor(self) = heldTensor(self).withIdentity(identity);
    return taken.release();
}

/** _holds_place(other): whether a graph has this tensor's memory built in, and the elements of `other`, of the same
   shape and dtype, can be written there. */
PyObject *holdsPlace(PyObject *self, PyObject *other) {
    if (isSymbol(self) || !isTensor(other) || isSymbol(other) || !ready(self) || !ready(other)) Py_RETURN_FALSE;
    const Tensor &own = tensorOf(self), &given = tensorOf(other);
    const bool fits = own.dtype() == given.dtype() && own.shape() == given.shape() && own.storage() != given.storage();
    return PyBool_FromLong(fits && BuiltInMemory::isBuiltIn(own.storage().get()));
}

/** Another object for the same elements, or for the same value of a graph: writes to this one leave it as it is. */
PyObject *plain(PyObject *self, PyObject *) {
    if (isSymbol(self) && currentCapture()) return currentCapture()->wrapNode(nodeOf(self));
    return ready(self) ? wrap(tensorOf(self)) : nullptr;
}

template<class Function> PyCFunction asMethod(Function function) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

PyMethodDef methods[] = {
    {"asnumpy", toNumpy, METH_NOARGS, "The numpy array that shares this tensor's elements."},
    {"numpy", toNumpy, METH_NOARGS, "The numpy array that shares this tensor's elements."},
    {"from_numpy", fromNumpy, METH_O | METH_STATIC, "A tensor that shares the array's elements."},
    {"item", asMethod(item), METH_FASTCALL, "item(*index): an element, or the only one, as a Python number."},
    {"tolist", toList, METH_NOARGS, "The elements as nested lists of Python numbers."},
    {"is_contiguous", isContiguous, METH_NOARGS, "Whether the elements lie row by row without gaps."},
    {"data_ptr", dataPointer, METH_NOARGS, "The address of the first element."},
    {"stride", asMethod(elementStrides), METH_FASTCALL,
     "stride(dim=None): how many elements lie from one to the next of each axis, or of one."},
    {"storage_offset", storageOffset, METH_NOARGS, "How many elements of the storage lie before the first."},
    {"get_bytes", elementBytes, METH_NOARGS, "The elements' bytes, row by row."},
    {"_reinterpreted", reinterpreted, METH_O, "_reinterpreted(dtype): the same memory as elements of another dtype."},
    {"__array__", asMethod(toArray), METH_VARARGS | METH_KEYWORDS, nullptr},
    {"__format__", formatted, METH_O, nullptr},
    {"__copy__", copied, METH_NOARGS, nullptr},
    {"__deepcopy__", copied, METH_O, nullptr},
    {"__reduce__", reduced, METH_NOARGS, nullptr},
    {"__dlpack__", asMethod(toDlpack), METH_FASTCALL | METH_KEYWORDS, nullptr},
    {"__dlpack_device__", dlpackDevice, METH_NOARGS, nullptr},
    {"to_dlpack", asMethod(toDlpack), METH_FASTCALL | METH_KEYWORDS, "A DLPack capsule that shares the elements."},
    {"from_dlpack", fromDlpack, METH_O | METH_STATIC,
     "from_dlpack(capsule or array): a tensor that shares its elements."},
    {"_become_parameter", becomeParameter, METH_NOARGS, nullptr},
    {"_take_data", takeData, METH_O, nullptr},
    {"_take_elements", takeElements, METH_O, nullptr},
    {"_holds_place", holdsPlace, METH_O, nullptr},
    {"_plain", plain, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef properties[] = {
    {"shape", shape, nullptr, "The sizes of the axes.", nullptr},
    {"dtype", dtype, nullptr, "The type of the elements.", nullptr},
    {"ndim", ndim, nullptr, "The number of axes.", nullptr},
    {"size", size, nullptr, "The number of elements.", nullptr},
    {"itemsize", itemSize, nullptr, "The bytes of one element.", nullptr},
    {"nbytes", byteCount, nullptr, "The bytes of all elements.", nullptr},
    {"strides", strides, nullptr, "The bytes from one element to the next, for each axis.", nullptr},
    {"name", getName, setName, "The name of a parameter.", nullptr},
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PySequenceMethods sequence = {.sq_length = length, .sq_item = elementOfAxis, .sq_contains = contains};
PyMappingMethods mapping = {.mp_length = length, .mp_subscript = subscript, .mp_ass_subscript = assignSubscript};

/** add_tensor_method(name, function): methods that are composed in Python. */
PyObject *addMethod(PyObject *, PyObject *arguments) {
    const char *name = nullptr;
    PyObject *function = nullptr;
    if (!PyArg_ParseTuple(arguments, "sO", &name, &function)) return nullptr;
    if (PyDict_SetItemString(tensorType.tp_dict, name, function) < 0) return nullptr;
    PyType_Modified(&tensorType);
    Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"set_matmul", setMatmul, METH_O, "set_matmul(function): what `@` calls for ranks other than two."},
    {"add_tensor_method", addMethod, METH_VARARGS, "add_tensor_method(name, function or property)"},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

PyTypeObject tensorType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "mindspore.common.tensor.Tensor",
    .tp_basicsize = sizeof(PyTensor),
    .tp_dealloc = deallocate,
    .tp_repr = repr,
    .tp_as_number = &tensorNumbers,
    .tp_as_sequence = &sequence,
    .tp_as_mapping = &mapping,
    .tp_hash = identityHash,
    .tp_str = str,
    .tp_as_buffer = &tensorBuffer,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "Tensor(input_data=None, dtype=None, shape=None, init=None)\n\nAn array of elements of one dtype.",
    .tp_richcompare = compare,
    .tp_weaklistoffset = offsetof(PyTensor, weakReferences),
    .tp_iter = iterate,
    .tp_methods = methods,
    .tp_getset = properties,
    .tp_dictoffset = offsetof(PyTensor, attributes),
    .tp_init = initialise,
    .tp_new = create,
};

PyObject *wrap(Tensor tensor) {
    // Not by tp_alloc, which clears the object first: this is on the path of every operator.
    PyTensor *self = PyObject_New(PyTensor, &tensorType);
    if (self == nullptr) return nullptr;
    self->weakReferences = self->name = self->attributes = nullptr;
    self->isParameter = false;
    (new (&self->held) Value)->data.emplace<Tensor>(std::move(tensor));
    return reinterpret_cast<PyObject *>(self);
}

PyObject *shapeTuple(const Dims &shape) {
    Ref tuple(PyTuple_New(shape.rank()));
    if (!tuple) return nullptr;
    for (int i = 0; i < shape.rank(); ++i) {
        PyObject *size = PyLong_FromLongLong(shape[i]);
        if (size == nullptr) return nullptr;
        PyTuple_SET_ITEM(tuple.get(), i, size);
    }
    return tuple.release();
}

bool addTensor(PyObject *module) {
    lookUpOperators();
    if (PyType_Ready(&tensorType) < 0) return false;
    return PyModule_AddObjectRef(module, "Tensor", (PyObject *)&tensorType) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::inline python
