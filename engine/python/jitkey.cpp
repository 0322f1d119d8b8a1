// SPDX-License-Identifier: Apache-2.0
// Keys: what of an argument a compilation depends on, compared without making Python objects.
#include "engine/python/jitkey.h"

#include "engine/python/captureobject.h"
#include "engine/python/pythonerror.h"

#include <cstring>

namespace jitscope::inline python {

namespace {

bool isConstant(PyObject *object) {
    return object == Py_None || PyBool_Check(object) || PyLong_Check(object) || PyUnicode_Check(object) ||
           dtypeOf(object);
}

bool sameBits(double a, double b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

} // namespace

WeakRef::WeakRef(PyObject *object)
    : m_ref(PyWeakref_NewRef(object, nullptr))
    , m_isWeak(bool(m_ref)) {
    if (m_isWeak) return;
    PyErr_Clear();
    m_ref = Ref::borrowed(object);
}

Value variableValue(PyObject *object) {
    if (isTensor(object)) return tensorOf(object);
    // bool cannot be subclassed: a mutable one is an int that says it is a bool.
    Ref kind(PyObject_GetAttrString(object, "__class__"));
    if (kind && kind.get() == (PyObject *)&PyBool_Type) return Value(PyObject_IsTrue(object) == 1);
    PyErr_Clear();
    if (auto value = toValue(object)) return *std::move(value);
    throw PythonError();
}

PyObject *hooksOf(PyObject *tensor) {
    PyObject *attributes = reinterpret_cast<PyTensor *>(tensor)->attributes;
    PyObject *hooks = attributes ? PyDict_GetItemString(attributes, "_hooks") : nullptr;
    return hooks && PyDict_Check(hooks) ? hooks : nullptr;
}

int trainingFlag(PyObject *object) {
    Ref training(PyObject_GetAttrString(object, "training"));
    if (!training) return PyErr_Clear(), -1;
    return PyBool_Check(training.get()) ? int(training.get() == Py_True) : -1;
}

bool sameConstant(PyObject *a, PyObject *b) {
    if (Py_TYPE(a) != Py_TYPE(b)) return false;
    if (a == b) return true;
    if (PyFloat_Check(a)) return sameBits(PyFloat_AS_DOUBLE(a), PyFloat_AS_DOUBLE(b));
    const int equal = PyObject_RichCompareBool(a, b, Py_EQ);
    if (equal < 0) PyErr_Clear();
    return equal == 1;
}

bool ArgumentKey::isMutable(PyObject *object) {
    Ref mark(PyObject_GetAttrString(reinterpret_cast<PyObject *>(Py_TYPE(object)), "__ms_mutable__"));
    if (!mark) PyErr_Clear();
    return mark && mark.get() == Py_True;
}

// A symbol stands for the plain tensors of its type.
ArgumentKey::ArgumentKey(PyObject *argument, bool isVariable)
    : m_type(isSymbol(argument) ? &tensorType : Py_TYPE(argument))
    , m_typeHeld(Ref::borrowed(reinterpret_cast<PyObject *>(m_type))) {
    const auto itemKey = [&](PyObject *item) { return ArgumentKey(item, isVariable || isMutable(item)); };
    if (isTensor(argument)) {
        m_kind = Kind::Tensor;
        m_dtype = dtypeOfTensor(argument);
        m_shape = shapeOfTensor(argument);
        m_isParameter = reinterpret_cast<PyTensor *>(argument)->isParameter;
        PyObject *handle = nullptr, *hooks = hooksOf(argument);
        for (Py_ssize_t place = 0; hooks && PyDict_Next(hooks, &place, &handle, nullptr);)
            m_hooks.push_back(Ref::borrowed(handle));
    } else if (isVariable && (PyLong_Check(argument) || PyFloat_Check(argument))) {
        m_kind = Kind::Number;
    } else if (PyTuple_Check(argument) || PyList_Check(argument)) {
        m_kind = Kind::Sequence;
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(argument); ++i)
            m_items.push_back(itemKey(PySequence_Fast_GET_ITEM(argument, i)));
    } else if (PyDict_Check(argument)) {
        m_kind = Kind::Dictionary;
        PyObject *name = nullptr, *item = nullptr;
        for (Py_ssize_t place = 0; PyDict_Next(argument, &place, &name, &item);) {
            m_names.push_back(Ref::borrowed(name));
            m_items.push_back(itemKey(item));
        }
    } else {
        if (PyFloat_Check(argument))
            m_kind = Kind::Float;
        else
            m_kind = isConstant(argument) ? Kind::Constant : Kind::Object;
        if (m_kind != Kind::Object) {
            m_constant = Ref::borrowed(argument);
            return;
        }
        m_instance = WeakRef(argument);
        m_training = trainingFlag(argument);
    }
}

bool ArgumentKey::matchesOther(PyObject *argument) const {
    switch (m_kind) {
    case Kind::Tensor:
        break;
    case Kind::Number:
        return Py_TYPE(argument) == m_type;
    case Kind::Float:
        return Py_TYPE(argument) == m_type &&
               sameBits(PyFloat_AS_DOUBLE(argument), PyFloat_AS_DOUBLE(m_constant.get()));
    case Kind::Constant:
        return argument == m_constant.get() || sameConstant(argument, m_constant.get());
    case Kind::Sequence:
        return matchesItems(argument);
    case Kind::Dictionary:
        return matchesDictionary(argument);
    case Kind::Object:
        return argument == m_instance.get() && (m_training < 0 || trainingFlag(argument) == m_training);
    }
    return false;
}

int ArgumentKey::traverse(visitproc visit, void *arg) const {
    Py_VISIT(m_constant.get());
    if (const int stop = m_instance.traverse(visit, arg)) return stop;
    Py_VISIT(m_typeHeld.get());
    for (const Ref &name : m_names)
        Py_VISIT(name.get());
    for (const Ref &hook : m_hooks)
        Py_VISIT(hook.get());
    for (const ArgumentKey &item : m_items)
        if (const int stop = item.traverse(visit, arg)) return stop;
    return 0;
}

void ArgumentKey::generalise() {
    m_anyShape = true;
    for (ArgumentKey &item : m_items)
        item.generalise();
}

bool ArgumentKey::matchesEachHook(PyObject *argument) const {
    PyObject *handle = nullptr, *hooks = hooksOf(argument);
    if (!hooks) return m_hooks.empty();
    if (PyDict_GET_SIZE(hooks) != Py_ssize_t(m_hooks.size())) return false;
    size_t i = 0;
    for (Py_ssize_t place = 0; PyDict_Next(hooks, &place, &handle, nullptr); ++i)
        if (handle != m_hooks[i].get()) return false;
    return true;
}

bool ArgumentKey::matchesItems(PyObject *argument) const {
    if (Py_TYPE(argument) != m_type || PySequence_Fast_GET_SIZE(argument) != Py_ssize_t(m_items.size())) return false;
    for (size_t i = 0; i < m_items.size(); ++i)
        if (!m_items[i].matches(PySequence_Fast_GET_ITEM(argument, Py_ssize_t(i)))) return false;
    return true;
}

bool ArgumentKey::matchesDictionary(PyObject *argument) const {
    if (Py_TYPE(argument) != m_type || PyDict_GET_SIZE(argument) != Py_ssize_t(m_items.size())) return false;
    PyObject *name = nullptr, *item = nullptr;
    size_t i = 0;
    // The order of the keys is part of it: the graph's parameters are in that order.
    for (Py_ssize_t place = 0; PyDict_Next(argument, &place, &name, &item); ++i)
        if (!sameConstant(name, m_names[i].get()) || !m_items[i].matches(item)) return false;
    return true;
}

} // namespace jitscope::inline python
