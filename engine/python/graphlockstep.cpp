// SPDX-License-Identifier: Apache-2.0
// Follows an eager call operator by operator, then hands it to the lock step with the graph of the same call.
#include "engine/python/graphlockstep.h"

#include "engine/base/text.h"
#include "engine/ops/opdef.h"
#include "engine/python/jitentry.h"
#include "engine/python/pythonerror.h"
#include "engine/python/unrecorded.h"
#include "engine/run/lockstep.h"
#include "engine/run/undo.h"
#include "engine/session/recorder.h"
#include "engine/session/records.h"

#include <algorithm>

namespace jitscope::inline python {

namespace {

int runs = 0;

void throwIfSignalled() {
    if (PyErr_CheckSignals() != 0) throw PythonError();
}

/** Takes down each operator of the eager call. Breakpoints do not hold it: what the other side then ran would not be
   the same call. */
class EagerFollower final : public OpListener {
public:
    EagerFollower()
        : m_before(opListener()) {
        setOpListener(this);
    }
    ~EagerFollower() { setOpListener(m_before); }
    EagerFollower(const EagerFollower &) = delete;
    EagerFollower &operator=(const EagerFollower &) = delete;

    void beforeOp(const OpDef &, std::span<const Value>) override { throwIfSignalled(); }
    void afterOp(const OpDef &op, std::span<const Value>, const Value &result, int64_t, int64_t) override {
        steps.push_back({int64_t(steps.size()) + 1, op.name, frozen(result)});
    }
    void failedOp(const OpDef &, std::span<const Value>, const std::string &) override {}

