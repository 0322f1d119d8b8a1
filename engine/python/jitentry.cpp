// SPDX-License-Identifier: Apache-2.0
// Entries: compares a call with what was compiled for, collects the inputs of the graph, runs it.
#include "engine/python/jitentry.h"

#include "engine/eager/tape.h"
#include "engine/python/pythonerror.h"
#include "engine/run/fewvalues.h"
#include "engine/session/compilation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <forward_list>
#include <memory>

namespace jitscope::inline python {

uint64_t modeChanges = 0, contextChanges = 0;
bool isEverythingEager = false;

namespace {

struct PyEntry {
    PyObject_HEAD JitEntry *entry;
    PyObject *weakReferences; ///< CPython's list of those to this object
};

/** An argument of the entry that is referred to is gone. */
PyObject *releaseReferred(PyObject *entryReference, PyObject *) {
    PyObject *object = PyWeakref_GET_OBJECT(entryReference);
    if (object == Py_None) Py_RETURN_NONE;
    const Ref held = Ref::borrowed(object);
    reinterpret_cast<PyEntry *>(object)->entry->release();
    Py_RETURN_NONE;
}

constexpr size_t fewTensors = 12;

/** The variables of one call: tensors are those of their Python objects, numbers are made. */
class Variables {
public:
    /** Throws PythonError for what is no value. */
    void add(PyObject *object) {
        if (isTensor(object))
            push(&valueOf(object));
        else
            push(&m_made.emplace_front(variableValue(object)));
    }

    std::span<const Value *const> span() const {
        return m_many.empty() ? std::span(m_few.data(), m_count) : std::span<const Value *const>(m_many);
    }

private:
    void push(const Value *value) {
        if (m_count == m_few.size() && m_many.empty()) m_many.assign(m_few.begin(), m_few.end());
        if (m_many.empty())
            m_few[m_count++] = value;
        else
            m_many.push_back(value);
    }

    std::array<const Value *, fewTensors> m_few;
    size_t m_count = 0;
    std::vector<const Value *> m_many;
    std::forward_list<Value> m_made;
};

/** What stands at the source now; throws PythonError. */
Ref found(const GuardSource &source, std::span<PyObject *const> arguments) {
    Ref object = source.follow(arguments);
    if (object) return object;
    PyErr_SetString(PyExc_RuntimeError, "An input of the graph cannot be found any more.");
    throw PythonError();
}

/** Of a sequence, or of None; nothing with an error set. */
std::optional<std::vector<GuardSource>> sourcesOf(PyObject *sequence) {
    std::vector<GuardSource> sources;
    for (Py_ssize_t i = 0; sequence != Py_None && i < PySequence_Size(sequence); ++i) {
        Ref item(PySequence_GetItem(sequence, i));
        auto source = item ? GuardSource::from(item.get()) : std::nullopt;
        if (!source) return std::nullopt;
        sources.push_back(*std::move(source));
    }
    return sources;
}

PyObject *printLines(PyObject *lines) {
    PyObject *builtins = PyEval_GetBuiltins();
    PyObject *print = builtins ? PyDict_GetItemString(builtins, "print") : nullptr;
    for (Py_ssize_t i = 0; print && i < PySequence_Fast_GET_SIZE(lines); ++i) {
        Ref done(PyObject_CallOneArg(print, PySequence_Fast_GET_ITEM(lines, i)));
        if (!done) return nullptr;
    }
    return Py_None;
}

} // namespace

bool JitEntry::initialise(PyObject *arguments, PyObject *named) {
    static const char *names[] = {"run",   "args",     "guards",    "inputs", "rebuild",  "lines",
                                  "modes", "settings", "any_shape", "given",  "gradient", nullptr};
    PyObject *run = nullptr, *keyed = nullptr, *guards = Py_None, *inputs = Py_None, *rebuild = Py_None,
             *lines = Py_None, *modes = Py_None, *made = Py_None, *given = Py_None, *gradient = Py_None;
    int anyShape = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "OO|OOOOOOpOO:GraphEntry", const_cast<char **>(names), &run,
                                     &keyed, &guards, &inputs, &rebuild, &lines, &modes, &made, &anyShape, &given,
                                     &gradient))
        return false;
    m_run = Ref::borrowed(run);
    m_graph = graphOf(run);
    if (!m_graph && !PyCallable_Check(run)) return PyErr_SetString(PyExc_TypeError, "run must be callable"), false;
    if (m_graph && m_graph->record.captureMode == "ast") m_givenBack = run::givenBack(m_graph->record.captured);
    if (rebuild != Py_None) m_rebuild = Ref::borrowed(rebuild);
    if (lines != Py_None && PySequence_Size(lines) > 0) m_lines = Ref(PySequence_Tuple(lines));
    settings = Ref::borrowed(made);
    if (!readArguments(keyed)) return false;
    for (ArgumentKey &key : m_keys)
        if (anyShape) key.generalise();
    return readGuards(guards) && readSources(inputs, given) && readModes(modes) && readGradient(gradient) &&
           !PyErr_Occurred();
}

