// SPDX-License-Identifier: Apache-2.0
#include "engine/python/textobject.h"

#include "engine/eager/optracer.h"
#include "engine/tensor/tensorprint.h"

#include <vector>

namespace jitscope::inline python {

namespace {

struct PyText {
    PyObject_HEAD vectorcallfunc call;
    PyObject *pieces; ///< a tuple of str: what stands before, between and behind the values
    size_t length;    ///< of a text with short values

    size_t values() const { return size_t(PyTuple_GET_SIZE(pieces)) - 1; }
    PyObject *piece(size_t index) const { return PyTuple_GET_ITEM(pieces, Py_ssize_t(index)); }
};

const PyText &in(PyObject *self) {
    return *reinterpret_cast<PyText *>(self);
}

/** As Python makes it: each value by its __format__. */
PyObject *joined(PyObject *self, PyObject *const *values, size_t given, PyObject *names) {
    const PyText &text = in(self);
    const size_t count = size_t(PyVectorcall_NARGS(Py_ssize_t(given)));
    if (count != text.values() || (names && PyTuple_GET_SIZE(names) > 0))
        return PyErr_Format(PyExc_TypeError, "the text takes %zu values, but got %zu", text.values(), count);
    Ref parts(PyList_New(0)), nothing(PyUnicode_New(0, 0));
    if (!parts || !nothing || PyList_Append(parts.get(), text.piece(0)) < 0) return nullptr;
    for (size_t i = 0; i < count; ++i) {
        const Ref shown(PyObject_Format(values[i], nullptr));
        if (!shown || PyList_Append(parts.get(), shown.get()) < 0 || PyList_Append(parts.get(), text.piece(i + 1)) < 0)
            return nullptr;
    }
    return PyUnicode_Join(nothing.get(), parts.get());
}

PyObject *newText(PyTypeObject *type, PyObject *arguments, PyObject *) {
    PyObject *pieces = nullptr;
    if (!PyArg_ParseTuple(arguments, "O!:Text", &PyTuple_Type, &pieces)) return nullptr;
    if (PyTuple_GET_SIZE(pieces) == 0) return PyErr_Format(PyExc_ValueError, "a text has at least one piece");
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(pieces); ++i)
        if (!PyUnicode_CheckExact(PyTuple_GET_ITEM(pieces, i)))
            return PyErr_Format(PyExc_TypeError, "the pieces of a text are str");
    PyObject *self = type->tp_alloc(type, 0);
    if (self == nullptr) return nullptr;
    auto &text = *reinterpret_cast<PyText *>(self);
    text.call = joined;
    text.pieces = Py_NewRef(pieces);
    text.length = text.values() * 64;
    for (size_t i = 0; i <= text.values(); ++i)
        text.length += size_t(PyUnicode_GET_LENGTH(text.piece(i)));
    return self;
}

void deallocate(PyObject *self) {
    Py_XDECREF(in(self).pieces);
    Py_TYPE(self)->tp_free(self);
}

/** Whether the piece could be added; a lone surrogate has no form in UTF-8. */
bool add(std::string &text, PyObject *piece) {
    Py_ssize_t size = 0;
    const char *bytes = PyUnicode_AsUTF8AndSize(piece, &size);
    if (bytes == nullptr) {
        PyErr_Clear();
        return false;
    }
    text.append(bytes, size_t(size));
    return true;
}

} // namespace

PyTypeObject textType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "_jitscope.Text",
    .tp_basicsize = sizeof(PyText),
    .tp_dealloc = deallocate,
    .tp_vectorcall_offset = offsetof(PyText, call),
    .tp_call = PyVectorcall_Call,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_doc = "Text(pieces): called with a value for each gap between the pieces, a str of all of them.",
    .tp_new = newText,
};

std::optional<std::string> textOfTensors(PyObject *self, std::span<const Value *const> values) {
    const PyText &text = in(self);
    if (values.size() != text.values() || currentTracer() != nullptr) return std::nullopt;
    std::string made;
    made.reserve(text.length);
    if (!add(made, text.piece(0))) return std::nullopt;
    for (size_t i = 0; i < values.size(); ++i) {
        const Tensor *tensor = values[i]->asTensor();
        if (!tensor || !tensor->defined()) return std::nullopt;
        made += toString(*tensor);
        if (!add(made, text.piece(i + 1))) return std::nullopt;
    }
    return made;
}

bool addTexts(PyObject *module) {
    return PyType_Ready(&textType) == 0 &&
           PyModule_AddObjectRef(module, "Text", reinterpret_cast<PyObject *>(&textType)) == 0;
}

} // namespace jitscope::inline python
