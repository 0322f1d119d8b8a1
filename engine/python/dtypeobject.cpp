// SPDX-License-Identifier: Apache-2.0
// The dtype singletons: mindspore.float32 and its like.
#include "engine/python/objects.h"

namespace jitscope::inline python {

namespace {

struct PyDType {
    PyObject_HEAD DType dtype;
};

PyObject *singletons[dtypeCount];

DType dtypeIn(PyObject *self) {
    return reinterpret_cast<PyDType *>(self)->dtype;
}

PyObject *str(PyObject *self) {
    const auto name = info(dtypeIn(self)).name;
    return PyUnicode_FromStringAndSize(name.data(), Py_ssize_t(name.size()));
}

PyObject *repr(PyObject *self) {
    std::string name(info(dtypeIn(self)).python);
    if (name == "bool_") name = "bool";
    return PyUnicode_FromFormat("mindspore.%s", name.c_str());
}

/** Pickles as the name under `mindspore`, so that loading gives the singleton again. */
PyObject *reduce(PyObject *self, PyObject *) {
    return PyUnicode_FromString(info(dtypeIn(self)).python.data());
}

PyObject *itemSize(PyObject *self, void *) {
    return PyLong_FromLong(info(dtypeIn(self)).bytes);
}

PyObject *isFloating(PyObject *self, void *) {
    return PyBool_FromLong(info(dtypeIn(self)).floating);
}

PyObject *isSigned(PyObject *self, void *) {
    return PyBool_FromLong(info(dtypeIn(self)).isSigned);
}

PyObject *isComplexType(PyObject *self, void *) {
    return PyBool_FromLong(isComplex(dtypeIn(self)));
}

PyMethodDef methods[] = {
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef properties[] = {
    {"itemsize", itemSize, nullptr, "The bytes of one element.", nullptr},
    {"is_floating_point", isFloating, nullptr, "Whether it is a floating-point type.", nullptr},
    {"is_complex", isComplexType, nullptr, "Whether its elements are complex numbers.", nullptr},
    {"is_signed", isSigned, nullptr, "Whether it holds negative numbers.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

} // namespace

PyTypeObject dtypeType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "mindspore.dtype.Type",
    .tp_basicsize = sizeof(PyDType),
    .tp_repr = repr,
    .tp_str = str,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "The type of a tensor's elements.",
    .tp_methods = methods,
    .tp_getset = properties,
};

PyObject *wrap(DType dtype) {
    return Py_NewRef(singletons[int(dtype)]);
}

std::optional<DType> dtypeOf(PyObject *object) {
    if (!Py_IS_TYPE(object, &dtypeType)) return std::nullopt;
    return dtypeIn(object);
}

bool addDTypes(PyObject *module) {
    if (PyType_Ready(&dtypeType) < 0 || PyModule_AddObjectRef(module, "DType", (PyObject *)&dtypeType) < 0)
        return false;
    for (int i = 0; i < dtypeCount; ++i) {
        auto *object = PyObject_New(PyDType, &dtypeType);
        if (object == nullptr) return false;
        object->dtype = DType(i);
        singletons[i] = (PyObject *)object;
        const std::string name(info(DType(i)).python);
        if (PyModule_AddObjectRef(module, name.c_str(), singletons[i]) < 0) return false;
    }
    return true;
}

} // namespace jitscope::inline python