bool JitEntry::readArguments(PyObject *arguments) {
    if (arguments == Py_None) return true;
    if (!PyTuple_Check(arguments)) return PyErr_SetString(PyExc_TypeError, "args must be a tuple"), false;
    m_count = size_t(PyTuple_GET_SIZE(arguments));
    for (size_t i = 0; i < *m_count; ++i)
        m_keys.emplace_back(PyTuple_GET_ITEM(arguments, Py_ssize_t(i)));
    m_takesFewTensors = m_keys.size() <= fewTensors && std::ranges::all_of(m_keys, &ArgumentKey::isOfTensor);
    return true;
}

bool JitEntry::readSources(PyObject *inputs, PyObject *given) {
    auto ofInputs = sourcesOf(inputs), ofGiven = sourcesOf(given);
    if (!ofInputs || !ofGiven) return false;
    m_hasInputs = inputs != Py_None;
    m_inputs = *std::move(ofInputs);
    m_given = *std::move(ofGiven);
    return true;
}

bool JitEntry::readGuards(PyObject *guards) {
    for (Py_ssize_t i = 0; guards != Py_None && i < PySequence_Size(guards); ++i) {
        Ref item(PySequence_GetItem(guards, i));
        auto guard = item ? Guard::from(item.get()) : std::nullopt;
        if (!guard) return false;
        m_guards.push_back(*std::move(guard));
    }
    return true;
}

bool JitEntry::readModes(PyObject *modes) {
    m_modeChanges = modeChanges;
    for (Py_ssize_t i = 0; modes != Py_None && i < PySequence_Size(modes); ++i) {
        Ref item(PySequence_GetItem(modes, i));
        PyObject *cell = nullptr;
        int isTraining = 0;
        if (!item || !PyArg_ParseTuple(item.get(), "Op", &cell, &isTraining)) return false;
        const bool isWeak = isArgument(cell);
        m_modes.push_back({isWeak ? WeakRef(cell) : WeakRef(), isWeak ? Ref() : Ref::borrowed(cell), bool(isTraining)});
    }
    return true;
}

bool JitEntry::isArgument(PyObject *object) const {
    return std::ranges::any_of(m_keys, [object](const ArgumentKey &key) { return key.object() == object; });
}

bool JitEntry::releaseWithArguments(PyObject *self) {
    static PyMethodDef callback = {"released", releaseReferred, METH_O, nullptr};
    for (const ArgumentKey &key : m_keys) {
        PyObject *object = key.object();
        if (!object || !PyType_SUPPORTS_WEAKREFS(Py_TYPE(object))) continue;
        const Ref entry(PyWeakref_NewRef(self, nullptr));
        const Ref released(entry ? PyCFunction_New(&callback, entry.get()) : nullptr);
        if (!released || !m_watches.emplace_back(PyWeakref_NewRef(object, released.get()))) return false;
    }
    return true;
}

