// SPDX-License-Identifier: Apache-2.0
// `_jitscope.compile` and what it gives: a compiled graph that Python calls with tensors.
#include "engine/codegen/kernelcompiler.h"
#include "engine/python/graphobject.h"

#include "engine/ops/opdef.h"
#include "engine/python/captureobject.h"
#include "engine/python/gradientcall.h"
#include "engine/python/graphbisect.h"
#include "engine/python/jitkey.h"
#include "engine/python/traceobject.h"

#include "engine/base/clock.h"
#include "engine/base/text.h"
#include "engine/base/threadpool.h"
#include "engine/extraction/pythonscript.h"
#include "engine/ir/irtext.h"
#include "engine/python/pythonerror.h"
#include "engine/run/graphwatcher.h"
#include "engine/session/compilation.h"
#include "engine/session/compiledetails.h"
#include "engine/session/compilereport.h"
#include "engine/session/graphdump.h"
#include "engine/session/recorder.h"
#include "engine/session/records.h"

#include <algorithm>
#include <new>

namespace jitscope::inline python {

namespace {

struct PyGraph {
    PyObject_HEAD CompiledGraph *graph;
    vectorcallfunc vectorcall;
};

CompiledGraph &graphIn(PyObject *self) {
    return *reinterpret_cast<PyGraph *>(self)->graph;
}

/** Writes down every node of one call, and tells who watches. */
class NodeRecorder : public NodeListener {
public:
    NodeRecorder(int compilation, int64_t call, GraphWatcher *watcher)
        : m_compilation(compilation)
        , m_call(call)
        , m_watcher(watcher) {}
    bool keepsArguments() const override {
        return Recorder::instance().level() == RecordLevel::Values || (m_watcher && m_watcher->looksAtArguments());
    }
    void beforeTaking(const Node &node, std::span<const Value> arguments) override {
        if (m_compilation >= 0) Recorder::instance().beforeWrite(node, arguments);
    }
    void nodeStarts(const Node &node, bool isKernel, std::span<const Value> arguments) override {
        if (m_watcher) m_watcher->beforeNode(node, isKernel, arguments);
    }
    void nodeDone(const Node &node, bool isKernel, std::span<const Value> arguments, const Value &result,
                  int64_t startNs, int64_t endNs) override {
        const int64_t number = m_compilation < 0
                                   ? -1
                                   : Recorder::instance().recordNode(m_compilation, m_call, node, isKernel, arguments,
                                                                     result, startNs, endNs);
        if (m_watcher) m_watcher->afterNode(node, isKernel, arguments, result, startNs, endNs, number);
    }

private:
    int m_compilation;
    int64_t m_call;
    GraphWatcher *m_watcher;
};

Value runFollowed(const CompiledGraph &graph, std::span<Value> arguments, GraphWatcher *watcher) {
    Recorder &recorder = Recorder::instance();
    const bool isRecorded = graph.compilation >= 0 && recorder.level() != RecordLevel::None;
    const int64_t call = isRecorded ? recorder.beginGraphCall(graph.compilation) : -1;
    NodeRecorder listener(isRecorded ? graph.compilation : -1, call, watcher);
    const int64_t startNs = nowNs();
    Value result = listener.keepsArguments() ? graph.executable->run(arguments, {&listener})
                                             : graph.executable->runTaking(arguments, {&listener});
    if (isRecorded) recorder.endGraphCall(call, startNs, nowNs());
    return result;
}

PyObject *call(PyObject *self, PyObject *const *given, size_t flags, PyObject *) {
    const size_t count = size_t(PyVectorcall_NARGS(flags));
    try {
        std::vector<Value> arguments;
        arguments.reserve(count);
        for (size_t i = 0; i < count; ++i)
            arguments.push_back(variableValue(given[i]));
        return toPython(graphIn(self).run(arguments));
    } catch (...) {
        return translateException();
    }
}

void deallocate(PyObject *self) {
    delete reinterpret_cast<PyGraph *>(self)->graph;
    Py_TYPE(self)->tp_free(self);
}

/** The strings of a tuple; nothing with an exception set. */
std::optional<std::vector<std::string>> textsOf(PyObject *tuple) {
    std::vector<std::string> texts;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(tuple); ++i) {
        const char *text = PyUnicode_AsUTF8(PyTuple_GET_ITEM(tuple, i));
        if (text == nullptr) return std::nullopt;
        texts.emplace_back(text);
    }
    return texts;
}

PyObject *writeDump(PyObject *self, PyObject *arguments) {
    const char *folder = nullptr;
    PyObject *only = nullptr;
    GraphDumpOptions options;
    int detail = 2;
    if (!PyArg_ParseTuple(arguments, "siO!iii", &folder, &options.level, &PyTuple_Type, &only, &options.interval,
                          &detail, &options.graph))
        return nullptr;
    auto parts = textsOf(only);
    if (!parts) return nullptr;
    options.only = *std::move(parts);
    using Detail = PrintOptions::Detail;
    options.detail = detail == 2 ? Detail::Full : detail == 1 ? Detail::NoSource : Detail::Brief;
    try {
        const auto paths = writeGraphDump(graphIn(self).record, folder, options);
        if (!paths) return PyErr_Format(PyExc_OSError, "%s", paths.error().message.c_str());
        return PyLong_FromSize_t(paths->size());
    } catch (...) {
        return translateException();
    }
}

/** The compilation's report in MindSpore's form; `kind` is "profile" or "statistics". */
PyObject *reportOf(PyObject *self, PyObject *kind) {
    const char *name = PyUnicode_AsUTF8(kind);
    if (name == nullptr) return nullptr;
    const Compilation &record = graphIn(self).record;
    const std::string text = std::string_view(name) == "profile" ? totalTimeText(record) : statisticsText(record);
    return PyUnicode_FromStringAndSize(text.data(), Py_ssize_t(text.size()));
}

/** The strings as a tuple; null with an exception set. */
PyObject *tupleOf(const std::vector<std::string> &texts) {
    Ref tuple(PyTuple_New(Py_ssize_t(texts.size())));
    for (size_t i = 0; tuple && i < texts.size(); ++i) {
        PyObject *text = PyUnicode_FromStringAndSize(texts[i].data(), Py_ssize_t(texts[i].size()));
        if (text == nullptr) return nullptr;
        PyTuple_SET_ITEM(tuple.get(), Py_ssize_t(i), text);
    }
    return tuple.release();
}

/** The captured graph as Python that calls primitives by name, with all that it needs. */
PyObject *primitivesOf(PyObject *self, PyObject *) {
    try {
        const Module &captured = graphIn(self).record.captured;
        const auto script = pythonOf(captured, OperatorForm::Primitives);
        if (!script) return PyErr_Format(PyExc_ValueError, "%s", script.error().message.c_str());
        std::vector<std::string> names;
        for (const NodePtr &parameter : captured.entry()->parameters)
            if (parameter->weight->defined()) names.push_back(parameter->name);
        const Ref files(PyDict_New()), parameters(tupleOf(script->parameters)), weights(tupleOf(names));
        if (!files || !parameters || !weights) return nullptr;
        for (const ScriptTensor &file : script->files) {
            const Ref tensor(toPython(Value(file.tensor)));
            if (!tensor || PyDict_SetItemString(files.get(), file.name.c_str(), tensor.get()) < 0) return nullptr;
        }
        return Py_BuildValue("{s:s,s:s,s:s,s:O,s:O,s:O}", "functions", script->functions.c_str(), "globals",
                             script->globals.c_str(), "entry", script->entry.c_str(), "parameters", parameters.get(),
                             "weights", weights.get(), "files", files.get());
    } catch (...) {
        return translateException();
    }
}

PyMethodDef methods[] = {
    {"primitives", primitivesOf, METH_NOARGS,
     "primitives(): the captured graph as Python that calls call(\"Exp\", x): the texts \"functions\" and \"globals\", "
     "the name \"entry\", its \"parameters\", the names of its \"weights\", and \"files\", the tensors that "
     "load(name, dtype) gives. ValueError where a part ran in Python."},
    {"report", reportOf, METH_O, "report(\"profile\" or \"statistics\"): where the time of the compilation went."},
    {"write_dump", writeDump, METH_VARARGS,
     "write_dump(folder, level, only, interval, format, number): files of all stages; how many."},
    {"expect", expectOfGraph, METH_O,
     "expect(function): what function() gives, run eagerly, is what the graph should give."},
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

/** What a capture made, whichever it was. */
struct Captured {
    Module module;
    IdSource &ids;
    std::vector<BoundWeight> weights;
    std::vector<CaptureLine> lines;
    std::vector<CompileRun> runs;
};

std::vector<BoundWeight> bindWeights(const std::vector<Ref> &parameters) {
    std::vector<BoundWeight> weights;
    for (const Ref &parameter : parameters)
        weights.push_back({Ref::borrowed(parameter.get()), BuiltInMemory(tensorOf(parameter.get()).storage())});
    return weights;
}

std::vector<Ref> weightsOf(const Capture &capture) {
    std::vector<Ref> parameters;
    for (const Capture::Weight &weight : capture.weights())
        parameters.push_back(Ref::borrowed(weight.parameter.get()));
    return parameters;
}

/** Of a Capture or a Trace; nothing with an exception set. */
std::optional<Captured> capturedIn(PyObject *object) {
    if (Tracing *trace = traceOf(object))
        return Captured{trace->graphs.finish(), trace->graphs.ids(), bindWeights(trace->parameters),
                        trace->graphs.lines(), trace->graphs.runs()};
    if (BackwardCapture *backward = backwardCaptureOf(object))
        return Captured{backward->module, backward->ids, bindWeights(backward->weights), {}, {}};
    Capture *capture = captureOf(object);
    if (capture == nullptr) return std::nullopt;
    return Captured{capture->finish(), capture->ids(), bindWeights(weightsOf(*capture)), capture->lines(),
                    capture->runs()};
}

PyObject *wrapGraph(std::unique_ptr<CompiledGraph> graph) {
    auto *self = PyObject_New(PyGraph, &graphType);
    if (self == nullptr) return nullptr;
    self->graph = graph.release();
    self->vectorcall = call;
    return reinterpret_cast<PyObject *>(self);
}

/** Of a tuple of (kind, name, text), or of null; nothing with an exception set. */
std::optional<std::vector<CompileFact>> factsIn(PyObject *tuple) {
    std::vector<CompileFact> facts;
    for (Py_ssize_t i = 0; tuple && i < PyTuple_GET_SIZE(tuple); ++i) {
        int kind = 0;
        const char *name = nullptr, *text = nullptr;
        if (!PyArg_ParseTuple(PyTuple_GET_ITEM(tuple, i), "iss", &kind, &name, &text)) return std::nullopt;
        if (kind < 0 || kind > int(CompileFact::Kind::Training)) {
            PyErr_SetString(PyExc_ValueError, "a fact of an unknown kind");
            return std::nullopt;
        }
        facts.push_back({CompileFact::Kind(kind), name, text});
    }
    return facts;
}

/** Throws what the function throws. */
void tellStage(PyObject *progress, const char *stage) {
    if (Ref done(PyObject_CallFunction(progress, "s", stage)); !done) throw PythonError();
}

/** compile(capture, function, key, level, device, reason, start_ns, mode, progress=None, any_shape=False,
            script=("", "", ""), options="", facts=()) -> Graph; `script` as of ScriptSettings, each fact is (kind,
            name, text) */
PyObject *compileCapture(PyObject *, PyObject *arguments) {
    PyObject *object = nullptr;
    const char *function = nullptr, *key = nullptr, *level = nullptr, *device = nullptr, *reason = nullptr,
               *mode = nullptr, *scriptMode = "", *scriptLevel = "", *scriptDevice = "", *options = "";
    PyObject *progress = Py_None, *facts = nullptr;
    long long startNs = 0;
    int anyShape = 0;
    if (!PyArg_ParseTuple(arguments, "OsssssLs|Op(sss)sO!", &object, &function, &key, &level, &device, &reason,
                          &startNs, &mode, &progress, &anyShape, &scriptMode, &scriptLevel, &scriptDevice, &options,
                          &PyTuple_Type, &facts))
        return nullptr;
    try {
        auto captured = capturedIn(object);
        auto known = factsIn(facts);
        if (!captured || !known) return nullptr;
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
        record.script = {scriptMode, scriptLevel, scriptDevice};
        record.options = options;
        CompileNotes notes;
        notes.frontEnd = mode;
        notes.lines = std::move(captured->lines);
        notes.facts = *std::move(known);
        notes.runs = longestRuns(std::move(captured->runs));
        const NoteTaking taking(notes);
        record.captured = std::move(captured->module);
        record.spans = record.captured.entry()->spans;
        record.stages.push_back({"capture", startNs, nowNs() - startNs});
        CompileOptions options;
        options.level = std::string_view(level) == "O1" ? JitLevel::O1 : JitLevel::O0;
        options.anyShape = anyShape;
        if (progress != Py_None) options.onStage = [progress](const char *stage) { tellStage(progress, stage); };
        auto compiled = compile(std::move(record), captured->ids, options);
        if (!compiled) return PyErr_Format(PyExc_RuntimeError, "%s", compiled.error().message.c_str());

        auto graph = std::make_unique<CompiledGraph>();
        graph->executable = compiled->executable;
        graph->weights = std::move(captured->weights);
        graph->announced = announcementOf(function);
        graph->compilation = compiled->record.index;
        graph->record = std::move(compiled->record);
        if (isRecorded) recorder.recordInfo(compileNotesKey(graph->compilation), compileNotesText(notes));
        if (isRecorded) recorder.recordCompilation(graph->record);
        return wrapGraph(std::move(graph));
    } catch (...) {
        return translateException();
    }
}

PyObject *now(PyObject *, PyObject *) {
    return PyLong_FromLongLong(nowNs());
}

PyObject *forgetKernels(PyObject *, PyObject *) {
    forgetKernelCode();
    Py_RETURN_NONE;
}

PyObject *setThreadLimit(PyObject *, PyObject *given) {
    const long count = PyLong_AsLong(given);
    if (count == -1 && PyErr_Occurred()) return nullptr;
    limitThreads(int(std::clamp(count, 1l, 64l)));
    Py_RETURN_NONE;
}

PyMethodDef functions[] = {
    {"compile", compileCapture, METH_VARARGS,
     "compile(capture, function, key, level, device, reason, start_ns, mode, progress=None, any_shape=False, "
     "script=('', '', ''), options='', facts=()): a Graph."},
    {"now", now, METH_NOARGS, "Nanoseconds of the clock of all recorded times."},
    {"forget_kernels", forgetKernels, METH_NOARGS,
     "Kernels of later graphs are compiled anew, although equal ones are in memory."},
    {"limit_threads", setThreadLimit, METH_O, "limit_threads(count): at most so many threads work on one operator."},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

Value CompiledGraph::run(std::span<Value> arguments) {
    if (isBisecting()) [[unlikely]]
        bisectOnce(*this, arguments);
    GraphWatcher *watcher = graphWatcher();
    if (watcher == nullptr) return runHere(arguments, nullptr);
    if (watcher->isAside()) return executable->runTaking(arguments);
    // A stepper stops before a graph as before an operator; the graph itself is recorded as a graph call.
    watcher->beforeGraph(announced, arguments, record);
    Value result;
    try {
        result = runHere(arguments, watcher);
    } catch (...) {
        watcher->failedGraph(announced);
        throw;
    }
    watcher->afterGraph(announced);
    return result;
}

bool CompiledGraph::mayBorrow() const {
    return executable->borrows() && graphWatcher() == nullptr && !isRecorded() && !isBisecting();
}

bool CompiledGraph::isRecorded() const {
    return compilation >= 0 && Recorder::instance().level() != RecordLevel::None;
}

Value CompiledGraph::runHere(std::span<Value> arguments, GraphWatcher *watcher) {
    const bool isFollowed = isRecorded() || (watcher && watcher->wantsNodes());
    return isFollowed ? runFollowed(*this, arguments, watcher) : executable->runTaking(arguments);
}

CompiledGraph *graphOf(PyObject *object) {
    return object && Py_IS_TYPE(object, &graphType) ? &graphIn(object) : nullptr;
}

bool addGraphs(PyObject *module) {
    return PyType_Ready(&graphType) == 0 && PyModule_AddObjectRef(module, "Graph", (PyObject *)&graphType) == 0 &&
           PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::inline python
