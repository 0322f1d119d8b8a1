// SPDX-License-Identifier: Apache-2.0
#include "engine/python/captureobject.h"

#include "engine/base/text.h"
#include "engine/ops/complexuse.h"
#include "engine/ops/opdef.h"
#include "engine/python/externalobject.h"
#include "engine/python/jitkey.h"
#include "engine/python/pythonerror.h"

#include <algorithm>
#include <stdexcept>

namespace jitscope::inline python {

namespace {

thread_local Capture *current = nullptr;
int64_t captureCount = 0;

/** Throws with the Python exception set. */
[[noreturn]] void raise(PyObject *type, const std::string &message) {
    PyErr_SetString(type, message.c_str());
    throw PythonError();
}

/** In a graph only parameters can be written to: other tensors are values that others may share. */
void checkTargets(const OpDef &op, std::span<PyObject *const> arguments) {
    weightWrites += !op.written.empty();
    for (const size_t place : op.written) {
        PyObject *target = place < arguments.size() ? arguments[place] : nullptr;
        const bool isWeight = target && isTensor(target) && reinterpret_cast<PyTensor *>(target)->isParameter;
        if (!isWeight)
            raise(PyExc_NotImplementedError, "Writing to a tensor that is no Parameter (the operator " + op.name +
                                                 ") is not yet part of JitScope's ast capture.");
    }
}

/** A value of a type; of a tensor one without memory of its own for each element. */
Value exampleOf(const Abstract &type) {
    if (type.isTensor()) return Tensor::zeros({}, type.dtype).broadcastTo(type.shape);
    if (type.kind != Abstract::Kind::Tuple || type.isConstant) return type.value;
    std::vector<Value> items;
    std::ranges::transform(type.items, std::back_inserter(items), exampleOf);
    return Value::tuple(std::move(items));
}

Value numberLike(DType dtype) {
    if (dtype == DType::Bool) return true;
    return dtype == DType::Int64 ? Value(int64_t(1)) : Value(1.0);
}

/** The value that stands for a symbol where only the kind of an argument is looked at. */
Value placeholderFor(PyObject *object) {
    static const Tensor placeholder = Tensor::zeros(Dims(), DType::Float32);
    if (isTensor(object)) return placeholder;
    if (isScalar(object)) return numberLike(valueNodeOf(object)->abstract->dtype);
    if (!PyTuple_Check(object) && !PyList_Check(object)) {
        auto value = toValue(object);
        if (value) return *value;
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_TypeError, "A value of type '%s' cannot be an argument of an operator.",
                         Py_TYPE(object)->tp_name);
        throw PythonError();
    }
    std::vector<Value> items;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
        items.push_back(placeholderFor(PySequence_Fast_GET_ITEM(object, i)));
    return PyList_Check(object) ? Value::list(std::move(items)) : Value::tuple(std::move(items));
}

/** Whether a tensor or symbol is in it, so that it must become nodes rather than a constant. */
bool hasTensorInside(PyObject *object) {
    if (isTensor(object) || isExternal(object) || isScalar(object)) return true;
    if (!PyTuple_Check(object) && !PyList_Check(object)) return false;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
        if (hasTensorInside(PySequence_Fast_GET_ITEM(object, i))) return true;
    return false;
}

bool holdsExternal(PyObject *object) {
    if (isExternal(object)) return true;
    if (!PyTuple_Check(object) && !PyList_Check(object)) return false;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
        if (holdsExternal(PySequence_Fast_GET_ITEM(object, i))) return true;
    return false;
}

/** An operator becomes a node only where the types of its arguments are known, and with them that of its result. */
void checkTypesKnown(const OpDef &op, std::span<PyObject *const> arguments) {
    const bool isExternal = std::ranges::any_of(
        arguments, [](PyObject *argument) { return argument != nullptr && holdsExternal(argument); });
    if (!isExternal && !op.shapeFromValues) return;
    setValueNeeded("The operator " + op.name +
                   (isExternal ? " takes a value that only Python knows when the graph runs."
                               : " gives a shape that depends on the elements of its arguments."));
    throw PythonError();
}

bool holdsScalar(PyObject *object) {
    if (isScalar(object)) return true;
    if (!PyTuple_Check(object) && !PyList_Check(object)) return false;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
        if (holdsScalar(PySequence_Fast_GET_ITEM(object, i))) return true;
    return false;
}

/** Sizes and axes decide the type of a result: where they are not known, Python computes it when the graph runs. */
void checkKnown(const OpDef &op, const ParamDef &param, PyObject *argument) {
    if (!holdsScalar(argument) || param.kind == ParamKind::TensorOrScalar || param.kind == ParamKind::Any) return;
    setValueNeeded(format("The operator %s takes a number as '%s' that is only known when the graph runs.",
                          op.name.c_str(), param.name.c_str()));
    throw PythonError();
}

std::string textOf(PyObject *name) {
    const char *text = name ? PyUnicode_AsUTF8(name) : nullptr;
    return text ? text : "";
}

} // namespace

