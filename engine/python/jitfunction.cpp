// SPDX-License-Identifier: Apache-2.0
// What mindspore.jit gives: a function whose calls find their graph without the help of Python.
#include "engine/python/captureobject.h"
#include "engine/python/jitentry.h"

#include "engine/eager/eagerthread.h"
#include "engine/eager/optracer.h"
#include "engine/eager/tape.h"

#include <algorithm>
#include <structmember.h>

namespace jitscope::inline python {

namespace {

/** Where the named arguments of one place of the program stand among the parameters. */
struct Layout {
    Ref names;
    size_t positional = 0;
    std::vector<size_t> places;
};

/** The graphs of one function, the one that served last in front. */
struct Entries {
    std::vector<Ref> objects;
    std::vector<Layout> layouts;
    uint64_t contextChanges = uint64_t(-1);
};

struct PyJit {
    PyObject_HEAD PyObject *function; ///< as the user wrote it
    PyObject *cache;                  ///< Python's part: what a call does that no entry serves
    PyObject *attributes;
    PyObject *weakReferences;
    bool followsGraphs; ///< gradients around it may go through its graphs
    Entries *entries;
    vectorcallfunc vectorcall;
};

PyJit &in(PyObject *self) {
    return *reinterpret_cast<PyJit *>(self);
}

/** Marks the entries that hold for the settings of now; false with an exception set. */
bool refresh(PyJit &self) {
    Ref settings(PyObject_CallMethod(self.cache, "settings", nullptr));
    if (!settings) return false;
    for (const Ref &object : self.entries->objects) {
        JitEntry *entry = entryOf(object.get());
        const int equal = PyObject_RichCompareBool(entry->settings.get(), settings.get(), Py_EQ);
        if (equal < 0) return false;
        entry->isCurrent = equal == 1;
    }
    self.entries->contextChanges = contextChanges;
    return true;
}

PyObject *callPython(PyJit &self, const char *method, std::span<PyObject *const> arguments, PyObject *named) {
    Ref tuple(PyTuple_New(Py_ssize_t(arguments.size())));
    Ref keywords(named ? Py_NewRef(named) : PyDict_New());
    if (!tuple || !keywords) return nullptr;
    for (size_t i = 0; i < arguments.size(); ++i)
        PyTuple_SET_ITEM(tuple.get(), Py_ssize_t(i), Py_NewRef(arguments[i]));
    return PyObject_CallMethod(self.cache, method, "OO", tuple.get(), keywords.get());
}

/** A dictionary of the named arguments that stand behind the positional ones. */
Ref keywordsOf(std::span<PyObject *const> values, PyObject *names) {
    Ref keywords(PyDict_New());
    for (size_t i = 0; keywords && i < values.size(); ++i)
        if (PyDict_SetItem(keywords.get(), PyTuple_GET_ITEM(names, Py_ssize_t(i)), values[i]) < 0) return {};
    return keywords;
}

bool isContainerOfTensors(PyObject *object) {
    if (PyDict_Check(object)) return PyDict_GET_SIZE(object) > 0;
    if (!PyTuple_Check(object) && !PyList_Check(object)) return false;
    PyObject *const *items = PySequence_Fast_ITEMS(object);
    return std::any_of(items, items + PySequence_Fast_GET_SIZE(object),
                       [](PyObject *item) { return isTensor(item) || isContainerOfTensors(item); });
}

/** Whether a gradient that is open goes back through the operators of this call: there are tapes inside each other, or
    in the arguments is what a graph takes for a constant. */
bool goesByOperators(const PyJit &self, std::span<PyObject *const> arguments) {
    if (!isTapeOpen()) return false;
    return !self.followsGraphs || eagerThread().openTapes > 1 || isInGraphCall() ||
           std::ranges::any_of(arguments, isContainerOfTensors);
}

/** Python decides: gradients go through operators, and a graph that is being captured takes the function's in. */
bool isForPython(const PyJit &self, std::span<PyObject *const> arguments) {
    const bool isWatched = detail::watchers.load(std::memory_order_relaxed) != 0; // traces and tapes are watchers
    return currentCapture() || isEverythingEager ||
           (isWatched && (currentTracer() || goesByOperators(self, arguments)));
}

PyObject *callPositional(PyJit &self, std::span<PyObject *const> arguments) {
    if (self.entries->contextChanges != contextChanges && !refresh(self)) return nullptr;
    auto &objects = self.entries->objects;
    for (size_t i = 0; i < objects.size(); ++i) {
        JitEntry *entry = entryOf(objects[i].get());
        if (!entry->holds(arguments)) continue;
        if (i > 0)
            std::rotate(objects.begin(), objects.begin() + std::ptrdiff_t(i), objects.begin() + std::ptrdiff_t(i) + 1);
        const Ref held = Ref::borrowed(objects.front().get()); // the call may compile and so change the list
        return entry->run(arguments);
    }
    return callPython(self, "miss", arguments, nullptr);
}

/** Names are interned: equal ones are the same objects. A false "no" only costs a new layout. */
bool sameNames(PyObject *a, PyObject *b) {
    if (a == b) return true;
    if (PyTuple_GET_SIZE(a) != PyTuple_GET_SIZE(b)) return false;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(a); ++i)
        if (PyTuple_GET_ITEM(a, i) != PyTuple_GET_ITEM(b, i)) return false;
    return true;
}

/** Asks Python for the layout of such calls and keeps it; one without places when not all parameters up to the last
    named one are given. Null with an exception set. */
const Layout *newLayout(PyJit &self, size_t positional, PyObject *names) {
    Ref answer(PyObject_CallMethod(self.cache, "places", "nO", Py_ssize_t(positional), names));
    if (!answer || !PyTuple_Check(answer.get())) return nullptr;
    Layout layout{Ref::borrowed(names), positional, {}};
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(answer.get()); ++i)
        layout.places.push_back(PyLong_AsSize_t(PyTuple_GET_ITEM(answer.get(), i)));
    constexpr size_t most = 8;
    auto &layouts = self.entries->layouts;
    if (layouts.size() == most) layouts.erase(layouts.begin());
    return &layouts.emplace_back(std::move(layout));
}

