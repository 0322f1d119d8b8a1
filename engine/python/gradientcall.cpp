// SPDX-License-Identifier: Apache-2.0
// Keeps the values that a backward graph takes until the tape asks for the gradient, and refuses those that were
// written to meanwhile.
#include "engine/python/gradientcall.h"

#include "engine/python/captureobject.h"
#include "engine/python/pythonerror.h"

#include "engine/capture/weightwrites.h"
#include "engine/eager/dispatch.h"
#include "engine/eager/tape.h"
#include "engine/ops/opdef.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <unordered_map>

namespace jitscope::inline python {

namespace {

constexpr const char *capsuleName = "_jitscope.BackwardCapture";

bool isParameter(PyObject *object) {
    return reinterpret_cast<PyTensor *>(object)->isParameter;
}

bool isFollowedObject(PyObject *object) {
    if (!isTensor(object) || isSymbol(object)) return false;
    const Tensor &tensor = tensorOf(object);
    return tensor.defined() && tensor.identity() != 0 && isFollowed(tensor);
}

/** Gradients come back to tensors of all dtypes: what is converted to integers passes them on. */
bool isTensorValue(const Value &value) {
    const Tensor *tensor = value.asTensor();
    return tensor && tensor->defined();
}

uint64_t versionOf(const Value &value) {
    const Tensor *tensor = value.asTensor();
    return tensor && tensor->defined() ? tensor->storage()->version() : 0;
}

/** What one run of the backward graph takes. */
struct BackwardRun {
    Ref graph;
    std::vector<Value> saved;
    std::vector<uint64_t> versions; ///< of the saved values
    std::vector<StoragePtr> read;   ///< memory of weights and constants
    std::vector<uint64_t> readVersions;
    std::vector<Abstract> results; ///< types of the tensors among them
    std::vector<int> gradients;    ///< as GradientCall's
    bool isOver = false;
};

[[noreturn]] void refuse(const BackwardRun &run, const char *what) {
    throw std::invalid_argument("For '" + graphOf(run.graph.get())->record.function + "', the gradient needs " + what);
}

void checkUnchanged(const BackwardRun &run) {
    constexpr const char *changed =
        "the elements of a Tensor that was changed in place since the compiled function was "
        "called. Work on a copy, or write to it when the gradient is there.";
    for (size_t i = 0; i < run.saved.size(); ++i)
        if (versionOf(run.saved[i]) != run.versions[i]) refuse(run, changed);
    for (size_t i = 0; i < run.read.size(); ++i)
        if (run.read[i]->version() != run.readVersions[i]) refuse(run, changed);
    if (graphOf(run.graph.get())->replacedWeight())
        refuse(run, "a Parameter that was given other data since the compiled function was called.");
}

/** A gradient of a result, in the result's dtype; zeros where none came. */
Value incomingOf(const Value &gradient, const Abstract &result) {
    if (gradient.isNone()) return Tensor::zeros(result.shape, result.dtype);
    if (gradient.asTensor()->dtype() == result.dtype) return gradient;
    const Value arguments[] = {gradient, Value(result.dtype)};
    return dispatch(*findOp("Cast"), arguments);
}

/** What the backward graph gives, by operators that tapes take down. */
Value runByOperators(const BackwardRun &run, const std::vector<Value> &inputs) {
    const Graph &entry = *graphOf(run.graph.get())->record.captured.entry();
    std::unordered_map<const Node *, Value> values;
    size_t next = 0;
    for (const NodePtr &parameter : entry.parameters)
        values[parameter.get()] = parameter->weight->defined() ? Value(*parameter->weight) : inputs[next++];
    const auto valueOf = [&](const NodePtr &node) { return node->isConstant() ? *node->value : values.at(node.get()); };
    for (const NodePtr &node : entry.nodes) {
        std::vector<Value> arguments;
        std::ranges::transform(node->inputs, std::back_inserter(arguments), valueOf);
        const OpDef *op = findOp(node->op);
        if (node->op == op::MakeTuple)
            values[node.get()] = Value::tuple(std::move(arguments));
        else if (node->op == op::TupleGetItem)
            values[node.get()] = arguments[0].asSequence()->items[size_t(*arguments[1].asInt())];
        else if (op)
            values[node.get()] = dispatch(*op, arguments);
        else
            refuse(run, "to be followed itself through a branch or loop, which is only possible where the gradient "
                        "around it is open when the compiled function is called.");
    }
    return valueOf(entry.output);
}

std::vector<Value> runBackward(BackwardRun &run, const std::vector<Value> &incoming) {
    if (run.isOver) refuse(run, "values that are gone: it was taken before.");
    checkUnchanged(run);
    run.isOver = true;
    std::vector<Value> inputs = std::move(run.saved);
    for (size_t i = 0; i < run.results.size(); ++i)
        inputs.push_back(incomingOf(incoming[i], run.results[i]));
    const bool isItselfFollowed =
        std::ranges::any_of(incoming, [](const Value &gradient) { return isFollowed(gradient); });
    const Value result = isItselfFollowed ? runByOperators(run, inputs) : graphOf(run.graph.get())->run(inputs);
    const Sequence *several = result.asSequence();
    std::vector<Value> gradients;
    for (const int place : run.gradients)
        gradients.push_back(place < 0 ? Value() : several ? several->items[size_t(place)] : result);
    return gradients;
}

/** The values of a sequence, or the one value. */
std::vector<Value> itemsOf(const Value &value) {
    if (const Sequence *sequence = value.asSequence()) return sequence->items;
    return {value};
}

std::vector<StoragePtr> constantsOf(const Module &module) {
    std::vector<StoragePtr> found;
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &node : graph->nodes)
            for (const NodePtr &input : node->inputs) {
                const Tensor *tensor = input->isConstant() ? input->value->asTensor() : nullptr;
                if (tensor && tensor->defined()) found.push_back(tensor->storage());
            }
    return found;
}

/** The value, which no tape follows. */
Value unfollowed(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return tensor->withIdentity(0);
    const Sequence *sequence = value.asSequence();
    if (!sequence) return value;
    std::vector<Value> items;
    std::ranges::transform(sequence->items, std::back_inserter(items), unfollowed);
    return sequence->kind == SequenceKind::Tuple ? Value::tuple(std::move(items)) : Value::list(std::move(items));
}

bool readPlaces(PyObject *tuple, std::vector<size_t> &places) {
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); ++i)
        places.push_back(PyLong_AsSize_t(PyTuple_GET_ITEM(tuple, i)));
    return !PyErr_Occurred();
}

} // namespace