Abstract leafType(PyObject *like) {
    if (isExternal(like)) return reinterpret_cast<PyExternal *>(like)->node->abstract;
    if (isSymbol(like)) return Abstract::tensor(abstractOf(like).dtype, abstractOf(like).shape);
    if (isTensor(like)) return Abstract::tensor(dtypeOfTensor(like), shapeOfTensor(like));
    if (isScalar(like)) return valueNodeOf(like)->abstract;
    const auto number = toValue(like);
    if (!number)
        raise(PyExc_TypeError,
              format("A value of a graph must be a tensor or a number, but got '%s'.", Py_TYPE(like)->tp_name));
    Abstract type = Abstract::of(*number);
    type.value = Value();
    type.isConstant = false;
    return type;
}

Capture *currentCapture() {
    return current;
}

Capture *setCurrentCapture(Capture *capture) {
    return std::exchange(current, capture);
}

Capture::Capture()
    : m_id(captureCount++) {}

PyObject *Capture::addCall(const OpDef &op, std::span<PyObject *const> arguments) {
    checkTypesKnown(op, arguments);
    checkTargets(op, arguments);
    if (op.effect == Effect::Writes || op.effect == Effect::Prints) m_open.back().hasEffects = true;
    auto inputs = bind(op, arguments);
    const auto node = m_graphs.addCall(op, std::move(inputs), m_variable, spans(), scope());
    if (!node) refuse(op, node.error().message);
    if ((*node)->abstract->kind != Abstract::Kind::Tuple) return wrapNode(*node);
    const auto count = Py_ssize_t((*node)->abstract->items.size());
    Ref items(PyTuple_New(count));
    if (!items) return nullptr;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject *item = wrapNode(m_graphs.getItem(*node, i, spans(), scope()));
        if (item == nullptr) return nullptr;
        PyTuple_SET_ITEM(items.get(), i, item);
    }
    return items.release();
}

void Capture::refuse(const OpDef &op, const std::string &message) const {
    if (const auto &failure = m_graphs.failure(); failure && op.effect == Effect::None) {
        std::vector<Value> values;
        for (const NodePtr &input : failure->call.inputs)
            values.push_back(exampleOf(input->abstract));
        try {
            evaluate(op, values);
        } catch (const TypeMistake &mistake) {
            if (mistake.what() == message) throw;
        } catch (const std::exception &) { // no other class than that of all refusals
        }
    }
    throw std::invalid_argument(message);
}

PyObject *Capture::addHostCall(PyObject *function, std::span<PyObject *const> arguments, const std::string &text,
                               const std::string &reason) {
    std::vector<NodePtr> inputs;
    for (PyObject *argument : arguments)
        inputs.push_back(toNode(argument));
    m_open.back().hasEffects = true; // Python code may do anything
    const Opaque called = opaqueOf(function, std::string("<") + Py_TYPE(function)->tp_name + ">");
    return wrapNode(m_graphs.addHostCall(text, called, std::move(inputs), reason, m_variable, spans(), scope()));
}

std::vector<NodePtr> Capture::bind(const OpDef &op, std::span<PyObject *const> arguments) {
    std::vector<Value> values;
    for (size_t i = 0; i < op.params.size(); ++i) {
        const bool given = i < arguments.size() && arguments[i] != nullptr;
        if (!given && !op.params[i].hasDefault)
            raise(PyExc_TypeError,
                  op.function + "() missing 1 required positional argument: '" + op.params[i].name + "'");
        if (given) checkKnown(op, op.params[i], arguments[i]);
        values.push_back(given ? placeholderFor(arguments[i]) : op.params[i].defaultValue);
    }
    auto bound = bindArguments(op, values, {});
    if (!bound) raise(PyExc_TypeError, bound.error().message);
    std::vector<NodePtr> inputs;
    for (size_t i = 0; i < op.params.size(); ++i) {
        const bool isNode = i < arguments.size() && arguments[i] && hasTensorInside(arguments[i]);
        inputs.push_back(isNode ? toNode(arguments[i]) : m_graphs.constant((*bound)[i]));
    }
    return inputs;
}

