// SPDX-License-Identifier: Apache-2.0
// Basic indexing of tensors: ints, slices, None and Ellipsis become one StridedSlice and one Reshape.
#include "engine/python/captureobject.h"
#include "engine/python/objects.h"

namespace jitscope::python {

namespace {

/** What an index means: a range of every axis, and the shape of the result. */
struct Selection {
    Dims begin, end, step;
    Dims shape;  ///< of the result
    Dims sliced; ///< of what the ranges alone would give
    bool isWhole = true;
};

bool isPlainInt(PyObject *index) {
    return PyLong_Check(index) && !PyBool_Check(index);
}

bool isInt(PyObject *index) {
    return isPlainInt(index) ||
           (PyIndex_Check(index) && !isTensor(index) && !PyBool_Check(index) && !PySequence_Check(index));
}

bool isBasic(PyObject *index) {
    return isInt(index) || PySlice_Check(index) || index == Py_None || index == Py_Ellipsis;
}

PyObject *unsupported(PyObject *index) {
    if (PyFloat_Check(index) || PyUnicode_Check(index))
        return PyErr_Format(
            PyExc_IndexError,
            "Only support integers, slices(`:`), ellipsis(`...`), None, bool, tensor, int, list and tuple "
            "as index, but got %S with type %R",
            index, (PyObject *)Py_TYPE(index));
    return PyErr_Format(PyExc_NotImplementedError,
                        "Indexing a tensor with a %s is not yet part of JitScope's engine; integers, slices, None and "
                        "Ellipsis are.",
                        Py_TYPE(index)->tp_name);
}

/** Adds the whole of the next axis. */
void takeAll(Selection &selection, int64_t size) {
    selection.begin.push(0);
    selection.end.push(size);
    selection.step.push(1);
    selection.sliced.push(size);
    selection.shape.push(size);
}

bool takeInt(Selection &selection, PyObject *index, int64_t size) {
    const Py_ssize_t at = PyNumber_AsSsize_t(index, PyExc_IndexError);
    if (at == -1 && PyErr_Occurred()) return false;
    if (at < -size || at >= size) {
        PyErr_Format(PyExc_IndexError, "index %zd is out of bounds for dimension with size %lld", at, (long long)size);
        return false;
    }
    const int64_t begin = at < 0 ? at + size : at;
    selection.begin.push(begin);
    selection.end.push(begin + 1);
    selection.step.push(1);
    selection.sliced.push(1);
    selection.isWhole = false;
    return true;
}

bool takeSlice(Selection &selection, PyObject *index, int64_t size) {
    Py_ssize_t begin = 0, end = 0, step = 0;
    if (PySlice_Unpack(index, &begin, &end, &step) < 0) return false;
    const Py_ssize_t count = PySlice_AdjustIndices(Py_ssize_t(size), &begin, &end, step);
    selection.begin.push(begin);
    // Going backwards to the very first element ends before it, which as -1 would mean the last.
    selection.end.push(end < 0 ? -size - 1 : end);
    selection.step.push(step);
    selection.sliced.push(count);
    selection.shape.push(count);
    selection.isWhole = selection.isWhole && begin == 0 && step == 1 && count == size;
    return true;
}

/** How many axes the items of the index use up. */
int axesUsed(std::span<PyObject *const> items) {
    int used = 0;
    for (PyObject *item : items)
        used += item != Py_None && item != Py_Ellipsis;
    return used;
}

std::optional<Selection> select(const Dims &shape, std::span<PyObject *const> items) {
    const int used = axesUsed(items);
    if (used > shape.rank()) {
        PyErr_Format(PyExc_IndexError, "too many indices for tensor of dimension%d", shape.rank());
        return std::nullopt;
    }
    int news = 0;
    for (PyObject *item : items)
        news += item == Py_None;
    if (shape.rank() + news > maxRank) {
        PyErr_Format(PyExc_IndexError, "The result would have more than %d axes.", maxRank);
        return std::nullopt;
    }
    Selection selection;
    int axis = 0;
    bool hadEllipsis = false;
    for (PyObject *item : items) {
        if (item == Py_None) {
            selection.shape.push(1);
        } else if (item == Py_Ellipsis) {
            if (hadEllipsis) {
                PyErr_SetString(PyExc_IndexError, "An index can only have a single ellipsis ('...').");
                return std::nullopt;
            }
            hadEllipsis = true;
            for (const int end = axis + shape.rank() - used; axis < end; ++axis)
                takeAll(selection, shape[axis]);
        } else {
            const bool good =
                PySlice_Check(item) ? takeSlice(selection, item, shape[axis]) : takeInt(selection, item, shape[axis]);
            if (!good) return std::nullopt;
            ++axis;
        }
    }
    for (; axis < shape.rank(); ++axis)
        takeAll(selection, shape[axis]);
    return selection;
}

PyObject *call(const char *primitive, std::span<PyObject *const> arguments) {
    const OpDef *op = findOp(primitive);
    if (op == nullptr)
        return PyErr_Format(PyExc_NotImplementedError, "The operator %s is not yet part of JitScope's engine.",
                            primitive);
    return callOp(*op, arguments);
}

PyObject *slice(PyObject *self, const Selection &selection) {
    Ref begin(shapeTuple(selection.begin)), end(shapeTuple(selection.end)), step(shapeTuple(selection.step));
    if (!begin || !end || !step) return nullptr;
    PyObject *const arguments[] = {self, begin.get(), end.get(), step.get()};
    return call("StridedSlice", arguments);
}

} // namespace

PyObject *subscript(PyObject *self, PyObject *index) {
    Ref single(PyTuple_Check(index) ? Py_NewRef(index) : PyTuple_Pack(1, index));
    if (!single) return nullptr;
    const std::span<PyObject *const> items(&PyTuple_GET_ITEM(single.get(), 0), size_t(PyTuple_GET_SIZE(single.get())));
    for (PyObject *item : items)
        if (!isBasic(item)) return unsupported(item);
    const auto selection = select(shapeOfTensor(self), items);
    if (!selection) return nullptr;
    Ref sliced(selection->isWhole ? Py_NewRef(self) : slice(self, *selection));
    if (!sliced || selection->shape == selection->sliced) return sliced.release();
    Ref shape(shapeTuple(selection->shape));
    if (!shape) return nullptr;
    PyObject *const arguments[] = {sliced.get(), shape.get()};
    return call("Reshape", arguments);
}

int assignSubscript(PyObject *, PyObject *, PyObject *value) {
    PyErr_SetString(PyExc_NotImplementedError,
                    value ? "Assigning to elements of a tensor (x[...] = y) is not yet part of JitScope's engine."
                          : "Elements of a tensor cannot be deleted.");
    return -1;
}

} // namespace jitscope::python