void JitEntry::release() {
    m_isReleased = true;
    clear();
}

bool JitEntry::readGradient(PyObject *gradient) {
    if (gradient == Py_None) return true;
    m_gradient = GradientCall::from(gradient);
    if (m_gradient && m_graph && m_gradient->hasBackward()) m_graph->ownResults = m_gradient->results();
    return m_gradient.has_value();
}

/** Whether open tapes follow what it is made for. */
bool JitEntry::fitsTapes(std::span<PyObject *const> arguments) const {
    if (!isTapeOpen()) return !m_gradient;
    if (!m_count) return false; // guards decide about it, and none of them knows of tapes
    std::vector<PyObject *> variables;
    auto add = [&](PyObject *variable) { variables.push_back(variable); };
    for (size_t i = 0; i < m_keys.size(); ++i)
        m_keys[i].visitVariables(arguments[i], add);
    return m_gradient ? m_gradient->fits(variables, m_graph) : GradientCall::fitsNothing(variables, m_graph);
}

bool JitEntry::inModes() {
    if (m_modeChanges == modeChanges) return true;
    for (const Mode &mode : m_modes) {
        PyObject *cell = mode.held ? mode.held.get() : mode.cell.get();
        if (!cell || trainingFlag(cell) != int(mode.isTraining)) return false;
    }
    m_modeChanges = modeChanges;
    return true;
}

bool JitEntry::takes(std::span<PyObject *const> arguments) const {
    if (m_count && arguments.size() != *m_count) return false;
    for (size_t i = 0; i < m_keys.size(); ++i)
        if (!m_keys[i].matches(arguments[i])) return false;
    return true;
}

bool JitEntry::holds(std::span<PyObject *const> arguments) {
    if (m_isReleased || !isCurrent || !takes(arguments)) return false;
    if (!inModes() || (m_graph && m_graph->replacedWeight()) || !fitsTapes(arguments)) return false;
    for (const Guard &guard : m_guards)
        if (!guard.holds(arguments)) return false;
    return true;
}

int JitEntry::traverse(visitproc visit, void *arg) const {
    for (PyObject *object : {m_run.get(), m_rebuild.get(), m_lines.get(), settings.get()})
        Py_VISIT(object);
    for (const Mode &mode : m_modes) {
        if (const int stop = mode.cell.traverse(visit, arg)) return stop;
        Py_VISIT(mode.held.get());
    }
    for (const Ref &watch : m_watches)
        Py_VISIT(watch.get());
    for (const ArgumentKey &key : m_keys)
        if (const int stop = key.traverse(visit, arg)) return stop;
    for (const auto *sources : {&m_inputs, &m_given})
        for (const GuardSource &source : *sources)
            if (const int stop = source.traverse(visit, arg)) return stop;
    if (m_gradient)
        if (const int stop = m_gradient->traverse(visit, arg)) return stop;
    for (const Guard &guard : m_guards)
        if (const int stop = guard.traverse(visit, arg)) return stop;
    return 0;
}

void JitEntry::clear() {
    isCurrent = false;
    m_graph = nullptr;
    m_givenBack = nullptr;
    m_gradient.reset();
    m_run = Ref();
    m_rebuild = Ref();
    m_lines = Ref();
    m_modes.clear();
    m_keys.clear();
    m_inputs.clear();
    m_given.clear();
    m_guards.clear();
}

