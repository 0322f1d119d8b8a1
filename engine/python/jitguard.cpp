// SPDX-License-Identifier: Apache-2.0
// Guards: follows a source to the object that stands there now and compares it.
#include "engine/python/jitguard.h"

#include <string_view>
#include <utility>

namespace jitscope::inline python {

std::optional<GuardSource> GuardSource::from(PyObject *description) {
    if (!PyTuple_Check(description) || PyTuple_GET_SIZE(description) == 0) {
        PyErr_SetString(PyExc_TypeError, "a source is a tuple (root, step, ...)");
        return std::nullopt;
    }
    static constexpr std::pair<const char *, Step> steps[] = {{"attr", Step::Attribute},
                                                              {"item", Step::Item},
                                                              {"cell", Step::Cell},
                                                              {"method", Step::Method},
                                                              {"own", Step::Own}};
    GuardSource source;
    PyObject *root = PyTuple_GET_ITEM(description, 0);
    if (PyLong_CheckExact(root))
        source.m_argument = PyLong_AsSsize_t(root);
    else
        source.m_object = Ref::borrowed(root);
    for (Py_ssize_t i = 1; i < PyTuple_GET_SIZE(description); ++i) {
        const char *name = nullptr;
        PyObject *operand = nullptr;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(description, i), "s|O", &name, &operand)) return std::nullopt;
        bool isKnown = false;
        for (const auto &[word, step] : steps)
            if (std::string_view(word) == name) {
                source.m_moves.push_back({step, Ref::borrowed(operand)});
                isKnown = true;
            }
        if (!isKnown) return PyErr_Format(PyExc_ValueError, "no step of a source: %s", name), std::nullopt;
    }
    return source;
}

Ref GuardSource::moved(const Move &move, PyObject *object) {
    switch (move.step) {
    case Step::Attribute:
        return Ref(PyObject_GetAttr(object, move.operand.get()));
    case Step::Item:
        if (PyDict_CheckExact(object)) return Ref::borrowed(PyDict_GetItemWithError(object, move.operand.get()));
        return Ref(PyObject_GetItem(object, move.operand.get()));
    case Step::Cell:
        return PyCell_Check(object) ? Ref(PyCell_Get(object)) : Ref();
    case Step::Method:
        return PyMethod_Check(object) ? Ref::borrowed(PyMethod_GET_FUNCTION(object)) : Ref();
    case Step::Own:
        return PyMethod_Check(object) ? Ref::borrowed(PyMethod_GET_SELF(object)) : Ref();
    }
    return {};
}

Ref GuardSource::follow(std::span<PyObject *const> arguments) const {
    if (m_argument >= Py_ssize_t(arguments.size())) return {};
    Ref object = Ref::borrowed(m_argument >= 0 ? arguments[size_t(m_argument)] : m_object.get());
    for (const Move &move : m_moves) {
        if (!object) break;
        object = moved(move, object.get());
    }
    if (!object) PyErr_Clear();
    return object;
}

int GuardSource::traverse(visitproc visit, void *arg) const {
    Py_VISIT(m_object.get());
    for (const Move &move : m_moves)
        Py_VISIT(move.operand.get());
    return 0;
}

int Guard::traverse(visitproc visit, void *arg) const {
    Py_VISIT(m_expected.get());
    return m_source.traverse(visit, arg);
}

std::optional<Guard::Kind> Guard::kindOf(const char *name) {
    static constexpr std::pair<const char *, Kind> kinds[] = {
        {"is", Kind::Is},      {"equals", Kind::Equals}, {"type", Kind::Type},      {"tensor", Kind::Tensor},
        {"len", Kind::Length}, {"true", Kind::True},     {"dict", Kind::Dictionary}};
    for (const auto &[word, kind] : kinds)
        if (std::string_view(word) == name) return kind;
    return std::nullopt;
}

Guard::Guard(Kind kind, GuardSource source, PyObject *expected, std::string text)
    : m_kind(kind)
    , m_source(std::move(source))
    , m_expected(Ref::borrowed(expected))
    , m_text(std::move(text)) {
    if (kind == Kind::Tensor) m_key.emplace(expected);
}

std::optional<Guard> Guard::from(PyObject *description) {
    const char *name = nullptr, *text = nullptr;
    PyObject *where = nullptr, *expected = nullptr;
    if (!PyTuple_Check(description))
        return PyErr_SetString(PyExc_TypeError, "a guard is a tuple (kind, source, expected, text)"), std::nullopt;
    if (!PyArg_ParseTuple(description, "sOOs", &name, &where, &expected, &text)) return std::nullopt;
    const auto kind = kindOf(name);
    if (!kind) return PyErr_Format(PyExc_ValueError, "no kind of a guard: %s", name), std::nullopt;
    if (*kind == Kind::Dictionary && !PyDict_Check(expected))
        return PyErr_SetString(PyExc_TypeError, "a dictionary is needed"), std::nullopt;
    if (*kind == Kind::Tensor && !isTensor(expected))
        return PyErr_SetString(PyExc_TypeError, "a tensor is needed"), std::nullopt;
    auto source = GuardSource::from(where);
    if (!source) return std::nullopt;
    return Guard(*kind, *std::move(source), expected, text);
}

bool Guard::holds(std::span<PyObject *const> arguments) const {
    const Ref object = m_source.follow(arguments);
    return object && fits(object.get());
}

namespace {

/** CPython 3.11 gives every state of every dictionary a number of its own, so an unchanged one costs one comparison;
    later ones change attributes of instances without a new number. */
std::optional<uint64_t> versionOf([[maybe_unused]] PyObject *dictionary) {
#if PY_VERSION_HEX < 0x030C0000
    return reinterpret_cast<PyDictObject *>(dictionary)->ma_version_tag;
#else
    return std::nullopt;
#endif
}

} // namespace

bool Guard::hasSameItems(PyObject *dictionary) const {
    if (!PyDict_Check(dictionary)) return false;
    const std::optional<uint64_t> version = versionOf(dictionary);
    if (version && version == m_version) return true;
    if (PyDict_GET_SIZE(dictionary) != PyDict_GET_SIZE(m_expected.get())) return false;
    PyObject *name = nullptr, *item = nullptr;
    for (Py_ssize_t place = 0; PyDict_Next(m_expected.get(), &place, &name, &item);)
        if (PyDict_GetItemWithError(dictionary, name) != item) return PyErr_Clear(), false;
    m_version = version.value_or(0);
    return true;
}

bool Guard::fits(PyObject *object) const {
    switch (m_kind) {
    case Kind::Is:
        return object == m_expected.get();
    case Kind::Equals:
        return sameConstant(object, m_expected.get());
    case Kind::Type:
        return reinterpret_cast<PyObject *>(Py_TYPE(object)) == m_expected.get();
    case Kind::Tensor:
        return m_key->matches(object);
    case Kind::Dictionary:
        return hasSameItems(object);
    case Kind::Length: {
        const Py_ssize_t size = PyObject_Size(object);
        if (size < 0) PyErr_Clear();
        return size >= 0 && size == PyLong_AsSsize_t(m_expected.get());
    }
    case Kind::True: {
        Ref answer(PyObject_CallOneArg(m_expected.get(), object));
        const int truth = answer ? PyObject_IsTrue(answer.get()) : -1;
        if (truth < 0) PyErr_Clear();
        return truth == 1;
    }
    }
    return false;
}

} // namespace jitscope::inline python
