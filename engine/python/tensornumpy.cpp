// SPDX-License-Identifier: Apache-2.0
// Tensors to numpy arrays and back; the only file that includes NumPy's headers.
#include "engine/python/captureobject.h"
#include "engine/python/objects.h"
#include "engine/python/traceobject.h"
#include "engine/tensor/complexparts.h"

#define NPY_NO_DEPRECATED_API NPY_1_22_API_VERSION
#include <numpy/arrayobject.h>

#include <algorithm>
#include <cstring>

namespace jitscope::inline python {

namespace {

struct TypePair {
    DType dtype;
    int numpy;
};

constexpr TypePair typePairs[] = {
    {DType::Bool, NPY_BOOL},           {DType::Int8, NPY_INT8},
    {DType::Int16, NPY_INT16},         {DType::Int32, NPY_INT32},
    {DType::Int64, NPY_INT64},         {DType::UInt8, NPY_UINT8},
    {DType::UInt16, NPY_UINT16},       {DType::UInt32, NPY_UINT32},
    {DType::UInt64, NPY_UINT64},       {DType::Float16, NPY_FLOAT16},
    {DType::Float32, NPY_FLOAT32},     {DType::Float64, NPY_FLOAT64},
    {DType::Complex64, NPY_COMPLEX64}, {DType::Complex128, NPY_COMPLEX128},
};

std::optional<int> numpyType(DType dtype) {
    for (const TypePair &pair : typePairs)
        if (pair.dtype == dtype) return pair.numpy;
    return std::nullopt;
}

/** NumPy has two numbers for 64-bit integers (long, long long); the size and kind decide. */
std::optional<DType> fromNumpyType(PyArrayObject *array) {
    for (const TypePair &pair : typePairs)
        if (PyArray_EquivTypenums(pair.numpy, PyArray_TYPE(array))) return pair.dtype;
    return std::nullopt;
}

constexpr const char *storageCapsule = "jitscope.storage";

void releaseStorage(PyObject *capsule) {
    auto *storage = static_cast<Storage *>(PyCapsule_GetPointer(capsule, storageCapsule));
    storage->takeBack();
    storage->release();
}

/** Arrays may outlive the tensor, so that each holds the storage itself. */
PyObject *newStorageCapsule(const Tensor &tensor) {
    Storage *storage = tensor.storage().get();
    PyObject *capsule = PyCapsule_New(storage, storageCapsule, releaseStorage);
    if (!capsule) return nullptr;
    storage->retain();
    storage->lend(); // an array writes without a word
    return capsule;
}

std::optional<Dims> shapeOf(PyArrayObject *array) {
    if (PyArray_NDIM(array) > maxRank) {
        PyErr_Format(PyExc_ValueError, "A tensor has at most %d axes, but the array has %d.", maxRank,
                     PyArray_NDIM(array));
        return std::nullopt;
    }
    Dims shape;
    for (int i = 0; i < PyArray_NDIM(array); ++i)
        shape.push(PyArray_DIM(array, i));
    return shape;
}

/** A contiguous array in the machine's byte order of the same elements. */
Ref packed(PyObject *object) {
    return Ref(PyArray_FROM_OF(object, NPY_ARRAY_CARRAY_RO | NPY_ARRAY_NOTSWAPPED));
}

std::optional<Tensor> copyOf(PyObject *object) {
    const Ref array = packed(object);
    if (!array) return std::nullopt;
    auto *numpy = reinterpret_cast<PyArrayObject *>(array.get());
    const auto dtype = fromNumpyType(numpy);
    const auto shape = dtype ? shapeOf(numpy) : std::nullopt;
    if (!dtype) {
        Ref described(PyObject_Str((PyObject *)PyArray_DESCR(numpy)));
        PyErr_Format(
            PyExc_TypeError,
            "For 'Tensor', an array of dtype %S cannot become a tensor; its elements must be numbers or bools.",
            described ? described.get() : Py_None);
    }
    if (!shape) return std::nullopt;
    Tensor tensor(*shape, *dtype);
    if (tensor.bytes() > 0) std::memcpy(tensor.mutableRawData(), PyArray_DATA(numpy), size_t(tensor.bytes()));
    return tensor;
}

PyObject *unsupportedElement(PyObject *data) {
    return PyErr_Format(PyExc_TypeError, "For Tensor, the input_data is %R that contain unsupported element.", data);
}

bool anyOf(PyObject *list, bool (*test)(PyObject *)) {
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(list); ++i) {
        PyObject *item = PySequence_Fast_GET_ITEM(list, i);
        const bool isNested = PyList_Check(item) || PyTuple_Check(item);
        if (isNested ? anyOf(item, test) : test(item)) return true;
    }
    return false;
}

/** NumPy would walk a list that holds itself for long; the deepest that a tensor can be made of is told at once. */
bool isTooDeep(PyObject *list, int depth = 1) {
    if (depth > maxRank) return true;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(list); ++i) {
        PyObject *item = PySequence_Fast_GET_ITEM(list, i);
        if ((PyList_Check(item) || PyTuple_Check(item)) && isTooDeep(item, depth + 1)) return true;
    }
    return false;
}