std::vector<std::string> JitEntry::differences(std::span<PyObject *const> arguments) {
    std::vector<std::string> found;
    if (m_isReleased) found.push_back("an object that it was called with is gone");
    for (const Guard &guard : m_guards)
        if (!guard.holds(arguments)) found.push_back(guard.text() + " is another now");
    if (PyObject *weight = m_graph ? m_graph->replacedWeight() : nullptr) {
        PyObject *name = reinterpret_cast<PyTensor *>(weight)->name;
        const char *text = name && PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : "";
        found.push_back(std::string("parameter ") + text + " was given other data");
    }
    if (!inModes()) found.push_back("a layer is in another mode (training or not)");
    return found;
}

PyObject *JitEntry::run(std::span<PyObject *const> arguments) {
    ++m_calls;
    if (m_lines && !printLines(m_lines.get())) return nullptr;
    if (m_graph) return runGraph(arguments);
    return PyObject_Vectorcall(m_run.get(), arguments.data(), arguments.size(), nullptr);
}

std::vector<Value> JitEntry::inputsOf(std::span<PyObject *const> arguments) const {
    std::vector<Value> values;
    values.reserve(m_hasInputs ? m_inputs.size() : m_keys.size());
    auto add = [&](PyObject *variable) { values.push_back(variableValue(variable)); };
    if (m_hasInputs) {
        for (const GuardSource &source : m_inputs)
            add(found(source, arguments).get());
    } else {
        for (size_t i = 0; i < m_keys.size(); ++i)
            m_keys[i].visitVariables(arguments[i], add);
    }
    return values;
}

PyObject *JitEntry::runGraph(std::span<PyObject *const> arguments) const {
    try {
        if (m_gradient) return finished(runFollowed(arguments), arguments);
        // Inputs that are not arguments may belong to nobody else while the graph runs.
        if (!m_hasInputs && m_graph->mayBorrow()) return finished(runBorrowing(arguments), arguments);
        if (!m_hasInputs && m_takesFewTensors && m_keys.size() <= FewValues::most)
            return finished(runHolding(arguments), arguments);
        std::vector<Value> variables = inputsOf(arguments);
        return finished(m_graph->run(variables), arguments);
    } catch (...) {
        return translateException();
    }
}

Value JitEntry::runFollowed(std::span<PyObject *const> arguments) const {
    const GradientCall::Given given(inputsOf(arguments));
    std::vector<Value> inputs = given.variables;
    return m_gradient->followed(given, m_graph->run(inputs));
}

Value JitEntry::runHolding(std::span<PyObject *const> arguments) const {
    FewValues values(m_keys.size());
    for (size_t i = 0; i < m_keys.size(); ++i)
        values.data()[i].data = tensorOf(arguments[i]);
    return m_graph->run({values.data(), m_keys.size()});
}

Value JitEntry::runBorrowing(std::span<PyObject *const> arguments) const {
    if (m_takesFewTensors) { // as nearly all do
        std::array<const Value *, fewTensors> values;
        for (size_t i = 0; i < m_keys.size(); ++i)
            values[i] = &valueOf(arguments[i]);
        return m_graph->executable->runBorrowing({values.data(), m_keys.size()});
    }
    Variables variables;
    auto add = [&](PyObject *variable) { variables.add(variable); };
    for (size_t i = 0; i < m_keys.size(); ++i)
        m_keys[i].visitVariables(arguments[i], add);
    return m_graph->executable->runBorrowing(variables.span());
}

PyObject *JitEntry::finished(Value result, std::span<PyObject *const> arguments) const {
    Tensor *tensor = std::get_if<Tensor>(&result.data);
    if (!m_rebuild) {
        PyObject *given = m_givenBack && !(m_gradient && m_gradient->hasBackward()) ? givenObject(arguments) : nullptr;
        if (given) return Py_NewRef(given);
        return tensor ? wrap(std::move(*tensor)) : toPython(result);
    }
    // In a container, it is the caller's own.
    if (m_givenBack && tensor) result = Value(tensor->clone().withIdentity(tensor->identity()));
    Ref object(toPython(result));
    if (object && !m_given.empty()) return rebuiltWithGiven(object.get(), arguments);
    return object ? PyObject_CallOneArg(m_rebuild.get(), object.get()) : nullptr;
}