NodePtr Capture::toNode(PyObject *object) {
    if (isSymbol(object)) return symbolToNode(object);
    if (isScalar(object)) return usable(valueNodeOf(object), reinterpret_cast<PyScalar *>(object)->capture);
    if (isExternal(object)) {
        const auto *external = reinterpret_cast<PyExternal *>(object);
        return usable(external->node, external->capture);
    }
    if (PyTuple_Check(object) || PyList_Check(object)) return sequenceToNode(object);
    auto value = toValue(object);
    if (!value)
        raise(PyExc_TypeError, format("A value of type '%s' cannot be part of a graph.", Py_TYPE(object)->tp_name));
    if (!isTensor(object) || !reinterpret_cast<PyTensor *>(object)->isParameter) return m_graphs.constant(*value);
    return m_graphs.weight(nameOfWeight(object), *value->asTensor());
}

/** The parameter's name; layers that are made inside of a graph may share one, which the graph must tell apart. */
std::string Capture::nameOfWeight(PyObject *parameter) {
    const auto known =
        std::ranges::find(m_weights, parameter, [](const Weight &weight) { return weight.parameter.get(); });
    if (known != m_weights.end()) return known->name;
    const std::string name = textOf(reinterpret_cast<PyTensor *>(parameter)->name);
    std::string unique = name;
    for (int i = 1; std::ranges::find(m_weights, unique, &Weight::name) != m_weights.end(); ++i)
        unique = name + "_" + std::to_string(i);
    m_weights.push_back({Ref::borrowed(parameter), unique});
    return unique;
}

NodePtr Capture::sequenceToNode(PyObject *object) {
    std::vector<NodePtr> items;
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
        items.push_back(toNode(PySequence_Fast_GET_ITEM(object, i)));
    return m_graphs.makeTuple(std::move(items), spans(), scope());
}

NodePtr Capture::symbolToNode(PyObject *object) {
    const auto *symbol = reinterpret_cast<PySymbol *>(object);
    return usable(symbol->node, symbol->capture);
}

NodePtr Capture::usable(const NodePtr &node, int64_t capture) const {
    if (capture != m_id || m_open.empty())
        raise(PyExc_RuntimeError,
              "A value of another graph's capture is used here; a graph's values live only while it "
              "is captured.");
    if (!m_graphs.canUse(node))
        raise(PyExc_RuntimeError,
              "A value made inside a function is used after it returned, though it was not returned. "
              "Return it instead of storing it.");
    return node;
}

PyObject *Capture::wrapNode(const NodePtr &node) {
    if (node->abstract->kind == Abstract::Kind::Unknown && !node->abstract->isConstant) return newExternal(node, m_id);
    if (!node->abstract->isTensor()) {
        if (node->abstract->isConstant) return toPython(node->abstract->value);
        if (node->abstract->kind == Abstract::Kind::None) return Py_NewRef(Py_None);
        if (node->abstract->kind == Abstract::Kind::Scalar) return newScalar(node, m_id);
        return PyErr_Format(PyExc_NotImplementedError, "A graph value of type %s is not yet part of JitScope's engine.",
                            brief(node->abstract).c_str());
    }
    auto *symbol = reinterpret_cast<PySymbol *>(symbolType.tp_alloc(&symbolType, 0));
    if (symbol == nullptr) return nullptr;
    new (&symbol->base.held) Value(Tensor());
    new (&symbol->node) NodePtr(node);
    symbol->capture = m_id;
    return reinterpret_cast<PyObject *>(symbol);
}

void Capture::openGraph(const std::string &function, const SourceSpan &span) {
    const std::string name = m_graphs.openGraph(function, std::make_shared<const std::vector<SourceSpan>>(1, span));
    m_open.push_back({name, {}, false});
}