BackwardCapture *backwardCaptureOf(PyObject *object) {
    if (!PyCapsule_IsValid(object, capsuleName)) return nullptr;
    return static_cast<BackwardCapture *>(PyCapsule_GetPointer(object, capsuleName));
}

std::optional<GradientCall> GradientCall::from(PyObject *tuple) {
    PyObject *arguments = nullptr, *weights = nullptr, *backward = nullptr;
    if (!PyArg_ParseTuple(tuple, "O!O!O", &PyTuple_Type, &arguments, &PyTuple_Type, &weights, &backward))
        return std::nullopt;
    GradientCall call;
    if (!readPlaces(arguments, call.m_arguments)) return std::nullopt;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(weights); ++i)
        call.m_weights.push_back(Ref::borrowed(PyTuple_GET_ITEM(weights, i)));
    if (backward != Py_None && !call.readBackward(backward)) return std::nullopt;
    return call;
}

bool GradientCall::readBackward(PyObject *tuple) {
    PyObject *graph = nullptr, *saved = nullptr, *gradients = nullptr;
    Py_ssize_t results = 0;
    if (!PyArg_ParseTuple(tuple, "OO!nO!", &graph, &PyTuple_Type, &saved, &results, &PyTuple_Type, &gradients))
        return false;
    m_backward = Ref::borrowed(graph);
    m_graph = graphOf(graph);
    if (!m_graph) return PyErr_SetString(PyExc_TypeError, "a Graph is needed"), false;
    m_read = constantsOf(m_graph->record.captured);
    const auto written =
        writtenWeights(m_graph->record.captured, NodeId{0}, NodeId{std::numeric_limits<int64_t>::max()});
    for (const BoundWeight &weight : m_graph->weights)
        if (!written.contains(weight.memory.storage().get())) m_read.push_back(weight.memory.storage());
    m_results = size_t(results);
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(saved); ++i) {
        int from = 0;
        Py_ssize_t place = 0;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(saved, i), "in", &from, &place)) return false;
        m_saved.push_back({SavedValue::From(from), size_t(place)});
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(gradients); ++i)
        m_gradients.push_back(int(PyLong_AsLong(PyTuple_GET_ITEM(gradients, i))));
    return !PyErr_Occurred();
}

