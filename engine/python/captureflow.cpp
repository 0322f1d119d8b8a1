// SPDX-License-Identifier: Apache-2.0
// Branches and loops of a capture, as Python's front end builds them: graphs that are put aside and gone on with,
// chosen between, or calling themselves.
#include "engine/python/captureobject.h"

#include <cassert>
#include <stdexcept>

namespace jitscope::inline python {

namespace {

std::string textOf(PyObject *name) {
    const char *text = PyUnicode_AsUTF8(name);
    return text ? text : "";
}

} // namespace

size_t Capture::suspendGraph() {
    const size_t place = m_graphs.suspend();
    assert(place == m_suspended.size());
    m_suspended.push_back(std::move(m_open.back()));
    m_open.pop_back();
    return place;
}

void Capture::resumeGraph(size_t suspended) {
    m_graphs.resume(suspended);
    m_open.push_back(std::move(m_suspended[suspended]));
}

/** One node for all outputs: nothing, the output itself, or a tuple. */
NodePtr Capture::outputNode(PyObject *outputs) {
    const std::vector<NodePtr> results = nodesOf(outputs);
    if (results.size() == 1) return results.front();
    // What a call in tail position gives is passed on as it is, so that the call stays the last thing that happens.
    if (NodePtr whole = m_graphs.putTogether(results)) return whole;
    return results.empty() ? m_graphs.constant(Value()) : m_graphs.makeTuple(results, spans(), scope());
}

/** The `count` outputs that `result` stands for, as Python's values. */
PyObject *Capture::wrapItems(const NodePtr &result, Py_ssize_t count) {
    Ref items(PyTuple_New(count));
    if (!items) return nullptr;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject *item = wrapNode(count == 1 ? result : m_graphs.getItem(result, i, spans(), scope()));
        if (item == nullptr) return nullptr;
        PyTuple_SET_ITEM(items.get(), i, item);
    }
    return items.release();
}

std::string Capture::closeBranch(PyObject *outputs) {
    m_graphs.closeGraph(outputNode(outputs));
    const Open closed = std::move(m_open.back());
    m_open.pop_back();
    m_flows[closed.name] = {PyTuple_GET_SIZE(outputs), closed.hasEffects};
    return closed.name;
}

PyObject *Capture::callSwitch(PyObject *condition, const std::string &whenTrue, const std::string &whenFalse) {
    const Flow &first = m_flows.at(whenTrue), &second = m_flows.at(whenFalse);
    assert(first.count == second.count);
    m_open.back().hasEffects = m_open.back().hasEffects || first.hasEffects || second.hasEffects;
    const NodePtr call = m_graphs.addSwitchCall(toNode(condition), whenTrue, whenFalse, m_variable, spans(), scope());
    return wrapItems(call, first.count);
}

PyObject *Capture::openLoop(const std::string &function, const SourceSpan &span, PyObject *names, PyObject *variables,
                            size_t kept) {
    openGraph(function, span);
    const Py_ssize_t count = PyTuple_GET_SIZE(variables);
    Ref inside(PyTuple_New(count));
    if (!inside) return nullptr;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject *item = addParameter(textOf(PyTuple_GET_ITEM(names, i)), PyTuple_GET_ITEM(variables, i));
        if (item == nullptr) return nullptr;
        PyTuple_SET_ITEM(inside.get(), i, item);
    }
    m_graphs.borrowAhead(m_kept.at(kept));
    return inside.release();
}

PyObject *Capture::callInner(const std::string &name, PyObject *variables, PyObject *outputs) {
    std::vector<Abstract> items;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(outputs); ++i)
        items.push_back(leafType(PyTuple_GET_ITEM(outputs, i)));
    const size_t count = items.size();
    Abstract result = count == 1 ? items.front() : Abstract::tuple(items);
    if (count == 0) result = Abstract::of(Value());
    const NodePtr call = m_graphs.addInnerCall(name, nodesOf(variables), result, spans(), scope());
    return wrapItems(call, Py_ssize_t(count));
}

PyObject *Capture::callLoop(const std::string &name, PyObject *variables) {
    const Flow flow = m_flows.at(name);
    m_open.back().hasEffects = m_open.back().hasEffects || flow.hasEffects;
    const NodePtr call = m_graphs.addGraphCall(name, nodesOf(variables), m_variable, spans(), scope());
    return wrapItems(call, flow.count);
}

std::pair<size_t, size_t> Capture::borrowed() {
    m_kept.push_back(m_graphs.borrowed());
    return {m_kept.size() - 1, m_kept.back().size()};
}

size_t Capture::mark() {
    m_marks.push_back({m_graphs.mark(), m_open.size(), m_open.back().hasEffects});
    return m_marks.size() - 1;
}

void Capture::rollback(size_t mark) {
    const Mark &back = m_marks.at(mark);
    m_graphs.rollback(back.graphs);
    m_open.resize(back.open);
    m_open.back().hasEffects = back.hasEffects;
    std::erase_if(m_constants, [&](NodeId id) { return id.value >= back.graphs.nextId; });
}