const Layout *layoutOf(PyJit &self, size_t positional, PyObject *names) {
    for (const Layout &layout : self.entries->layouts)
        if (layout.positional == positional && sameNames(layout.names.get(), names)) return &layout;
    return newLayout(self, positional, names);
}

/** A call whose named arguments take up the positions behind the others. */
PyObject *callLaidOut(PyJit &self, const Layout &layout, PyObject *const *given) {
    const size_t count = layout.positional + layout.places.size();
    std::vector<PyObject *> arguments(given, given + layout.positional);
    arguments.resize(count);
    for (size_t i = 0; i < layout.places.size(); ++i)
        arguments[layout.places[i]] = given[layout.positional + i];
    return callPositional(self, arguments);
}

/** The slower way, with a dictionary of the named arguments; there may be none of them. */
PyObject *callNamed(PyJit &self, std::span<PyObject *const> positional, PyObject *const *named, PyObject *names) {
    Ref keywords;
    if (names) {
        keywords = keywordsOf({named, size_t(PyTuple_GET_SIZE(names))}, names);
        if (!keywords) return nullptr;
    }
    if (isForPython(self, positional)) return callPython(self, "inside", positional, keywords.get());
    // (positional arguments, the named ones that have no position)
    Ref bound(callPython(self, "bound", positional, keywords.get()));
    if (!bound) return nullptr;
    PyObject *all = nullptr, *rest = nullptr;
    if (!PyArg_ParseTuple(bound.get(), "O!O!", &PyTuple_Type, &all, &PyDict_Type, &rest)) return nullptr;
    const std::span<PyObject *const> arguments(&PyTuple_GET_ITEM(all, 0), size_t(PyTuple_GET_SIZE(all)));
    if (PyDict_GET_SIZE(rest) > 0) return callPython(self, isTapeOpen() ? "inside" : "named", arguments, rest);
    return callPositional(self, arguments);
}

PyObject *call(PyObject *object, PyObject *const *given, size_t flags, PyObject *names) {
    PyJit &self = in(object);
    const size_t count = size_t(PyVectorcall_NARGS(flags));
    const bool hasNames = names && PyTuple_GET_SIZE(names) > 0;
    if (isForPython(self, {given, PyVectorcall_NARGS(flags) + size_t(hasNames ? PyTuple_GET_SIZE(names) : 0)}))
        return callNamed(self, {given, count}, given + count, hasNames ? names : nullptr);
    if (!hasNames) return callPositional(self, {given, count});
    const Layout *layout = layoutOf(self, count, names);
    if (layout == nullptr) return nullptr;
    if (!layout->places.empty()) return callLaidOut(self, *layout, given);
    return callNamed(self, {given, count}, given + count, names);
}