/** The object of the argument or weight that is the result; borrowed, or null. */
PyObject *JitEntry::givenObject(std::span<PyObject *const> arguments) const {
    if (m_givenBack->weight->defined()) {
        for (const BoundWeight &weight : m_graph->weights)
            if (weight.memory.storage() == m_givenBack->weight->storage()) return weight.parameter.get();
        return nullptr;
    }
    PyObject *found = nullptr;
    const auto &parameters = m_graph->record.captured.entry()->parameters; // those of arguments in their order
    size_t place = 0;
    auto look = [&](PyObject *variable) {
        while (place < parameters.size() && parameters[place]->weight->defined())
            ++place;
        const bool isIt = place < parameters.size() && parameters[place++]->id == m_givenBack->id;
        if (isIt && isTensor(variable)) found = variable;
    };
    for (size_t i = 0; i < m_keys.size(); ++i)
        m_keys[i].visitVariables(arguments[i], look);
    return found;
}

PyObject *JitEntry::rebuiltWithGiven(PyObject *result, std::span<PyObject *const> arguments) const {
    std::vector<Ref> held;
    std::vector<PyObject *> all = {result};
    for (const GuardSource &source : m_given)
        all.push_back(held.emplace_back(found(source, arguments)).get());
    return PyObject_Vectorcall(m_rebuild.get(), all.data(), all.size(), nullptr);
}