namespace {

template<class Body> PyObject *guarded(PyObject *capture, Body body) {
    try {
        Capture *self = captureOf(capture);
        return self ? body(*self) : nullptr;
    } catch (...) {
        return translateException();
    }
}

PyObject *suspendGraph(PyObject *, PyObject *capture) {
    return guarded(capture, [](Capture &self) { return PyLong_FromSize_t(self.suspendGraph()); });
}

PyObject *resumeGraph(PyObject *, PyObject *arguments) {
    PyObject *capture = nullptr;
    Py_ssize_t suspended = 0;
    if (!PyArg_ParseTuple(arguments, "On", &capture, &suspended)) return nullptr;
    return guarded(capture, [&](Capture &self) {
        self.resumeGraph(size_t(suspended));
        return Py_NewRef(Py_None);
    });
}

PyObject *closeBranch(PyObject *, PyObject *arguments) {
    PyObject *capture = nullptr, *outputs = nullptr;
    if (!PyArg_ParseTuple(arguments, "OO!", &capture, &PyTuple_Type, &outputs)) return nullptr;
    return guarded(capture, [&](Capture &self) { return PyUnicode_FromString(self.closeBranch(outputs).c_str()); });
}

PyObject *callSwitch(PyObject *, PyObject *arguments) {
    PyObject *capture = nullptr, *condition = nullptr;
    const char *whenTrue = nullptr, *whenFalse = nullptr;
    if (!PyArg_ParseTuple(arguments, "OOss", &capture, &condition, &whenTrue, &whenFalse)) return nullptr;
    return guarded(capture, [&](Capture &self) { return self.callSwitch(condition, whenTrue, whenFalse); });
}

PyObject *openLoop(PyObject *, PyObject *arguments) {
    PyObject *capture = nullptr, *place = nullptr, *names = nullptr, *variables = nullptr;
    const char *function = nullptr;
    Py_ssize_t kept = 0;
    if (!PyArg_ParseTuple(arguments, "OsO!O!O!n", &capture, &function, &PyTuple_Type, &place, &PyTuple_Type, &names,
                          &PyTuple_Type, &variables, &kept))
        return nullptr;
    const auto span = spanFrom(place);
    if (!span) return nullptr;
    return guarded(capture, [&](Capture &self) -> PyObject * {
        PyObject *inside = self.openLoop(function, *span, names, variables, size_t(kept));
        return inside ? Py_BuildValue("(sN)", self.openName().c_str(), inside) : nullptr;
    });
}

PyObject *callInner(PyObject *, PyObject *arguments) {
    PyObject *capture = nullptr, *variables = nullptr, *outputs = nullptr;
    const char *name = nullptr;
    if (!PyArg_ParseTuple(arguments, "OsO!O!", &capture, &name, &PyTuple_Type, &variables, &PyTuple_Type, &outputs))
        return nullptr;
    return guarded(capture, [&](Capture &self) { return self.callInner(name, variables, outputs); });
}

PyObject *callLoop(PyObject *, PyObject *arguments) {
    PyObject *capture = nullptr, *variables = nullptr;
    const char *name = nullptr;
    if (!PyArg_ParseTuple(arguments, "OsO!", &capture, &name, &PyTuple_Type, &variables)) return nullptr;
    return guarded(capture, [&](Capture &self) { return self.callLoop(name, variables); });
}

PyObject *borrowed(PyObject *, PyObject *capture) {
    return guarded(capture, [](Capture &self) {
        const auto [place, count] = self.borrowed();
        return Py_BuildValue("(nn)", Py_ssize_t(place), Py_ssize_t(count));
    });
}

PyObject *mark(PyObject *, PyObject *capture) {
    return guarded(capture, [](Capture &self) { return PyLong_FromSize_t(self.mark()); });
}

PyObject *rollback(PyObject *, PyObject *arguments) {
    PyObject *capture = nullptr;
    Py_ssize_t mark = 0;
    if (!PyArg_ParseTuple(arguments, "On", &capture, &mark)) return nullptr;
    return guarded(capture, [&](Capture &self) {
        self.rollback(size_t(mark));
        return Py_NewRef(Py_None);
    });
}

PyMethodDef functions[] = {
    {"suspend_graph", suspendGraph, METH_O, "suspend_graph(capture): puts the open graph aside; its number."},
    {"resume_graph", resumeGraph, METH_VARARGS, "resume_graph(capture, number): goes on with it."},
    {"close_branch", closeBranch, METH_VARARGS, "close_branch(capture, outputs): closes the open graph; its name."},
    {"call_switch", callSwitch, METH_VARARGS,
     "call_switch(capture, condition, when_true, when_false): what the chosen closed branch gives."},
    {"open_loop", openLoop, METH_VARARGS,
     "open_loop(capture, function, place, names, variables, kept): opens a graph that calls itself; its name, and the "
     "variables inside of it."},
    {"call_inner", callInner, METH_VARARGS,
     "call_inner(capture, name, variables, outputs): a call of an open graph, which gives values like outputs."},
    {"call_loop", callLoop, METH_VARARGS, "call_loop(capture, name, variables): a call of a closed loop."},
    {"borrowed", borrowed, METH_O, "borrowed(capture): (list, length) of what the open graph has borrowed."},
    {"mark_capture", mark, METH_O, "mark_capture(capture): a place to come back to."},
    {"rollback_capture", rollback, METH_VARARGS, "rollback_capture(capture, mark): forgets what came since."},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

bool addControlFlow(PyObject *module) {
    return PyType_Ready(&scalarType) == 0 && PyModule_AddObjectRef(module, "Scalar", (PyObject *)&scalarType) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::inline python