/** Lists of Python numbers: floats make Float32, as MindSpore has it; tensors in them keep their dtype. */
std::optional<Tensor> fromList(PyObject *data) {
    if (isTooDeep(data)) {
        PyErr_Format(PyExc_ValueError, "A tensor has at most %d axes, but the list is nested deeper.", maxRank);
        return std::nullopt;
    }
    if (anyOf(data, isSymbol)) {
        noValueYet("Making a Tensor of a list of tensors");
        return std::nullopt;
    }
    Ref array(PyArray_FROM_O(data));
    if (!array) {
        PyErr_Clear();
        unsupportedElement(data);
        return std::nullopt;
    }
    auto *numpy = reinterpret_cast<PyArrayObject *>(array.get());
    if (!fromNumpyType(numpy)) {
        unsupportedElement(data);
        return std::nullopt;
    }
    auto tensor = copyOf(array.get());
    if (tensor && tensor->dtype() == DType::Float64 && !anyOf(data, isTensor)) return tensor->cast(DType::Float32);
    return tensor;
}

/** From 2^63 to 2^64 - 1 an int is a UInt64. */
std::optional<Tensor> fromLargeInt(PyObject *data) {
    PyErr_Clear();
    const unsigned long long number = PyLong_AsUnsignedLongLong(data);
    if (PyErr_Occurred()) {
        PyErr_Clear();
        PyErr_Format(PyExc_OverflowError, "For 'Tensor', the int %S does not fit into 64 bits.", data);
        return std::nullopt;
    }
    Tensor tensor(Dims(), DType::UInt64);
    *tensor.mutableData<uint64_t>() = number;
    return tensor;
}

std::optional<Tensor> fromScalar(PyObject *data) {
    if (PyBool_Check(data)) return Tensor::scalar(data == Py_True, DType::Bool);
    if (PyFloat_Check(data)) return Tensor::scalar(PyFloat_AS_DOUBLE(data), DType::Float32);
    if (PyComplex_Check(data)) {
        Tensor tensor(Dims(), DType::Complex128);
        *tensor.mutableData<std::complex<double>>() = {PyComplex_RealAsDouble(data), PyComplex_ImagAsDouble(data)};
        return tensor;
    }
    const long long number = PyLong_AsLongLong(data);
    if (number == -1 && PyErr_Occurred()) return fromLargeInt(data);
    Tensor tensor(Dims(), DType::Int64);
    *tensor.mutableData<int64_t>() = number;
    return tensor;
}

std::optional<Tensor> fromData(PyObject *data) {
    if (isSymbol(data)) {
        noValueYet("Making a Tensor of a tensor");
        return std::nullopt;
    }
    if (isTensor(data) && tensorOf(data).defined()) return tensorOf(data);
    if (PyArray_Check(data) || PyArray_CheckScalar(data)) return copyOf(data);
    if (PyList_Check(data) || PyTuple_Check(data)) return fromList(data);
    if (PyFloat_Check(data) || PyLong_Check(data) || PyComplex_Check(data)) return fromScalar(data);
    PyErr_Format(PyExc_TypeError,
                 "For 'Tensor', the type of 'input_data' should be one of '['Tensor', 'ndarray', 'list', 'tuple', "
                 "'float', 'int', 'bool', 'complex']', but got type '%s'.",
                 Py_TYPE(data)->tp_name);
    return std::nullopt;
}

