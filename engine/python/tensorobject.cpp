// SPDX-License-Identifier: Apache-2.0
// `mindspore.Tensor` as a native type: making, asking, printing; operators and indexing stand in files of their own.
#include "engine/python/captureobject.h"
#include "engine/python/objects.h"

#include "engine/tensor/tensorprint.h"

#include <new>
#include <structmember.h>

namespace jitscope::python {

namespace {

PyTensor *in(PyObject *self) {
    return reinterpret_cast<PyTensor *>(self);
}

PyObject *create(PyTypeObject *type, PyObject *, PyObject *) {
    PyObject *self = type->tp_alloc(type, 0);
    if (self) new (&in(self)->tensor) Tensor();
    return self;
}

/** Tensor(shape=..., dtype=..., init=...): the initializer makes the array. */
PyObject *arrayOfInitializer(PyObject *init, PyObject *shape, PyObject *dtype) {
    Ref module(PyImport_ImportModule("mindspore.common.initializer"));
    if (!module) return nullptr;
    return PyObject_CallMethod(module.get(), "make_array", "OOO", init, shape ? shape : Py_None,
                               dtype ? dtype : Py_None);
}

int initialise(PyObject *self, PyObject *arguments, PyObject *named) {
    static const char *names[] = {"input_data", "dtype", "shape", "init", "internal", "const_arg", "device", nullptr};
    PyObject *data = nullptr, *dtype = nullptr, *shape = nullptr, *init = nullptr, *ignored = nullptr;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "|OOOOOOO:Tensor", const_cast<char **>(names), &data, &dtype,
                                     &shape, &init, &ignored, &ignored, &ignored))
        return -1;
    Ref made;
    if (init && init != Py_None) {
        made = Ref(arrayOfInitializer(init, shape, dtype));
        if (!made) return -1;
        data = made.get();
    }
    try {
        auto tensor = tensorFromPython(data ? data : Py_None, dtype);
        if (!tensor) return -1;
        in(self)->tensor = *std::move(tensor);
        return 0;
    } catch (...) {
        translateException();
        return -1;
    }
}

void deallocate(PyObject *self) {
    if (in(self)->weakReferences) PyObject_ClearWeakRefs(self);
    in(self)->tensor.~Tensor();
    Py_XDECREF(in(self)->name);
    Py_TYPE(self)->tp_free(self);
}

bool ready(PyObject *self) {
    if (isSymbol(self) || tensorOf(self).defined()) return true;
    PyErr_SetString(PyExc_RuntimeError, "This tensor was never initialised: its __init__ did not run.");
    return false;
}

PyObject *repr(PyObject *self) {
    if (!ready(self)) return nullptr;
    const std::string text = represent(tensorOf(self));
    return PyUnicode_FromStringAndSize(text.data(), Py_ssize_t(text.size()));
}

