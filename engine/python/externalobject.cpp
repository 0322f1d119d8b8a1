// SPDX-License-Identifier: Apache-2.0
// `_jitscope.External`, and how a running graph calls Python functions (PyExecute).
#include "engine/python/externalobject.h"

#include "engine/python/captureobject.h"
#include "engine/python/pythonerror.h"
#include "engine/python/textobject.h"
#include "engine/run/hostcall.h"

#include <array>
#include <stdexcept>
#include <vector>

namespace jitscope::inline python {

namespace {

PyObject *externalClass = nullptr; ///< the subclass with the operations
PyObject *valueNeeded = nullptr;

/** Holds Python's lock: a graph may run, or die, on a thread that knows nothing of Python. */
class Locked {
public:
    Locked()
        : m_state(PyGILState_Ensure()) {}
    ~Locked() { PyGILState_Release(m_state); }
    Locked(const Locked &) = delete;
    Locked &operator=(const Locked &) = delete;

private:
    PyGILState_STATE m_state;
};

void letGo(const void *object) {
    if (!Py_IsInitialized()) return;
    const Locked lock;
    Py_DECREF(static_cast<PyObject *>(const_cast<void *>(object)));
}

std::string textOfError() {
    PyObject *type = nullptr, *value = nullptr, *trace = nullptr;
    PyErr_Fetch(&type, &value, &trace);
    const Ref ownedType(type), ownedValue(value), ownedTrace(trace);
    const Ref shown(value ? PyObject_Str(value) : nullptr);
    const char *text = shown ? PyUnicode_AsUTF8(shown.get()) : nullptr;
    PyErr_Clear();
    return text ? text : "a Python exception";
}

/** Arguments of one call of Python; only calls with many of them need memory of the heap. */
class Arguments {
public:
    explicit Arguments(std::span<const Value *const> values) {
        PyObject **objects = m_few.data();
        if (values.size() >= m_few.size()) objects = (m_many.resize(values.size() + 1), m_many.data());
        for (const Value *value : values) {
            PyObject *object = toPython(*value);
            if (object == nullptr) {
                letGo();
                throw PythonError();
            }
            objects[++m_count] = object; // the place before the first is for the called
        }
    }
    ~Arguments() { letGo(); }
    Arguments(const Arguments &) = delete;
    Arguments &operator=(const Arguments &) = delete;

    PyObject *const *data() const { return (m_many.empty() ? m_few.data() : m_many.data()) + 1; }
    size_t count() const { return m_count; }

private:
    void letGo() {
        for (size_t i = 0; i < m_count; ++i)
            Py_DECREF(data()[i]);
    }

    std::array<PyObject *, 8> m_few;
    std::vector<PyObject *> m_many;
    size_t m_count = 0;
};

Value call(PyObject *function, std::span<const Value *const> values) {
    if (Py_IS_TYPE(function, &textType))
        if (auto text = textOfTensors(function, values)) return *std::move(text);
    Arguments arguments(values);
    const Ref result(
        PyObject_Vectorcall(function, arguments.data(), arguments.count() | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
    if (!result) throw PythonError();
    return valueOfResult(result.get());
}

/** An exception stays Python's where Python called the graph; elsewhere it is a sentence. */
Value callPython(const Opaque &function, std::span<const Value *const> arguments) {
    auto *callee = static_cast<PyObject *>(const_cast<void *>(function.object.get()));
    if (PyGILState_Check()) return call(callee, arguments);
    const Locked lock;
    try {
        return call(callee, arguments);
    } catch (const PythonError &) {
        throw std::invalid_argument(textOfError());
    }
}

void deallocate(PyObject *self) {
    reinterpret_cast<PyExternal *>(self)->node.~NodePtr();
    Py_TYPE(self)->tp_free(self);
}

/** The source text that the value stands for, as the graph shows it. */
PyObject *textOf(PyObject *self, void *) {
    const Node &node = *reinterpret_cast<PyExternal *>(self)->node;
    const std::string *text = node.isCallOf(hostPrimitive) ? node.inputs.front()->value->asString() : nullptr;
    const std::string shown = text ? *text : node.name;
    return PyUnicode_DecodeUTF8(shown.data(), Py_ssize_t(shown.size()), "replace");
}

PyGetSetDef properties[] = {
    {"_source_text", textOf, nullptr, "What it stands for in the source.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyObject *registerClass(PyObject *, PyObject *given) {
    if (!PyType_Check(given) || !PyType_IsSubtype(reinterpret_cast<PyTypeObject *>(given), &externalType))
        return PyErr_Format(PyExc_TypeError, "a subclass of External is needed");
    Py_XSETREF(externalClass, Py_NewRef(given));
    Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"register_external", registerClass, METH_O, "The class of the values that a capture makes for PyExecute nodes."},
    {nullptr, nullptr, 0, nullptr},
};

bool isPlain(PyObject *object) {
    if (object == Py_None || PyBool_Check(object) || PyFloat_CheckExact(object) || PyUnicode_CheckExact(object))
        return true;
    if (PyLong_CheckExact(object)) {
        int overflow = 0;
        PyLong_AsLongLongAndOverflow(object, &overflow);
        return overflow == 0;
    }
    if (isTensor(object)) return Py_IS_TYPE(object, &tensorType); // a Parameter is more than its elements
    if (!PyTuple_CheckExact(object)) return false;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(object); ++i)
        if (!isPlain(PyTuple_GET_ITEM(object, i))) return false;
    return true;
}

} // namespace

PyTypeObject externalType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "_jitscope.External",
    .tp_basicsize = sizeof(PyExternal),
    .tp_dealloc = deallocate,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "A value that only Python knows when the graph runs.",
    .tp_getset = properties,
};

PyObject *newExternal(const NodePtr &node, int64_t capture) {
    if (externalClass == nullptr) return PyErr_Format(PyExc_TypeError, "Nobody registered the class of such values.");
    auto *type = reinterpret_cast<PyTypeObject *>(externalClass);
    auto *self = reinterpret_cast<PyExternal *>(type->tp_alloc(type, 0));
    if (self == nullptr) return nullptr;
    new (&self->node) NodePtr(node);
    self->capture = capture;
    return reinterpret_cast<PyObject *>(self);
}

Opaque opaqueOf(PyObject *object, const std::string &text) {
    return {text, std::shared_ptr<const void>(Py_NewRef(object), letGo)};
}

Value valueOfResult(PyObject *object) {
    if (isPlain(object))
        if (auto value = toValue(object)) return *std::move(value);
    PyErr_Clear();
    return opaqueOf(object, std::string("<") + Py_TYPE(object)->tp_name + ">");
}

void setValueNeeded(const std::string &message) {
    PyErr_SetString(valueNeeded, message.c_str());
}

bool addExternals(PyObject *module) {
    valueNeeded = PyErr_NewExceptionWithDoc("_jitscope.ValueNeeded",
                                            "Capture met a place that needs the elements of a tensor of the graph.",
                                            PyExc_NotImplementedError, nullptr);
    if (valueNeeded == nullptr || PyType_Ready(&externalType) < 0) return false;
    registerHostCall(callPython);
    return PyModule_AddObjectRef(module, "ValueNeeded", valueNeeded) == 0 &&
           PyModule_AddObjectRef(module, "External", reinterpret_cast<PyObject *>(&externalType)) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::inline python
