// SPDX-License-Identifier: Apache-2.0
// `tensor[index] = value`: written in place; a gradient that follows the tensor or the value goes through.
#include "engine/eager/tape.h"
#include "engine/ops/opdef.h"
#include "engine/python/captureobject.h"
#include "engine/python/indexcalls.h"
#include "engine/python/objects.h"
#include "engine/tensor/distinct.h"

#include <array>
#include <cassert>

namespace jitscope::inline python {

namespace {

const OpDef &needed(const char *primitive) {
    const OpDef *op = findOp(primitive);
    assert(op);
    return *op;
}

bool isNumber(PyObject *value) {
    return PyBool_Check(value) || PyLong_Check(value) || PyFloat_Check(value);
}

/** The value as a tensor or Python number; null with an exception set. */
PyObject *operandOf(PyObject *value) {
    if (isTensor(value) || isNumber(value)) return Py_NewRef(value);
    const bool isArray = PyList_Check(value) || PyTuple_Check(value) || PyObject_HasAttrString(value, "__array__");
    if (!isArray)
        return PyErr_Format(PyExc_TypeError,
                            "only support numbers, Tensor, tuple, list as value, but got %S with type %R", value,
                            (PyObject *)Py_TYPE(value));
    try {
        auto tensor = tensorFromPython(value, nullptr);
        return tensor ? wrap(*std::move(tensor)) : nullptr;
    } catch (...) {
        return translateException();
    }
}

/** The new values of what tensors index in `target`. */
PyObject *put(const char *primitive, PyObject *target, const IndexMeaning &meaning, PyObject *value) {
    Ref indices(indexTuple(meaning)), axes(shapeTuple(meaning.axes));
    if (!indices || !axes) return nullptr;
    PyObject *const arguments[] = {target, indices.get(), value, axes.get(), Py_False};
    return callOp(needed(primitive), arguments);
}

/** One element of a broadcast view stands at several places. Who writes to chosen ones writes to a copy, as in
    MindSpore; false with an exception set. */
bool takeOwnPlaces(PyObject *self) {
    if (currentCapture() || isSymbol(self)) return true;
    const Tensor &tensor = tensorOf(self);
    if (tensor.isContiguous() || distinct(tensor).repeats == 1) return true;
    try {
        heldTensor(self) = *dispatch(needed("Contiguous"), std::array{Value(tensor)}).asTensor();
        return true;
    } catch (...) {
        translateException();
        return false;
    }
}

/** Writes `value` to the regular part that the index names; gives any object, or null with an exception set. */
PyObject *assignPart(PyObject *self, const StridedArguments &part, PyObject *value) {
    if (currentCapture() || isSymbol(self)) return StridedObjects(part).call("StridedSliceAssign", {self, value});
    // A gradient knows the elements one by one; else a row that is written to is all rows of a broadcast view.
    if (isTapeOpen() && isFollowed(tensorOf(self)) && !takeOwnPlaces(self)) return nullptr;
    // Straight to the operator, as reading does.
    static const OpDef &write = needed("StridedSliceAssign");
    const auto operand = toValue(value);
    if (!operand) return nullptr;
    try {
        const Value arguments[] = {
            tensorOf(self), *operand,     Value::ints(part.begin), Value::ints(part.end), Value::ints(part.strides),
            part.beginMask, part.endMask, part.ellipsisMask,       part.newAxisMask,      part.shrinkMask};
        const Value written = dispatch(write, arguments);
        // The user's object takes over the identity by which a gradient knows the result.
        Tensor &held = heldTensor(self);
        held = held.withIdentity(written.asTensor()->identity());
        return Py_NewRef(self);
    } catch (...) {
        return translateException();
    }
}

/** Writes; gives any object, or null with an exception set. */
PyObject *assign(PyObject *self, const IndexMeaning &meaning, PyObject *value) {
    if (meaning.indices.empty()) return assignPart(self, meaning.part, value);
    if (!takeOwnPlaces(self)) return nullptr;
    if (meaning.isWhole) return put("InplaceIndexPut", self, meaning, value);
    // Tensors index a part of the tensor: that part is made anew and takes the place of the old one, so that gradients
    // and graphs see both steps.
    Ref old(partOf(self, meaning));
    Ref changed(old ? put("IndexPut", old.get(), meaning, value) : nullptr);
    return changed ? assignPart(self, meaning.part, changed.get()) : nullptr;
}

} // namespace

int assignSubscript(PyObject *self, PyObject *index, PyObject *value) {
    if (value == nullptr) {
        PyErr_SetString(PyExc_AttributeError, "__delitem__");
        return -1;
    }
    if (!isSymbol(self) && !tensorOf(self).defined()) {
        PyErr_SetString(PyExc_RuntimeError, "This tensor was never initialised: its __init__ did not run.");
        return -1;
    }
    if (choosesNothing(index)) return 0;
    const auto meaning = meaningOf(index, shapeOfTensor(self));
    if (!meaning) return -1;
    Ref operand(operandOf(value));
    Ref written(operand ? assign(self, *meaning, operand.get()) : nullptr);
    return written ? 0 : -1;
}

} // namespace jitscope::inline python
