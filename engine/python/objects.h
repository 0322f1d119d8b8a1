// SPDX-License-Identifier: Apache-2.0
// The native Python objects that the files of `_jitscope` share: tensors, dtypes, operators as functions.
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "engine/eager/dispatch.h"

#include <optional>
#include <span>
#include <string>

namespace jitscope::inline python {

/** An owned reference that lets go by itself. */
class Ref {
public:
    Ref() = default;
    explicit Ref(PyObject *owned)
        : m_object(owned) {}
    static Ref borrowed(PyObject *object) { return Ref(Py_XNewRef(object)); }
    Ref(Ref &&other) noexcept
        : m_object(other.release()) {}
    Ref &operator=(Ref &&other) noexcept {
        PyObject *mine = m_object;
        m_object = other.release();
        Py_XDECREF(mine);
        return *this;
    }
    Ref(const Ref &) = delete;
    Ref &operator=(const Ref &) = delete;
    ~Ref() { Py_XDECREF(m_object); }

    PyObject *get() const { return m_object; }
    explicit operator bool() const { return m_object != nullptr; }
    PyObject *release() {
        PyObject *mine = m_object;
        m_object = nullptr;
        return mine;
    }

private:
    PyObject *m_object = nullptr;
};

/** `mindspore.Tensor`; also the base of `Parameter` (in Python) and of `Symbol` (captured values). */
struct PyTensor {
    PyObject_HEAD PyObject *weakReferences;
    PyObject *name;       ///< a str, or null
    PyObject *attributes; ///< the dict of what users set on it, or null
    bool isParameter;     ///< captured as a weight of the model, not as a constant
    Value held;           ///< a Tensor; not defined in a Symbol and in an object whose __init__ never ran
};

extern PyTypeObject tensorType;
extern PyTypeObject dtypeType;
extern PyTypeObject opFunctionType;

inline bool isTensor(PyObject *object) {
    return Py_IS_TYPE(object, &tensorType) || PyType_IsSubtype(Py_TYPE(object), &tensorType);
}
/** As an argument of an operator or a graph. */
inline const Value &valueOf(PyObject *tensor) {
    return reinterpret_cast<PyTensor *>(tensor)->held;
}
inline Tensor &heldTensor(PyObject *tensor) {
    return *std::get_if<Tensor>(&reinterpret_cast<PyTensor *>(tensor)->held.data);
}
inline const Tensor &tensorOf(PyObject *tensor) {
    return heldTensor(tensor);
}

/** A new `Tensor`; null with MemoryError set. */
PyObject *wrap(Tensor tensor);

/** The dtype singleton (new reference). */
PyObject *wrap(DType dtype);
std::optional<DType> dtypeOf(PyObject *object);

/** Python's form of a value; null with an exception set. */
PyObject *toPython(const Value &value);
/** Its type is called bool_ in NumPy 1 and bool in NumPy 2. */
bool isNumpyBool(PyObject *object);

/** A None, bool, int, float, str, dtype, tensor, NumPy scalar, or a tuple or list of such; nothing for anything else or
    with an exception set (an int that does not fit). Symbols are not values. */
std::optional<Value> toValue(PyObject *object);

/** Sets the Python exception that fits the C++ exception in flight; returns null. Call it in a catch block. */
PyObject *translateException();

/** Calls `op` on arguments laid out as `op.params`; null stands for the default. Adds a node instead of computing while
    a graph is captured. A new reference, or null with an exception set. */
PyObject *callOp(const OpDef &op, std::span<PyObject *const> arguments);

/** The function object of `op`; a new reference. */
PyObject *newOpFunction(const OpDef &op);

/** The numpy array that shares the elements of `self` (of a packed copy when they are not contiguous). */
PyObject *toNumpy(PyObject *self, PyObject *);
/** The tensor for the arguments of `Tensor(input_data, dtype)`; nothing with an exception set. */
std::optional<Tensor> tensorFromPython(PyObject *data, PyObject *dtype);
/** `Tensor.from_numpy`: shares the array's memory when it is contiguous. */
PyObject *fromNumpy(PyObject *, PyObject *array);
/** A tuple of Python ints. */
PyObject *shapeTuple(const Dims &shape);

/** `tensor[index]` by slices and reshapes. */
PyObject *subscript(PyObject *self, PyObject *index);
int assignSubscript(PyObject *self, PyObject *index, PyObject *value);
/** The number and comparison slots, once the operators are looked up. */
extern PyNumberMethods tensorNumbers;
PyObject *compare(PyObject *a, PyObject *b, int operation);
/** The only element of a tensor as a Python bool, int or float; null with ValueError set when there are more. */
PyObject *onlyElement(PyObject *self);
void lookUpOperators();
/** set_matmul(function): what `@` calls for ranks other than two. */
PyObject *setMatmul(PyObject *, PyObject *function);

/** Each sets up its type and adds what Python sees of it to the module; false with an exception set. */
bool addDTypes(PyObject *module);
bool addTensor(PyObject *module);
bool addOps(PyObject *module);
bool addNumpy();
bool addCapture(PyObject *module);
bool addControlFlow(PyObject *module);
bool addGraphs(PyObject *module);
bool addEntries(PyObject *module);
bool addJit(PyObject *module);
bool addTraces(PyObject *module);
bool addRecording(PyObject *module);
bool addRandom(PyObject *module);
bool addTapes(PyObject *module);
bool addGradientCalls(PyObject *module);

} // namespace jitscope::inline python