PyObject *Capture::addParameter(const std::string &name, PyObject *like) {
    const Abstract type = leafType(like);
    const NodePtr node = m_graphs.addParameter(name, type);
    m_open.back().arguments.push_back(Ref::borrowed(like));
    Ref parameter(wrapNode(node));
    // What stands for a tensor has its hooks: a gradient that is asked for in the graph goes through them.
    PyObject *hooks = parameter && isTensor(like) && isSymbol(parameter.get()) ? hooksOf(like) : nullptr;
    if (hooks && PyObject_SetAttrString(parameter.get(), "_hooks", hooks) < 0) return nullptr;
    return parameter.release();
}

PyObject *Capture::closeGraph(PyObject *outputs) {
    const Py_ssize_t count = PyTuple_GET_SIZE(outputs);
    std::vector<NodePtr> results;
    for (Py_ssize_t i = 0; i < count; ++i)
        results.push_back(toNode(PyTuple_GET_ITEM(outputs, i)));
    NodePtr output = m_graphs.constant(Value());
    if (count == 1) output = results.front();
    if (count > 1) output = m_graphs.makeTuple(results, spans(), scope());
    m_graphs.closeGraph(output);
    Open closed = std::move(m_open.back());
    m_open.pop_back();
    // A function that returns nothing is called for what it writes.
    if (m_open.empty() || (count == 0 && !closed.hasEffects)) return PyTuple_New(0);
    m_open.back().hasEffects = m_open.back().hasEffects || closed.hasEffects;

    std::vector<NodePtr> inputs;
    for (const Ref &argument : closed.arguments)
        inputs.push_back(toNode(argument.get()));
    const NodePtr call = m_graphs.addGraphCall(closed.name, std::move(inputs), m_variable, spans(), scope());
    Ref outside(PyTuple_New(count));
    if (!outside) return nullptr;
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject *item = wrapNode(count == 1 ? call : m_graphs.getItem(call, i, spans(), scope()));
        if (item == nullptr) return nullptr;
        PyTuple_SET_ITEM(outside.get(), i, item);
    }
    return outside.release();
}

std::vector<NodePtr> Capture::nodesOf(PyObject *tuple) {
    std::vector<NodePtr> nodes;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); ++i)
        nodes.push_back(toNode(PyTuple_GET_ITEM(tuple, i)));
    return nodes;
}

PyObject *Capture::addGradients(PyObject *outputs, PyObject *seeds, PyObject *sources, int64_t first) {
    ++shapeReads; // the rules look at the shapes of nodes
    GraphGradientTask task{nodesOf(outputs), nodesOf(seeds), nodesOf(sources), NodeId{first}, m_constants};
    const auto gradients = jitscope::addGradients(m_graphs, task);
    if (!gradients) throw std::invalid_argument(gradients.error().message);
    Ref tuple(PyTuple_New(Py_ssize_t(gradients->size())));
    for (size_t i = 0; tuple && i < gradients->size(); ++i) {
        PyObject *item = (*gradients)[i] ? wrapNode((*gradients)[i]) : Py_NewRef(Py_None);
        if (item == nullptr) return nullptr;
        PyTuple_SET_ITEM(tuple.get(), Py_ssize_t(i), item);
    }
    return tuple.release();
}

void Capture::holdConstant(int64_t first) {
    for (int64_t id = first; id < ids().peek(); ++id)
        m_constants.insert(NodeId{id});
}

void Capture::pushFrame(const std::string &file) {
    m_frames.push_back({.file = file, .text = {}});
    m_spans.reset();
}

void Capture::popFrame() {
    m_frames.pop_back();
    m_spans.reset();
    m_clock.enter(m_frames.empty() ? SourceSpan() : m_frames.back(), m_graphs.inferenceNs());
}

void Capture::setPlace(SourceSpan span, const std::string &variable) {
    m_clock.enter(span, m_graphs.inferenceNs());
    m_frames.back() = std::move(span);
    m_variable = variable;
    m_spans.reset();
}

SpanList Capture::spans() {
    if (!m_spans) m_spans = std::make_shared<const std::vector<SourceSpan>>(m_frames.rbegin(), m_frames.rend());
    return m_spans;
}

std::string Capture::scope() const {
    std::string text = "Default";
    for (const std::string &part : m_scopes)
        text += "/" + part;
    return text;
}

} // namespace jitscope::inline python