PyObject *create(PyTypeObject *type, PyObject *arguments, PyObject *) {
    PyObject *function = nullptr, *cache = nullptr;
    int followsGraphs = 0;
    if (!PyArg_ParseTuple(arguments, "OOp:JitFunction", &function, &cache, &followsGraphs)) return nullptr;
    PyObject *self = type->tp_alloc(type, 0);
    if (self == nullptr) return nullptr;
    in(self).function = Py_NewRef(function);
    in(self).cache = Py_NewRef(cache);
    in(self).followsGraphs = followsGraphs;
    in(self).entries = new Entries;
    in(self).vectorcall = call;
    return self;
}

int traverse(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(in(self).function);
    Py_VISIT(in(self).cache);
    Py_VISIT(in(self).attributes);
    if (in(self).entries)
        for (const Ref &entry : in(self).entries->objects)
            Py_VISIT(entry.get());
    return 0;
}

int clear(PyObject *self) {
    Py_CLEAR(in(self).function);
    Py_CLEAR(in(self).cache);
    Py_CLEAR(in(self).attributes);
    if (in(self).entries) {
        std::vector<Ref>().swap(in(self).entries->objects);
        in(self).entries->layouts.clear();
    }
    return 0;
}

void deallocate(PyObject *self) {
    PyObject_GC_UnTrack(self);
    if (in(self).weakReferences) PyObject_ClearWeakRefs(self);
    clear(self);
    delete in(self).entries;
    Py_TYPE(self)->tp_free(self);
}

PyObject *bind(PyObject *self, PyObject *object, PyObject *) {
    return object == nullptr || object == Py_None ? Py_NewRef(self) : PyMethod_New(self, object);
}

PyObject *describe(PyObject *self) {
    Ref name(PyObject_GetAttrString(self, "__qualname__"));
    if (!name) return PyErr_Clear(), PyObject_Repr(in(self).function);
    return PyUnicode_FromFormat("<function %S at %p>", name.get(), static_cast<void *>(self));
}

/** As functions are: by their name. */
PyObject *reduced(PyObject *self, PyObject *) {
    return PyObject_GetAttrString(self, "__qualname__");
}

PyObject *addEntry(PyObject *self, PyObject *object) {
    JitEntry *entry = entryOf(object);
    if (entry == nullptr) return nullptr;
    auto &objects = in(self).entries->objects;
    std::erase_if(objects, [](const Ref &known) { return entryOf(known.get())->isStale(); });
    objects.insert(objects.begin(), Ref::borrowed(object));
    in(self).entries->contextChanges = uint64_t(-1); // whether it is current is asked anew
    Py_RETURN_NONE;
}

PyObject *entriesOf(PyObject *self, void *) {
    Ref list(PyList_New(0));
    for (const Ref &object : in(self).entries->objects)
        if (!list || (entryOf(object.get())->callable() && PyList_Append(list.get(), object.get()) != 0))
            return nullptr;
    return list.release();
}

PyObject *cacheOf(PyObject *self, void *) {
    return Py_NewRef(in(self).cache);
}

/** Removes an entry that holds for nothing any more. */
PyObject *removeEntry(PyObject *self, PyObject *object) {
    std::erase_if(in(self).entries->objects, [&](const Ref &entry) { return entry.get() == object; });
    Py_RETURN_NONE;
}

PyMethodDef methods[] = {
    {"add", addEntry, METH_O, "add(entry): calls for which it holds are carried out by it."},
    {"remove", removeEntry, METH_O, "remove(entry)"},
    {"__reduce__", reduced, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef properties[] = {
    {"entries", entriesOf, nullptr, "The entries, the one that served last in front.", nullptr},
    {"__jitscope_graphs__", cacheOf, nullptr, "Python's part of it.", nullptr},
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyTypeObject jitType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "_jitscope.JitFunction",
    .tp_basicsize = sizeof(PyJit),
    .tp_dealloc = deallocate,
    .tp_vectorcall_offset = offsetof(PyJit, vectorcall),
    .tp_repr = describe,
    .tp_call = PyVectorcall_Call,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = traverse,
    .tp_clear = clear,
    .tp_weaklistoffset = offsetof(PyJit, weakReferences),
    .tp_methods = methods,
    .tp_getset = properties,
    .tp_descr_get = bind,
    .tp_dictoffset = offsetof(PyJit, attributes),
    .tp_new = create,
};

} // namespace

bool addJit(PyObject *module) {
    return addEntries(module) && PyType_Ready(&jitType) == 0 &&
           PyModule_AddObjectRef(module, "JitFunction", (PyObject *)&jitType) == 0;
}

} // namespace jitscope::inline python
