// SPDX-License-Identifier: Apache-2.0
// `tensor[index]` read: one StridedSlice for ints, slices, None and Ellipsis, one Index for what is indexed by tensors.
#include "engine/ops/opdef.h"
#include "engine/python/captureobject.h"
#include "engine/python/indexcalls.h"
#include "engine/python/objects.h"

#include <cassert>

namespace jitscope::inline python {

namespace {

const OpDef &needed(const char *primitive) {
    const OpDef *op = findOp(primitive);
    assert(op);
    return *op;
}

bool ready(PyObject *self) {
    if (isSymbol(self) || tensorOf(self).defined()) return true;
    PyErr_SetString(PyExc_RuntimeError, "This tensor was never initialised: its __init__ did not run.");
    return false;
}

/** One index of the first axis: the usual step of a loop over rows. */
PyObject *row(PyObject *self, PyObject *index) {
    static const OpDef &select = needed("SelectExtView");
    const auto at = checkedInt(index, shapeOfTensor(self)[0]);
    if (!at) return nullptr;
    Ref first(PyLong_FromLong(0)), place(PyLong_FromLongLong(*at));
    if (!first || !place) return nullptr;
    PyObject *const arguments[] = {self, first.get(), place.get()};
    return callOp(select, arguments);
}

} // namespace

StridedObjects::StridedObjects(const StridedArguments &part)
    : m_objects{Ref(shapeTuple(part.begin)),
                Ref(shapeTuple(part.end)),
                Ref(shapeTuple(part.strides)),
                Ref(PyLong_FromLongLong(part.beginMask)),
                Ref(PyLong_FromLongLong(part.endMask)),
                Ref(PyLong_FromLongLong(part.ellipsisMask)),
                Ref(PyLong_FromLongLong(part.newAxisMask)),
                Ref(PyLong_FromLongLong(part.shrinkMask))} {}

PyObject *StridedObjects::call(const char *primitive, std::initializer_list<PyObject *> leading) const {
    std::vector<PyObject *> arguments(leading);
    for (const Ref &object : m_objects) {
        if (!object) return nullptr;
        arguments.push_back(object.get());
    }
    return callOp(needed(primitive), arguments);
}

PyObject *indexTuple(const IndexMeaning &meaning) {
    Ref tuple(PyTuple_New(Py_ssize_t(meaning.indices.size())));
    if (!tuple) return nullptr;
    for (size_t i = 0; i < meaning.indices.size(); ++i)
        PyTuple_SET_ITEM(tuple.get(), Py_ssize_t(i), Py_NewRef(meaning.indices[i].get()));
    return tuple.release();
}

PyObject *partOf(PyObject *self, const IndexMeaning &meaning) {
    const StridedArguments &part = meaning.part;
    if (currentCapture() || isSymbol(self)) return StridedObjects(part).call("StridedSlice", {self});
    // Straight to the operator: the arguments are known to fit, and x[...] is what loops do most.
    static const OpDef &slice = needed("StridedSlice");
    try {
        const Value arguments[] = {tensorOf(self),        Value::ints(part.begin),
                                   Value::ints(part.end), Value::ints(part.strides),
                                   part.beginMask,        part.endMask,
                                   part.ellipsisMask,     part.newAxisMask,
                                   part.shrinkMask};
        return wrap(*dispatch(slice, arguments).asTensor());
    } catch (...) {
        return translateException();
    }
}

PyObject *subscript(PyObject *self, PyObject *index) {
    if (!ready(self)) return nullptr;
    const Dims &shape = shapeOfTensor(self);
    if (isIntIndex(index) && !shape.empty() && !currentCapture()) return row(self, index);
    const auto meaning = meaningOf(index, shape);
    if (!meaning) return nullptr;
    if (meaning->isWhole && meaning->indices.empty()) return isSymbol(self) ? Py_NewRef(self) : wrap(tensorOf(self));
    Ref part(meaning->isWhole ? Py_NewRef(self) : partOf(self, *meaning));
    if (!part || meaning->indices.empty()) return part.release();
    Ref indices(indexTuple(*meaning)), axes(shapeTuple(meaning->axes));
    if (!indices || !axes) return nullptr;
    PyObject *const arguments[] = {part.get(), indices.get(), axes.get()};
    return callOp(needed("Index"), arguments);
}

} // namespace jitscope::inline python