bool GradientCall::fits(std::span<PyObject *const> variables, const CompiledGraph *graph) const {
    for (size_t i = 0, next = 0; i < variables.size(); ++i) {
        const bool isWanted = next < m_arguments.size() && m_arguments[next] == i;
        next += isWanted;
        const bool isArgument = isTensor(variables[i]) && !isParameter(variables[i]);
        if (isArgument && isFollowedObject(variables[i]) != isWanted) return false;
    }
    if (!graph) return true;
    const auto isWanted = [&](PyObject *weight) {
        return std::ranges::any_of(m_weights, [&](const Ref &wanted) { return wanted.get() == weight; });
    };
    size_t followed = 0;
    for (const BoundWeight &weight : graph->weights) {
        if (!isFollowedObject(weight.parameter.get())) continue;
        if (!(followed < m_weights.size() && m_weights[followed].get() == weight.parameter.get()) &&
            !isWanted(weight.parameter.get()))
            return false;
        ++followed;
    }
    return followed == m_weights.size();
}

bool GradientCall::fitsNothing(std::span<PyObject *const> variables, const CompiledGraph *graph) {
    return graph && GradientCall().fits(variables, graph);
}

GradientCall::Given::Given(std::vector<Value> values)
    : variables(std::move(values)) {
    std::ranges::transform(variables, std::back_inserter(versions), versionOf);
}

Value GradientCall::followed(const Given &call, const Value &result) const {
    if (!m_graph) return unfollowed(result);
    const std::vector<Value> given = itemsOf(result);
    std::vector<Value> results(given.begin(), given.begin() + std::ptrdiff_t(m_results));
    auto run = std::make_shared<BackwardRun>();
    run->graph = Ref::borrowed(m_backward.get());
    run->gradients = m_gradients;
    for (const SavedValue &saved : m_saved) {
        const bool isArgument = saved.from == SavedValue::From::Argument;
        const size_t first = saved.from == SavedValue::From::Inside ? m_results : 0;
        run->saved.push_back(isArgument ? call.variables[saved.place] : given[first + saved.place]);
        run->versions.push_back(isArgument ? call.versions[saved.place] : versionOf(run->saved.back()));
    }
    run->read = m_read;
    for (const StoragePtr &memory : run->read)
        run->readVersions.push_back(memory->version());
    std::vector<Value> inputs, outputs;
    for (const size_t place : m_arguments)
        inputs.push_back(call.variables[place]);
    for (const Ref &weight : m_weights)
        inputs.emplace_back(tensorOf(weight.get()));
    std::ranges::copy_if(results, std::back_inserter(outputs), isTensorValue);
    for (const Value &output : outputs)
        run->results.push_back(Abstract::tensor(output.asTensor()->dtype(), output.asTensor()->shape()));
    const Value followed = recordCustom(inputs, Value::tuple(outputs), [run](const std::vector<Value> &incoming) {
        return runBackward(*run, incoming);
    });
    size_t next = 0;
    for (Value &value : results)
        if (isTensorValue(value)) value = followed.asSequence()->items[next++];
    return results.size() == 1 ? results.front() : Value::tuple(std::move(results));
}

int GradientCall::traverse(visitproc visit, void *arg) const {
    Py_VISIT(m_backward.get());
    for (const Ref &weight : m_weights)
        Py_VISIT(weight.get());
    return 0;
}