    bool isListening() const { return opListener() == this; }
    std::vector<EagerStep> steps;

private:
    OpListener *m_before;
};

/** While one lives, nothing is recorded as a part of the program, and functions with graphs run as they are written. */
class EagerScope {
public:
    EagerScope() { isEverythingEager = true; }
    ~EagerScope() { isEverythingEager = false; }
    EagerScope(const EagerScope &) = delete;
    EagerScope &operator=(const EagerScope &) = delete;

private:
    Unrecorded m_unrecorded;
};

/** The first tensor of a value, or null. */
const Tensor *firstTensor(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return tensor->defined() ? tensor : nullptr;
    if (const Sequence *sequence = value.asSequence())
        for (const Value &item : sequence->items)
            if (const Tensor *tensor = firstTensor(item)) return tensor;
    return nullptr;
}

/** Puts a value into the recording that no operator of the program gave. */
int64_t keep(const Value &value, const std::string &name) {
    const Tensor *tensor = firstTensor(value);
    if (tensor == nullptr) return -1;
    Recorder &recorder = Recorder::instance();
    const RecordLevel level = recorder.level();
    recorder.setLevel(RecordLevel::Values);
    const int64_t id = recorder.recordTensor(*tensor, name);
    recorder.setLevel(level);
    return id;
}

std::vector<Tensor> weightsOf(const Module &module) {
    std::vector<Tensor> weights;
    for (const NodePtr &parameter : module.entry()->parameters)
        if (parameter->weight->defined()) weights.push_back(parameter->weight);
    return weights;
}

/** The operators that function() runs, eagerly; in `task` with what it gives and writes. Throws PythonError. */
void runEagerly(PyObject *function, LockstepTask &task) {
    EagerFollower follower;
    Ref result(PyObject_CallNoArgs(function));
    if (!result) throw PythonError();
    if (!follower.isListening()) {
        PyErr_SetString(PyExc_RuntimeError,
                        "The eager run of the lock step was held at a breakpoint; take it away and start again.");
        throw PythonError();
    }
    task.eager = std::move(follower.steps);
    if (auto value = toValue(result.get()); value && !value->isNone()) task.eagerResult = frozen(*value);
    PyErr_Clear(); // a result that is no value of the engine cannot be compared
    for (const Tensor &weight : weightsOf(task.captured))
        task.writtenWeights.push_back(frozen(weight));
}

bool tellProgress(const std::string &what, double share) {
    throwIfSignalled();
    Recorder::instance().recordInfo("lockstep progress", format("%.3f %s", share, what.c_str()));
    return true;
}

/** Puts away what tellProgress() wrote. */
struct ProgressEnd {
    ~ProgressEnd() { Recorder::instance().recordInfo("lockstep progress", ""); }
};

Result<LockstepRun> runBoth(PyObject *function, const CompiledGraph &graph, std::vector<Value> arguments) {
    const ProgressEnd progressEnd;
    const EagerScope scope;
    tellProgress("the function, eagerly", 0);
    LockstepTask task;
    task.captured = graph.record.captured;
    task.final = graph.record.final;
    task.passes = graph.record.passes;
    task.arguments = std::move(arguments);
    task.results = graph.ownResults;
    Undo undo(weightsOf(task.captured));
    runEagerly(function, task);
    undo.restore();
    task.keep = keep;
    task.progress = tellProgress;
    task.poll = throwIfSignalled;
    auto run = lockstep(task);
    if (!run) return run;
    run->compilation = graph.compilation;
    run->function = graph.record.function;
    run->key = graph.record.key;
    return run;
}

/** lockstep(function, entry, args) -> str: runs function(), eagerly, and the entry's graph on `args`. The comparison
    goes into the recording; what is returned says it in words. */
PyObject *lockstepOf(PyObject *, PyObject *arguments) {
    PyObject *function = nullptr, *object = nullptr, *given = nullptr;
    if (!PyArg_ParseTuple(arguments, "OOO!", &function, &object, &PyTuple_Type, &given)) return nullptr;
    JitEntry *entry = entryOf(object);
    if (entry == nullptr) return nullptr;
    CompiledGraph *graph = graphOf(entry->callable());
    if (graph == nullptr) return PyErr_Format(PyExc_TypeError, "the entry has no graph");
    try {
        const std::span<PyObject *const> items(&PyTuple_GET_ITEM(given, 0), size_t(PyTuple_GET_SIZE(given)));
        const auto run = runBoth(function, *graph, entry->inputsOf(items));
        if (!run) return PyErr_Format(PyExc_RuntimeError, "%s", run.error().message.c_str());
        Recorder::instance().recordInfo(format("lockstep %04d", ++runs), toJson(*run));
        return PyUnicode_FromString(verdictOf(*run, {}).c_str());
    } catch (...) {
        return translateException();
    }
}

/** frozen(tensor): the elements as they are now, whatever is written to it later. Not to be written to itself. */
PyObject *frozenOf(PyObject *, PyObject *object) {
    if (!isTensor(object)) return PyErr_Format(PyExc_TypeError, "a tensor is needed");
    if (!tensorOf(object).defined()) return Py_NewRef(object);
    try {
        return wrap(*frozen(tensorOf(object)).asTensor());
    } catch (...) {
        return translateException();
    }
}

/** cloned(tensor): a copy of its own; nobody sees the copying. */
PyObject *clonedOf(PyObject *, PyObject *object) {
    if (!isTensor(object)) return PyErr_Format(PyExc_TypeError, "a tensor is needed");
    if (!tensorOf(object).defined()) return Py_NewRef(object);
    try {
        return wrap(tensorOf(object).clone());
    } catch (...) {
        return translateException();
    }
}

/** compilation_of(entry): the number of its graph in the recording, or -1. */
PyObject *compilationOf(PyObject *, PyObject *object) {
    JitEntry *entry = entryOf(object);
    if (entry == nullptr) return nullptr;
    const CompiledGraph *graph = graphOf(entry->callable());
    return PyLong_FromLong(graph ? graph->compilation : -1);
}

PyMethodDef functions[] = {
    {"lockstep", lockstepOf, METH_VARARGS, "lockstep(function, entry, args): how the two differ, in words."},
    {"frozen", frozenOf, METH_O, "frozen(tensor): its elements as they are now; only to be read."},
    {"cloned", clonedOf, METH_O, "cloned(tensor): a copy of its own."},
    {"compilation_of", compilationOf, METH_O, "compilation_of(entry): the number of its graph, or -1."},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

bool addLockstep(PyObject *module) {
    return PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::inline python
