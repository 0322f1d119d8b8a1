// SPDX-License-Identifier: Apache-2.0
// Values across the border: Python objects to engine values and back, C++ exceptions to Python's.
#include "engine/python/objects.h"

#include "engine/ops/rules/indexrules.h"
#include "engine/python/captureobject.h"
#include "engine/python/pythonerror.h"
#include "engine/stepping/stop.h"

#include <new>
#include <stdexcept>

namespace jitscope::inline python {

namespace {

PyObject *sequenceToPython(const Sequence &sequence) {
    const auto size = Py_ssize_t(sequence.items.size());
    const bool isList = sequence.kind == SequenceKind::List;
    Ref result(isList ? PyList_New(size) : PyTuple_New(size));
    if (!result) return nullptr;
    for (Py_ssize_t i = 0; i < size; ++i) {
        PyObject *item = toPython(sequence.items[size_t(i)]);
        if (item == nullptr) return nullptr;
        if (isList)
            PyList_SET_ITEM(result.get(), i, item);
        else
            PyTuple_SET_ITEM(result.get(), i, item);
    }
    return result.release();
}

std::optional<Value> sequenceToValue(PyObject *object) {
    const bool isList = PyList_Check(object);
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(object);
    std::vector<Value> items;
    items.reserve(size_t(size));
    // A list may hold itself.
    if (Py_EnterRecursiveCall(" while reading a list")) return std::nullopt;
    for (Py_ssize_t i = 0; i < size; ++i) {
        auto item = toValue(PySequence_Fast_GET_ITEM(object, i));
        if (!item) break;
        items.push_back(std::move(*item));
    }
    Py_LeaveRecursiveCall();
    if (Py_ssize_t(items.size()) < size) return std::nullopt;
    return isList ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

/** NumPy's scalars are no Python numbers (but for float64), though users pass them as such. */
std::optional<Value> numberToValue(PyObject *object) {
    if (isNumpyBool(object)) return Value(PyObject_IsTrue(object) == 1); // it can be an index, too, with a warning
    if (PyIndex_Check(object) && !isTensor(object)) {
        Ref number(PyNumber_Index(object));
        if (!number) return PyErr_Clear(), std::nullopt;
        return toValue(number.get());
    }
    const char *type = Py_TYPE(object)->tp_name;
    if (std::string_view(type).starts_with("numpy.float")) return Value(PyFloat_AsDouble(object));
    return std::nullopt;
}

} // namespace

bool isNumpyBool(PyObject *object) {
    const std::string_view type = Py_TYPE(object)->tp_name;
    return type == "numpy.bool_" || type == "numpy.bool";
}

PyObject *toPython(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return wrap(*tensor);
    if (const bool *flag = value.asBool()) return PyBool_FromLong(*flag);
    if (const int64_t *number = value.asInt()) return PyLong_FromLongLong(*number);
    if (const double *number = value.asDouble()) return PyFloat_FromDouble(*number);
    if (const std::string *text = value.asString())
        return PyUnicode_DecodeUTF8(text->data(), Py_ssize_t(text->size()), "replace");
    if (const DType *dtype = value.asDType()) return wrap(*dtype);
    if (const Sequence *sequence = value.asSequence()) return sequenceToPython(*sequence);
    if (value.isNone()) Py_RETURN_NONE;
    if (const Opaque *opaque = value.asOpaque(); opaque && opaque->object)
        return Py_NewRef(static_cast<PyObject *>(const_cast<void *>(opaque->object.get())));
    PyErr_Format(PyExc_TypeError, "The value %s has no form in Python.", toString(value).c_str());
    return nullptr;
}

std::optional<Value> toValue(PyObject *object) {
    if (isTensor(object)) {
        const Tensor &tensor = tensorOf(object);
        if (!tensor.defined()) return std::nullopt;
        return Value(tensor);
    }
    if (PyFloat_Check(object)) return Value(PyFloat_AS_DOUBLE(object));
    if (PyBool_Check(object)) return Value(object == Py_True);
    if (PyLong_Check(object)) {
        const long long number = PyLong_AsLongLong(object);
        if (number == -1 && PyErr_Occurred()) return std::nullopt;
        return Value(int64_t(number));
    }
    if (object == Py_None) return Value();
    if (PyUnicode_Check(object)) {
        Py_ssize_t size = 0;
        const char *text = PyUnicode_AsUTF8AndSize(object, &size);
        if (text == nullptr) return std::nullopt;
        return Value(std::string(text, size_t(size)));
    }
    if (PyTuple_Check(object) || PyList_Check(object)) return sequenceToValue(object);
    if (const auto dtype = dtypeOf(object)) return Value(*dtype);
    return numberToValue(object);
}

PyObject *translateException() {
    try {
        throw;
    } catch (const PythonError &) {
    } catch (const stepping::StopRequested &) {
        PyErr_SetNone(PyExc_KeyboardInterrupt);
    } catch (const OutOfMemory &failure) {
        PyErr_SetString(PyExc_MemoryError, failure.what());
    } catch (const std::bad_alloc &) {
        PyErr_SetString(PyExc_MemoryError, "Not enough memory.");
    } catch (const TypeMistake &failure) {
        PyErr_SetString(PyExc_TypeError, failure.what());
    } catch (const IndexElementOutOfRange &failure) {
        PyErr_SetString(PyExc_RuntimeError, failure.what());
    } catch (const IndexOutOfRange &failure) {
        PyErr_SetString(PyExc_IndexError, failure.what());
    } catch (const std::invalid_argument &failure) {
        PyErr_SetString(PyExc_ValueError, failure.what());
    } catch (const std::exception &failure) {
        PyErr_SetString(PyExc_RuntimeError, failure.what());
    }
    return nullptr;
}

} // namespace jitscope::inline python