std::string dtypeNames() {
    std::string names;
    for (int i = 0; i < dtypeCount; ++i)
        names += (i ? ", mindspore." : "mindspore.") + std::string(info(DType(i)).python);
    return names;
}

} // namespace

std::optional<Tensor> tensorFromPython(PyObject *data, PyObject *dtype) {
    std::optional<DType> wanted;
    if (dtype && dtype != Py_None) {
        wanted = dtypeOf(dtype);
        if (!wanted) {
            Ref name(PyObject_HasAttrString(dtype, "__name__") ? PyObject_GetAttrString(dtype, "__name__")
                                                               : PyObject_Str(dtype));
            PyErr_Format(PyExc_TypeError, "For 'Tensor', the 'dtype' should be one of [%s], but got '%S'.",
                         dtypeNames().c_str(), name ? name.get() : Py_None);
            return std::nullopt;
        }
    }
    auto tensor = fromData(data);
    if (!tensor || !wanted) return tensor;
    return castToReal(*tensor, *wanted);
}

PyObject *toNumpy(PyObject *self, PyObject *) {
    if (isSymbol(self)) return noValueYet("Reading a tensor's elements");
    if (!noteValueRead(self, "asnumpy()")) return nullptr;
    try {
        if (!tensorOf(self).defined()) return PyErr_Format(PyExc_RuntimeError, "This tensor was never initialised.");
        const auto type = numpyType(tensorOf(self).dtype());
        if (!type)
            return PyErr_Format(PyExc_TypeError, "NumPy has no dtype for %s; convert it to mindspore.float32 first.",
                                std::string(info(tensorOf(self).dtype()).name).c_str());
        const Tensor tensor = tensorOf(self).contiguous();
        npy_intp shape[maxRank];
        std::copy(tensor.shape().begin(), tensor.shape().end(), shape);
        Ref owner(newStorageCapsule(tensor));
        if (!owner) return nullptr;
        Ref array(PyArray_New(&PyArray_Type, tensor.rank(), shape, *type, nullptr,
                              const_cast<std::byte *>(tensor.rawData()), 0, NPY_ARRAY_CARRAY, nullptr));
        if (!array || PyArray_SetBaseObject(reinterpret_cast<PyArrayObject *>(array.get()), owner.release()) < 0)
            return nullptr;
        return array.release();
    } catch (...) {
        return translateException();
    }
}

PyObject *fromNumpy(PyObject *, PyObject *object) {
    if (!PyArray_Check(object))
        return PyErr_Format(PyExc_TypeError, "For 'from_numpy', the argument should be 'ndarray', but got '%s'.",
                            Py_TYPE(object)->tp_name);
    auto *array = reinterpret_cast<PyArrayObject *>(object);
    const auto dtype = fromNumpyType(array);
    try {
        if (!dtype || !PyArray_IS_C_CONTIGUOUS(array) || !PyArray_ISNOTSWAPPED(array) || PyArray_NBYTES(array) == 0) {
            auto copy = copyOf(object);
            return copy ? wrap(*std::move(copy)) : nullptr;
        }
        const auto shape = shapeOf(array);
        if (!shape) return nullptr;
        // The array's memory goes when the last tensor over it does, on whatever thread that is.
        const auto letGo = [](void *owner) {
            const PyGILState_STATE state = PyGILState_Ensure();
            Py_DECREF(static_cast<PyObject *>(owner));
            PyGILState_Release(state);
        };
        StoragePtr storage(
            Storage::borrowed(PyArray_DATA(array), size_t(PyArray_NBYTES(array)), letGo, Py_NewRef(object)));
        return wrap(Tensor(std::move(storage), *shape, contiguousStrides(*shape), 0, *dtype));
    } catch (...) {
        return translateException();
    }
}

bool addNumpy() {
    return _import_array() == 0;
}

} // namespace jitscope::inline python
