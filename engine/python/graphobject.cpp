// SPDX-License-Identifier: Apache-2.0
// `_jitscope.compile` and what it gives: a compiled graph that Python calls with tensors.
#include "engine/python/captureobject.h"
#include "engine/python/stop.h"

#include "engine/base/clock.h"
#include "engine/base/text.h"
#include "engine/ir/irtext.h"
#include "engine/run/compile.h"
#include "engine/session/recorder.h"

#include <new>

namespace jitscope::python {

namespace {

/** A parameter of the model and the storage that was built into the graph. */
struct BoundWeight {
    Ref parameter;
    StoragePtr storage;
};

/** All of a compiled graph; the Python object only holds it. */
struct CompiledGraph {
    std::shared_ptr<const Executable> executable;
    Module captured;
    std::vector<PassRecord> passes;
    std::vector<BoundWeight> weights;
    OpDef announced;      ///< stands for a call of this graph when the listener is asked to let it begin
    int compilation = -1; ///< its number in the recording, or -1
};

struct PyGraph {
    PyObject_HEAD CompiledGraph *graph;
    vectorcallfunc vectorcall;
};

CompiledGraph &graphIn(PyObject *self) {
    return *reinterpret_cast<PyGraph *>(self)->graph;
}

/** Writes down every node of one call. */
class NodeRecorder : public NodeListener {
public:
    NodeRecorder(int compilation, int64_t call)
        : m_compilation(compilation)
        , m_call(call) {}
    void nodeDone(const Node &node, bool isKernel, std::span<const Value> arguments, const Value &result,
                  int64_t startNs, int64_t endNs) override {
        Recorder::instance().recordNode(m_compilation, m_call, node, isKernel, arguments, result, startNs, endNs);
    }

private:
    int m_compilation;
    int64_t m_call;
};

Value runRecorded(const CompiledGraph &graph, std::span<const Value> arguments) {
    Recorder &recorder = Recorder::instance();
    const int64_t call = recorder.beginGraphCall(graph.compilation);
    NodeRecorder listener(graph.compilation, call);
    const int64_t startNs = nowNs();
    Value result = graph.executable->run(arguments, &listener);
    recorder.endGraphCall(call, startNs, nowNs());
    return result;
}

PyObject *call(PyObject *self, PyObject *const *given, size_t flags, PyObject *) {
    const CompiledGraph &graph = graphIn(self);
    const Py_ssize_t count = PyVectorcall_NARGS(flags);
    try {
        std::vector<Value> arguments;
        arguments.reserve(size_t(count));
        for (Py_ssize_t i = 0; i < count; ++i) {
            if (!isTensor(given[i]) || !tensorOf(given[i]).defined())
                return PyErr_Format(PyExc_TypeError, "A graph takes tensors, but got '%s'.",
                                    Py_TYPE(given[i])->tp_name);
            arguments.emplace_back(tensorOf(given[i]));
        }
        // A stepper stops before a graph as before an operator; the graph itself is recorded as a graph call.
        if (OpListener *listener = opListener()) listener->beforeOp(graph.announced, arguments);
        const bool isRecorded = graph.compilation >= 0 && Recorder::instance().level() != RecordLevel::None;
        return toPython(isRecorded ? runRecorded(graph, arguments) : graph.executable->run(arguments));
    } catch (...) {
        return translateException();
    }
}

void deallocate(PyObject *self) {
    delete reinterpret_cast<PyGraph *>(self)->graph;
    Py_TYPE(self)->tp_free(self);
}

/** The name of the parameter whose data was replaced since the graph was built, or None. */
PyObject *replacedWeight(PyObject *self, PyObject *) {
    for (const BoundWeight &weight : graphIn(self).weights) {
        if (tensorOf(weight.parameter.get()).storage() == weight.storage) continue;
        PyObject *name = reinterpret_cast<PyTensor *>(weight.parameter.get())->name;
        return name ? Py_NewRef(name) : PyUnicode_FromString("");
    }
    Py_RETURN_NONE;
}

/** What `save_graphs` writes: (stage, text) for the captured graph and after each pass that changed it. */
PyObject *dumps(PyObject *self, PyObject *) {
    const CompiledGraph &graph = graphIn(self);
    Ref list(PyList_New(0));
    const auto add = [&](const std::string &stage, const Module &module) {
        const std::string text = printModule(module);
        Ref pair(Py_BuildValue("(ss#)", stage.c_str(), text.data(), Py_ssize_t(text.size())));
        return pair && PyList_Append(list.get(), pair.get()) == 0;
    };
    if (!list || !add("type_inference", graph.captured)) return nullptr;
    for (const PassRecord &pass : graph.passes)
        if (!add(std::string(toString(pass.phase)) + "_" + pass.name, pass.after)) return nullptr;
    if (!add("execute", graph.passes.empty() ? graph.captured : graph.passes.back().after)) return nullptr;
    return list.release();
}

PyMethodDef methods[] = {
    {"replaced_weight", replacedWeight, METH_NOARGS, "The name of a parameter that was given other data, or None."},
    {"dumps", dumps, METH_NOARGS, "(stage, text) of the captured graph, after each pass, and of what runs."},
    {nullptr, nullptr, 0, nullptr},
};

PyTypeObject graphType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "_jitscope.Graph",
    .tp_basicsize = sizeof(PyGraph),
    .tp_dealloc = deallocate,
    .tp_vectorcall_offset = offsetof(PyGraph, vectorcall),
    .tp_call = PyVectorcall_Call,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "A compiled graph: call it with the tensors of its parameters.",
    .tp_methods = methods,
};

OpDef announcementOf(const std::string &function) {
    OpDef op;
    op.name = function;
    op.function = function;
    return op;
}

std::vector<BoundWeight> bindWeights(const Capture &capture) {
    std::vector<BoundWeight> weights;
    for (const Capture::Weight &weight : capture.weights())
        weights.push_back({Ref::borrowed(weight.parameter.get()), tensorOf(weight.parameter.get()).storage()});
    return weights;
}

PyObject *wrapGraph(std::unique_ptr<CompiledGraph> graph) {
    auto *self = PyObject_New(PyGraph, &graphType);
    if (self == nullptr) return nullptr;
    self->graph = graph.release();
    self->vectorcall = call;
    return reinterpret_cast<PyObject *>(self);
}

/** compile(capture, function, key, level, device, reason, start_ns, mode) -> Graph */
PyObject *compileCapture(PyObject *, PyObject *arguments) {
    PyObject *object = nullptr;
    const char *function = nullptr, *key = nullptr, *level = nullptr, *device = nullptr, *reason = nullptr,
               *mode = nullptr;
    long long startNs = 0;
    if (!PyArg_ParseTuple(arguments, "OsssssLs", &object, &function, &key, &level, &device, &reason, &startNs, &mode))
        return nullptr;
    Capture *capture = captureOf(object);
    if (capture == nullptr) return nullptr;
    try {
        Recorder &recorder = Recorder::instance();
        const bool isRecorded = recorder.level() != RecordLevel::None;
        Compilation record;
        record.index = isRecorded ? recorder.nextCompilation() : -1;
        record.function = function;
        record.key = key;
        record.captureMode = mode;
        record.jitLevel = level;
        record.device = device;
        record.reason = reason;
        record.captured = capture->finish();
        record.spans = record.captured.entry()->spans;
        record.stages.push_back({"capture", startNs, nowNs() - startNs});
        CompileOptions options;
        options.level = std::string_view(level) == "O1" ? JitLevel::O1 : JitLevel::O0;
        auto compiled = compile(std::move(record), capture->ids(), options);
        if (!compiled) return PyErr_Format(PyExc_RuntimeError, "%s", compiled.error().message.c_str());

        auto graph = std::make_unique<CompiledGraph>();
        graph->executable = compiled->executable;
        graph->captured = compiled->record.captured;
        graph->passes = compiled->record.passes;
        graph->weights = bindWeights(*capture);
        graph->announced = announcementOf(function);
        graph->compilation = compiled->record.index;
        if (isRecorded) recorder.recordCompilation(std::move(compiled->record));
        return wrapGraph(std::move(graph));
    } catch (...) {
        return translateException();
    }
}

PyObject *now(PyObject *, PyObject *) {
    return PyLong_FromLongLong(nowNs());
}

/** The part of a cache key that one argument gives: type and shape of a tensor, type and value of a constant. Objects
   of other classes count by identity; the cache entry keeps them alive. */
PyObject *keyOf(PyObject *object);

PyObject *keyOfTensor(PyObject *object) {
    const Dims &shape = shapeOfTensor(object);
    char bytes[2 + maxRank * sizeof(int64_t)] = {char(dtypeOfTensor(object)), char(shape.rank())};
    std::copy_n(reinterpret_cast<const char *>(shape.data()), size_t(shape.rank()) * sizeof(int64_t), bytes + 2);
    return PyBytes_FromStringAndSize(bytes, 2 + shape.rank() * Py_ssize_t(sizeof(int64_t)));
}

PyObject *keyOfSequence(PyObject *object) {
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(object);
    Ref key(PyTuple_New(size + 1));
    if (!key) return nullptr;
    PyTuple_SET_ITEM(key.get(), 0, Py_NewRef((PyObject *)Py_TYPE(object)));
    for (Py_ssize_t i = 0; i < size; ++i) {
        PyObject *item = keyOf(PySequence_Fast_GET_ITEM(object, i));
        if (item == nullptr) return nullptr;
        PyTuple_SET_ITEM(key.get(), i + 1, item);
    }
    return key.release();
}

PyObject *keyOfDictionary(PyObject *object) {
    Ref items(PyDict_Items(object));
    return items ? keyOfSequence(items.get()) : nullptr;
}

bool isConstant(PyObject *object) {
    return object == Py_None || PyBool_Check(object) || PyLong_Check(object) || PyFloat_Check(object) ||
           PyUnicode_Check(object) || dtypeOf(object);
}

PyObject *keyOf(PyObject *object) {
    if (isTensor(object)) return keyOfTensor(object);
    if (PyTuple_Check(object) || PyList_Check(object)) return keyOfSequence(object);
    if (PyDict_Check(object)) return keyOfDictionary(object);
    // The type belongs to it because 1, 1.0 and True are equal.
    if (isConstant(object)) return PyTuple_Pack(2, (PyObject *)Py_TYPE(object), object);
    // A layer computes something else in training.
    Ref training(PyObject_GetAttrString(object, "training"));
    if (!training) PyErr_Clear();
    return Py_BuildValue("(ONO)", (PyObject *)Py_TYPE(object), PyLong_FromVoidPtr(object),
                         training && PyBool_Check(training.get()) ? training.get() : Py_None);
}

PyObject *argumentKey(PyObject *, PyObject *arguments) {
    if (!PyTuple_Check(arguments)) return PyErr_Format(PyExc_TypeError, "argument_key() takes a tuple");
    return keyOfSequence(arguments);
}

PyMethodDef functions[] = {
    {"compile", compileCapture, METH_VARARGS,
     "compile(capture, function, key, level, device, reason, start_ns, mode): a Graph."},
    {"argument_key", argumentKey, METH_O,
     "argument_key(arguments): what a compilation depends on, as a dictionary key."},
    {"now", now, METH_NOARGS, "Nanoseconds of the clock of all recorded times."},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

bool addGraphs(PyObject *module) {
    return PyType_Ready(&graphType) == 0 && PyModule_AddObjectRef(module, "Graph", (PyObject *)&graphType) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::python
