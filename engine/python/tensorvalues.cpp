// SPDX-License-Identifier: Apache-2.0
#include "engine/python/tensorvalues.h"

#include "engine/python/captureobject.h"
#include "engine/python/traceobject.h"

#include "engine/tensor/elements.h"

#include <cstring>

namespace jitscope::inline python {

namespace {

/** The element at a row-major position. */
PyObject *elementAt(const Tensor &tensor, int64_t index) {
    if (tensor.dtype() == DType::Bool) return PyBool_FromLong(tensor.at(index) != 0);
    if (info(tensor.dtype()).floating) return PyFloat_FromDouble(tensor.at(index));
    if (isComplex(tensor.dtype())) {
        const std::complex<double> number = tensor.complexAt(index);
        return PyComplex_FromDoubles(number.real(), number.imag());
    }
    if (tensor.dtype() == DType::UInt64) return PyLong_FromUnsignedLongLong((unsigned long long)tensor.intAt(index));
    return PyLong_FromLongLong(tensor.intAt(index));
}

/** Lists in lists, one level an axis. `position` counts elements. */
PyObject *listAt(const Tensor &tensor, int axis, int64_t &position) {
    if (axis == tensor.rank()) return elementAt(tensor, position++);
    Ref list(PyList_New(tensor.shape()[axis]));
    for (int64_t i = 0; list && i < tensor.shape()[axis]; ++i) {
        PyObject *part = listAt(tensor, axis + 1, position);
        if (part == nullptr) return nullptr;
        PyList_SET_ITEM(list.get(), i, part);
    }
    return list.release();
}

PyObject *outOfBounds(int64_t index, int64_t size) {
    return PyErr_Format(PyExc_IndexError, "index %lld is out of bounds for size %lld", (long long)index,
                        (long long)size);
}

/** The row-major position of item(3), item((1, 2)) or item(1, 2); nothing with an exception set. */
std::optional<int64_t> positionOf(const Tensor &tensor, PyObject *const *indices, Py_ssize_t count) {
    const bool isFlat = count == 1;
    if (!isFlat && count != tensor.rank()) {
        PyErr_Format(PyExc_ValueError, "For 'Tensor.item', %zd indices were given, but the tensor has %d axes.", count,
                     tensor.rank());
        return std::nullopt;
    }
    int64_t position = 0;
    for (Py_ssize_t i = 0; i < count; ++i) {
        int64_t index = PyLong_AsLongLong(indices[i]);
        if (index == -1 && PyErr_Occurred()) return std::nullopt;
        const int64_t size = isFlat ? tensor.count() : tensor.shape()[int(i)];
        if (index < -size || index >= size) return outOfBounds(index, size), std::nullopt;
        position = position * size + (index < 0 ? index + size : index);
    }
    return position;
}

template<class Body> PyObject *guarded(Body body) {
    try {
        return body();
    } catch (...) {
        return translateException();
    }
}

} // namespace

bool ready(PyObject *self) {
    if (isSymbol(self) || tensorOf(self).defined()) return true;
    PyErr_SetString(PyExc_RuntimeError, "This tensor was never initialised: its __init__ did not run.");
    return false;
}

bool readable(PyObject *self, const char *what) {
    if (isSymbol(self)) return noValueYet(what), false;
    return ready(self) && noteValueRead(self, "item(), tolist() or format()");
}

PyObject *item(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
    if (!readable(self, "Reading a tensor's elements")) return nullptr;
    if (count == 0 || (count == 1 && arguments[0] == Py_None)) return onlyElement(self);
    const bool isTuple = count == 1 && PyTuple_Check(arguments[0]);
    PyObject *const *indices = isTuple ? &PyTuple_GET_ITEM(arguments[0], 0) : arguments;
    const auto position = positionOf(tensorOf(self), indices, isTuple ? PyTuple_GET_SIZE(arguments[0]) : count);
    return position ? elementAt(tensorOf(self), *position) : nullptr;
}

PyObject *toList(PyObject *self, PyObject *) {
    if (!readable(self, "Reading a tensor's elements")) return nullptr;
    return guarded([&] {
        const Tensor tensor = tensorOf(self).contiguous();
        int64_t position = 0;
        return listAt(tensor, 0, position);
    });
}

PyObject *formatted(PyObject *self, PyObject *specification) {
    if (!readable(self, "Formatting a tensor as text")) return nullptr;
    if (!PyUnicode_Check(specification)) return PyErr_Format(PyExc_TypeError, "format() needs a str");
    if (PyUnicode_GET_LENGTH(specification) == 0) return PyObject_Str(self);
    if (tensorOf(self).count() != 1)
        return PyErr_Format(PyExc_TypeError,
                            "unsupported format string passed to Tensor.__format__: only a tensor of one element can "
                            "be formatted by '%U', but this one has %lld.",
                            specification, (long long)tensorOf(self).count());
    Ref run(PyImport_ImportModule("mindspore._run"));
    Ref told(run ? PyObject_CallMethod(run.get(), "portability", "ss", "Tensor.__format__",
                                       "Real MindSpore formats tensors without a format specification only; write "
                                       "f\"{x.item():.3f}\" instead of f\"{x:.3f}\".")
                 : nullptr);
    Ref element(told ? onlyElement(self) : nullptr);
    return element ? PyObject_Format(element.get(), specification) : nullptr;
}

PyObject *copied(PyObject *self, PyObject *) {
    if (!readable(self, "Copying a tensor")) return nullptr;
    return guarded([&] { return wrap(tensorOf(self).clone()); });
}

PyObject *dataPointer(PyObject *self, PyObject *) {
    if (!readable(self, "The address of a tensor's elements")) return nullptr;
    tensorOf(self).storage()->lend(); // for good: nobody says when the address is used no more
    return PyLong_FromVoidPtr(const_cast<std::byte *>(tensorOf(self).rawData()));
}

PyObject *elementStrides(PyObject *self, PyObject *const *arguments, Py_ssize_t count) {
    if (!ready(self)) return nullptr;
    const Dims strides = isSymbol(self) ? contiguousStrides(shapeOfTensor(self)) : tensorOf(self).strides();
    if (count > 0 && arguments[0] != Py_None) {
        const int64_t axis = PyLong_AsLongLong(arguments[0]);
        if (axis == -1 && PyErr_Occurred()) return nullptr;
        const auto place = normalizedAxis(axis, strides.rank());
        if (!place)
            return PyErr_Format(PyExc_IndexError, "The axis %lld is out of range for a tensor of %d axes.",
                                (long long)axis, strides.rank());
        return PyLong_FromLongLong(strides[*place]);
    }
    Ref tuple(shapeTuple(strides));
    return tuple ? PySequence_List(tuple.get()) : nullptr;
}

PyObject *storageOffset(PyObject *self, PyObject *) {
    if (!readable(self, "The place of a tensor's elements")) return nullptr;
    return PyLong_FromLongLong(tensorOf(self).offset());
}

PyObject *elementBytes(PyObject *self, PyObject *) {
    if (!readable(self, "Reading a tensor's elements")) return nullptr;
    return guarded([&] {
        const Tensor packed = tensorOf(self).contiguous();
        return PyBytes_FromStringAndSize(reinterpret_cast<const char *>(packed.rawData()), Py_ssize_t(packed.bytes()));
    });
}

PyObject *reinterpreted(PyObject *self, PyObject *given) {
    if (!readable(self, "Reinterpreting a tensor's elements")) return nullptr;
    const auto dtype = dtypeOf(given);
    if (!dtype) return PyErr_Format(PyExc_TypeError, "A dtype is needed, but got '%s'.", Py_TYPE(given)->tp_name);
    return guarded([&]() -> PyObject * {
        const Tensor tensor = tensorOf(self).contiguous();
        const int64_t from = tensor.itemBytes(), to = info(*dtype).bytes;
        Dims shape = tensor.shape();
        if (from != to && (shape.empty() || shape.back() * from % to != 0 || tensor.offset() * from % to != 0))
            return PyErr_Format(PyExc_ValueError,
                                "A tensor of %s of shape %s cannot be seen as %s: the bytes of its last axis do not "
                                "divide into elements.",
                                std::string(info(tensor.dtype()).name).c_str(), toString(shape).c_str(),
                                std::string(info(*dtype).name).c_str());
        if (from != to) shape[shape.rank() - 1] = shape.back() * from / to;
        return wrap(Tensor(tensor.storage(), shape, contiguousStrides(shape), tensor.offset() * from / to, *dtype));
    });
}

/** A pickled tensor is the bytes of its elements, its shape and its dtype: so do those that NumPy does not know. */
PyObject *reduced(PyObject *self, PyObject *) {
    Ref bytes(elementBytes(self, nullptr));
    Ref module(bytes ? PyImport_ImportModule("mindspore.common.tensor") : nullptr);
    Ref make(module ? PyObject_GetAttrString(module.get(), "tensor_of_bytes") : nullptr);
    if (!make) return nullptr;
    return Py_BuildValue("O(ONN)", make.get(), bytes.get(), shapeTuple(tensorOf(self).shape()),
                         wrap(tensorOf(self).dtype()));
}

int contains(PyObject *self, PyObject *value) {
    if (!readable(self, "Looking for an element")) return -1;
    Ref equal(compare(self, value, Py_EQ));
    if (!equal) return -1;
    if (!isTensor(equal.get())) return 0;
    const Tensor &found = tensorOf(equal.get());
    for (int64_t i = 0; i < found.count(); ++i)
        if (found.at(i) != 0) return 1;
    return 0;
}

namespace {

/** The letter of Python's `struct` module, NumPy's of complex numbers; null where there is none. */
const char *structLetter(DType dtype) {
    static const char *const letters[dtypeCount] = {"?", "b", "h",     "i", "q", "B",  "H", "I",
                                                    "Q", "e", nullptr, "f", "d", "Zf", "Zd"};
    return letters[int(dtype)];
}

/** What a view of the buffer points to as long as it lives. */
struct BufferView {
    Tensor tensor;
    Py_ssize_t shape[maxRank];
    Py_ssize_t strides[maxRank];
};

int refuseBuffer(Py_buffer *view, const std::string &why) {
    view->obj = nullptr;
    PyErr_SetString(PyExc_BufferError, why.c_str());
    return -1;
}

int openBuffer(PyObject *self, Py_buffer *view, int flags) {
    if (isSymbol(self) || !tensorOf(self).defined())
        return refuseBuffer(view, "The elements of this tensor are not known yet.");
    const Tensor &tensor = tensorOf(self);
    const char *letter = structLetter(tensor.dtype());
    if (letter == nullptr)
        return refuseBuffer(view, "A buffer cannot hold elements of type " + std::string(info(tensor.dtype()).name) +
                                      "; convert the tensor to mindspore.float32 first.");
    const bool takesStrides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES;
    const int ordered = PyBUF_C_CONTIGUOUS | PyBUF_F_CONTIGUOUS | PyBUF_ANY_CONTIGUOUS;
    const bool needsOrder = !takesStrides || (flags & ordered & ~PyBUF_STRIDES) != 0;
    if (needsOrder && !tensor.isContiguous())
        return refuseBuffer(view, "The elements of this tensor do not lie row by row; use contiguous() first.");
    auto *held = new BufferView{tensor, {}, {}};
    for (int i = 0; i < tensor.rank(); ++i) {
        held->shape[i] = Py_ssize_t(tensor.shape()[i]);
        held->strides[i] = Py_ssize_t(tensor.strides()[i] * tensor.itemBytes());
    }
    view->buf = held->tensor.mutableRawData();
    view->obj = Py_NewRef(self);
    view->len = Py_ssize_t(tensor.bytes());
    view->itemsize = Py_ssize_t(tensor.itemBytes());
    view->readonly = 0;
    view->format = (flags & PyBUF_FORMAT) ? const_cast<char *>(letter) : nullptr;
    const bool takesShape = (flags & PyBUF_ND) == PyBUF_ND;
    view->ndim = takesShape ? tensor.rank() : 1;
    view->shape = takesShape ? held->shape : nullptr;
    view->strides = takesStrides ? held->strides : nullptr;
    view->suboffsets = nullptr;
    view->internal = held;
    tensor.storage()->lend();
    return 0;
}

void closeBuffer(PyObject *, Py_buffer *view) {
    auto *held = static_cast<BufferView *>(view->internal);
    held->tensor.storage()->takeBack();
    delete held;
}

} // namespace

PyBufferProcs tensorBuffer = {.bf_getbuffer = openBuffer, .bf_releasebuffer = closeBuffer};

} // namespace jitscope::inline python