PyObject *str(PyObject *self) {
    if (!ready(self)) return nullptr;
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
    return ready(self) ? PyLong_FromLong(shapeOfTensor(self).rank()) : nullptr;
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

PyObject *item(PyObject *self, Py_ssize_t index) {
    Ref number(PyLong_FromSsize_t(index));
    return number ? subscript(self, number.get()) : nullptr;
}

PyObject *iterate(PyObject *self) {
    if (!ready(self)) return nullptr;
    if (shapeOfTensor(self).empty()) return PyErr_Format(PyExc_TypeError, "iteration over a 0-d tensor");
    return PySeqIter_New(self);
}

PyObject *onlyItem(PyObject *self, PyObject *) {
    return ready(self) ? onlyElement(self) : nullptr;
}

PyObject *toList(PyObject *self, PyObject *) {
    Ref array(toNumpy(self, nullptr));
    return array ? PyObject_CallMethod(array.get(), "tolist", nullptr) : nullptr;
}

PyObject *copy(PyObject *self, PyObject *) {
    try {
        return ready(self) ? wrap(tensorOf(self).clone()) : nullptr;
    } catch (...) {
        return translateException();
    }
}

PyObject *isContiguous(PyObject *self, PyObject *) {
    return PyBool_FromLong(isSymbol(self) || tensorOf(self).isContiguous());
}

PyObject *toArray(PyObject *self, PyObject *const *arguments, Py_ssize_t count, PyObject *) {
    Ref array(toNumpy(self, nullptr));
    if (!array || count == 0 || arguments[0] == Py_None) return array.release();
    return PyObject_CallMethod(array.get(), "astype", "O", arguments[0]);
}

/** A pickled tensor is its numpy array and its dtype. */
PyObject *reduce(PyObject *self, PyObject *) {
    Ref array(toNumpy(self, nullptr));
    Ref module(array ? PyImport_ImportModule("mindspore.common.tensor") : nullptr);
    Ref make(module ? PyObject_GetAttrString(module.get(), "tensor") : nullptr);
    if (!make) return nullptr;
    return Py_BuildValue("O(ON)", make.get(), array.get(), wrap(tensorOf(self).dtype()));
}

/** Parameter's own: this object is a weight, and what `tensor` holds is its data. */
PyObject *becomeParameter(PyObject *self, PyObject *) {
    in(self)->isParameter = true;
    Py_RETURN_NONE;
}

PyObject *takeData(PyObject *self, PyObject *other) {
    if (!isTensor(other) || isSymbol(other) || !ready(other))
        return PyErr_Format(PyExc_TypeError, "A tensor is needed, but got '%s'.", Py_TYPE(other)->tp_name);
    in(self)->tensor = tensorOf(other);
    Py_RETURN_NONE;
}

PyObject *plain(PyObject *self, PyObject *) {
    return ready(self) ? wrap(tensorOf(self)) : nullptr;
}

PyMethodDef methods[] = {
    {"asnumpy", toNumpy, METH_NOARGS, "The numpy array that shares this tensor's elements."},
    {"numpy", toNumpy, METH_NOARGS, "The numpy array that shares this tensor's elements."},
    {"from_numpy", fromNumpy, METH_O | METH_STATIC, "A tensor that shares the array's elements."},
    {"item", onlyItem, METH_NOARGS, "The only element as a Python number."},
    {"tolist", toList, METH_NOARGS, "The elements as nested lists of Python numbers."},
    {"copy", copy, METH_NOARGS, "A tensor with elements of its own."},
    {"is_contiguous", isContiguous, METH_NOARGS, "Whether the elements lie row by row without gaps."},
    {"__array__", (PyCFunction)(void (*)())toArray, METH_FASTCALL | METH_KEYWORDS, nullptr},
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {"_become_parameter", becomeParameter, METH_NOARGS, nullptr},
    {"_take_data", takeData, METH_O, nullptr},
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
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PySequenceMethods sequence = {.sq_length = length, .sq_item = item};
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
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "Tensor",
    .tp_basicsize = sizeof(PyTensor),
    .tp_dealloc = deallocate,
    .tp_repr = repr,
    .tp_as_number = &tensorNumbers,
    .tp_as_sequence = &sequence,
    .tp_as_mapping = &mapping,
    .tp_hash = identityHash,
    .tp_str = str,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_doc = "Tensor(input_data=None, dtype=None, shape=None, init=None)\n\nAn array of elements of one dtype.",
    .tp_richcompare = compare,
    .tp_weaklistoffset = offsetof(PyTensor, weakReferences),
    .tp_iter = iterate,
    .tp_methods = methods,
    .tp_getset = properties,
    .tp_init = initialise,
    .tp_new = create,
};

PyObject *wrap(Tensor tensor) {
    PyObject *self = tensorType.tp_alloc(&tensorType, 0);
    if (self) new (&in(self)->tensor) Tensor(std::move(tensor));
    return self;
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

} // namespace jitscope::python