namespace {

PyObject *newBackwardCapture(BackwardCapture backward) {
    auto *held = new BackwardCapture(std::move(backward));
    PyObject *capsule = PyCapsule_New(held, capsuleName, [](PyObject *object) { delete backwardCaptureOf(object); });
    if (!capsule) delete held;
    return capsule;
}

/** The weights of the capture that the module has as parameters. */
std::vector<Ref> weightsIn(const Module &module, const Capture &capture) {
    std::vector<Ref> weights;
    for (const Capture::Weight &weight : capture.weights()) {
        const StoragePtr &storage = tensorOf(weight.parameter.get()).storage();
        const bool isUsed = std::ranges::any_of(module.entry()->parameters, [&](const NodePtr &parameter) {
            return parameter->weight->defined() && parameter->weight->storage() == storage;
        });
        if (isUsed) weights.push_back(Ref::borrowed(weight.parameter.get()));
    }
    return weights;
}

PyObject *splitOf(Capture &capture, JointGraph joint) {
    joint.module = capture.finish();
    auto split = splitGradient(joint, capture.ids());
    if (!split) return PyErr_SetString(PyExc_NotImplementedError, split.error().message.c_str()), nullptr;
    Ref saved(PyTuple_New(Py_ssize_t(split->saved.size())));
    for (size_t i = 0; saved && i < split->saved.size(); ++i) {
        const SavedValue &value = split->saved[i];
        PyObject *item = Py_BuildValue("(in)", int(value.from), Py_ssize_t(value.place));
        if (!item) return nullptr;
        PyTuple_SET_ITEM(saved.get(), Py_ssize_t(i), item);
    }
    if (!saved) return nullptr;
    std::vector<Ref> weights = weightsIn(split->backward, capture);
    const Ref half(newBackwardCapture({std::move(split->backward), capture.ids(), std::move(weights)}));
    if (!half) return nullptr;
    capture.keepForward(std::move(split->forward));
    return PyTuple_Pack(2, half.get(), saved.get());
}

PyObject *splitGradientOf(PyObject *, PyObject *given) {
    PyObject *object = nullptr, *places = nullptr, *weights = nullptr;
    Py_ssize_t arguments = 0, results = 0;
    long long backward = 0;
    if (!PyArg_ParseTuple(given, "OnnLO!O!", &object, &arguments, &results, &backward, &PyTuple_Type, &places,
                          &PyTuple_Type, &weights))
        return nullptr;
    Capture *capture = captureOf(object);
    if (!capture) return nullptr;
    JointGraph joint{{}, size_t(arguments), size_t(results), NodeId{backward}};
    if (!readPlaces(places, joint.followedArguments)) return nullptr;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(weights); ++i)
        joint.followedWeights.push_back(tensorOf(PyTuple_GET_ITEM(weights, i)).storage().get());
    try {
        return splitOf(*capture, std::move(joint));
    } catch (...) {
        return translateException();
    }
}

/** Whether tapes follow any Parameter, or a tensor of the tuple that is none. */
PyObject *followedPlaces(PyObject *, PyObject *arguments) {
    if (!PyTuple_Check(arguments)) return PyErr_Format(PyExc_TypeError, "a tuple is needed");
    Ref places(PyList_New(0));
    for (Py_ssize_t i = 0; places && i < PyTuple_GET_SIZE(arguments); ++i) {
        PyObject *object = PyTuple_GET_ITEM(arguments, i);
        if (!isFollowedObject(object) || isParameter(object)) continue;
        const Ref place(PyLong_FromSsize_t(i));
        if (!place || PyList_Append(places.get(), place.get()) != 0) return nullptr;
    }
    return places ? PyList_AsTuple(places.get()) : nullptr;
}

PyMethodDef functions[] = {
    {"split_gradient", splitGradientOf, METH_VARARGS,
     "split_gradient(capture, arguments, results, first, followed arguments, followed weights): takes a closed capture "
     "of a function with its gradient "
     "apart, "
     "so that it is the capture of the forward half; (the backward half, what that takes of the first as pairs of 0 "
     "for "
     "an argument, 1 for a result or 2 for a value inside, and its place). Nodes from id `first` on are of the "
     "gradient. NotImplementedError where that is not possible."},
    {"followed_places", followedPlaces, METH_O,
     "followed_places(arguments): the places of the tensors that open tapes follow and that are no Parameters."},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

bool addGradientCalls(PyObject *module) {
    return PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::inline python