namespace {

PyObject *newEntry(PyTypeObject *type, PyObject *arguments, PyObject *named) {
    auto entry = std::make_unique<JitEntry>();
    if (!entry->initialise(arguments, named)) return nullptr;
    auto *self = reinterpret_cast<PyEntry *>(type->tp_alloc(type, 0));
    if (!self) return nullptr;
    self->entry = entry.release();
    Ref made(reinterpret_cast<PyObject *>(self));
    return self->entry->releaseWithArguments(made.get()) ? made.release() : nullptr;
}

int traverseEntry(PyObject *self, visitproc visit, void *arg) {
    const JitEntry *entry = reinterpret_cast<PyEntry *>(self)->entry;
    return entry ? entry->traverse(visit, arg) : 0;
}

int clearEntry(PyObject *self) {
    reinterpret_cast<PyEntry *>(self)->entry->clear();
    return 0;
}

void deallocateEntry(PyObject *self) {
    PyObject_GC_UnTrack(self);
    PyObject_ClearWeakRefs(self);
    delete reinterpret_cast<PyEntry *>(self)->entry;
    Py_TYPE(self)->tp_free(self);
}

std::span<PyObject *const> itemsOf(PyObject *tuple) {
    return {&PyTuple_GET_ITEM(tuple, 0), size_t(PyTuple_GET_SIZE(tuple))};
}

PyObject *failingOf(PyObject *self, PyObject *arguments) {
    if (!PyTuple_Check(arguments)) return PyErr_Format(PyExc_TypeError, "a tuple is needed");
    const auto found = reinterpret_cast<PyEntry *>(self)->entry->differences(itemsOf(arguments));
    if (found.empty()) Py_RETURN_NONE;
    return PyUnicode_FromStringAndSize(found.front().data(), Py_ssize_t(found.front().size()));
}

PyObject *differencesOf(PyObject *self, PyObject *arguments) {
    if (!PyTuple_Check(arguments)) return PyErr_Format(PyExc_TypeError, "a tuple is needed");
    Ref list(PyList_New(0));
    if (!list) return nullptr;
    for (const std::string &text : reinterpret_cast<PyEntry *>(self)->entry->differences(itemsOf(arguments))) {
        const Ref item(PyUnicode_FromStringAndSize(text.data(), Py_ssize_t(text.size())));
        if (!item || PyList_Append(list.get(), item.get()) != 0) return nullptr;
    }
    return list.release();
}

PyObject *holdsFor(PyObject *self, PyObject *arguments) {
    if (!PyTuple_Check(arguments)) return PyErr_Format(PyExc_TypeError, "a tuple is needed");
    return PyBool_FromLong(reinterpret_cast<PyEntry *>(self)->entry->holds(itemsOf(arguments)));
}

PyObject *runWith(PyObject *self, PyObject *arguments) {
    if (!PyTuple_Check(arguments)) return PyErr_Format(PyExc_TypeError, "a tuple is needed");
    JitEntry *entry = reinterpret_cast<PyEntry *>(self)->entry;
    if (entry->isStale() || !entry->takes(itemsOf(arguments)))
        return PyErr_Format(PyExc_TypeError, "The entry is for other arguments.");
    return entry->run(itemsOf(arguments));
}

PyMethodDef entryMethods[] = {
    {"differences", differencesOf, METH_O, "differences(args): each reason why it does not hold for them."},
    {"failing", failingOf, METH_O, "failing(args): why it does not hold for them, or None."},
    {"holds", holdsFor, METH_O, "holds(args): whether a call with these arguments may be carried out this way."},
    {"run", runWith, METH_O, "run(args): carries the call out."},
    {nullptr, nullptr, 0, nullptr},
};

PyObject *settingsOf(PyObject *self, void *) {
    return Py_NewRef(reinterpret_cast<PyEntry *>(self)->entry->settings.get());
}

PyObject *callableOf(PyObject *self, void *) {
    PyObject *callable = reinterpret_cast<PyEntry *>(self)->entry->callable();
    return Py_NewRef(callable ? callable : Py_None);
}

PyObject *isGraph(PyObject *self, void *) {
    return PyBool_FromLong(graphOf(reinterpret_cast<PyEntry *>(self)->entry->callable()) != nullptr);
}

PyObject *callsOf(PyObject *self, void *) {
    return PyLong_FromLongLong(reinterpret_cast<PyEntry *>(self)->entry->calls());
}

PyGetSetDef entryProperties[] = {
    {"calls", callsOf, nullptr, "How often it was run.", nullptr},
    {"settings", settingsOf, nullptr, "What it was compiled with besides the arguments.", nullptr},
    {"callable", callableOf, nullptr, "The graph, or the function that carries calls out; None when it is released.",
     nullptr},
    {"is_graph", isGraph, nullptr, "Whether it is one graph.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyTypeObject entryType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "_jitscope.GraphEntry",
    .tp_basicsize = sizeof(PyEntry),
    .tp_dealloc = deallocateEntry,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "GraphEntry(run, args, guards=None, inputs=None, rebuild=None, lines=None, modes=None, settings=None, "
              "any_shape=False, given=None, gradient=None)",
    .tp_traverse = traverseEntry,
    .tp_clear = clearEntry,
    .tp_weaklistoffset = offsetof(PyEntry, weakReferences),
    .tp_methods = entryMethods,
    .tp_getset = entryProperties,
    .tp_new = newEntry,
};

PyObject *modeChanged(PyObject *, PyObject *) {
    ++modeChanges;
    Py_RETURN_NONE;
}

PyObject *contextChanged(PyObject *, PyObject *) {
    ++contextChanges;
    Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"mode_changed", modeChanged, METH_NOARGS, "A layer went into training or out of it."},
    {"context_changed", contextChanged, METH_NOARGS, "What holds for compilations was set anew."},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

JitEntry *entryOf(PyObject *object) {
    if (Py_IS_TYPE(object, &entryType)) return reinterpret_cast<PyEntry *>(object)->entry;
    PyErr_SetString(PyExc_TypeError, "a GraphEntry is needed");
    return nullptr;
}

bool addEntries(PyObject *module) {
    return PyType_Ready(&entryType) == 0 && PyModule_AddObjectRef(module, "GraphEntry", (PyObject *)&entryType) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::inline python
