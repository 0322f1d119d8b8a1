// SPDX-License-Identifier: Apache-2.0
// Checks graphs at their first call and records what is found, as a sentence and as JSON.
#include "engine/python/graphbisect.h"

#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/python/unrecorded.h"
#include "engine/run/bisect.h"
#include "engine/run/trail.h"
#include "engine/run/undo.h"
#include "engine/session/recorder.h"
#include "engine/session/records.h"

#include <cmath>

namespace jitscope::inline python {

namespace {

/** Zero while graphs are not checked. */
double currentTolerance = 0;
std::vector<std::string> findings; ///< differences that nobody has taken yet
int count = 0;                     ///< graphs that were checked

BisectTask taskOf(const CompiledGraph &graph, std::span<const Value> arguments) {
    BisectTask task;
    task.captured = graph.record.captured;
    task.passes = graph.record.passes;
    task.arguments.assign(arguments.begin(), arguments.end());
    task.expected = graph.expected;
    task.tolerance = currentTolerance;
    return task;
}

std::string nameOf(const CompiledGraph &graph) {
    return graph.record.function + " (" + graph.record.captureMode + ", " + graph.record.jitLevel + ")";
}

/** The place to look at: of the node that differs, else of the function. */
SourceSpan placeOf(const CompiledGraph &graph, const Result<BisectReport> &report) {
    const bool hasNode = report && report->divergence && report->divergence->node;
    const SpanList &spans =
        hasNode && report->divergence->node->spans ? report->divergence->node->spans : graph.record.spans;
    return spans && !spans->empty() ? spans->front() : SourceSpan();
}

/** That nothing differs, and by what tolerance. */
std::string agreementText(const BisectReport &report, const BisectTask &task) {
    std::string text = format("%d graphs give the same values%s within %g of each tensor's largest element",
                              report.modulesRun, task.expected ? ", the eager function's," : "", task.tolerance);
    if (report.isRoundingAllowed)
        text += ", or within what rounding alone does to them (a difference of numbers that should be 0, say)";
    if (report.largestOwnDifference < hiddenBySize) return text + ".";
    return text + format("; smaller elements differ by up to %.3g times themselves: rounding after a cancellation, or "
                         "a mistake.",
                         report.largestOwnDifference);
}

Problem problemOf(const CompiledGraph &graph, const BisectTask &task, const Result<BisectReport> &report) {
    Problem problem;
    problem.kind = "bisect";
    problem.severity = Severity::Error;
    problem.span = placeOf(graph, report);
    if (!report) {
        problem.message = nameOf(graph) + ": " + report.error().message;
    } else if (report->divergence) {
        problem.message = nameOf(graph) + ": " + toString(*report->divergence, task);
    } else {
        problem.severity = Severity::Note;
        problem.message = nameOf(graph) + ": " + agreementText(*report, task);
    }
    return problem;
}

/** The same for programs. */
std::string jsonOf(const CompiledGraph &graph, const BisectTask &task, const Result<BisectReport> &report,
                   const Problem &problem) {
    JsonWriter json;
    json.beginObject().member("function", graph.record.function).member("capture_mode", graph.record.captureMode);
    json.member("jit_level", graph.record.jitLevel).member("differs", problem.severity == Severity::Error);
    json.member("message", problem.message).member("file", problem.span.file).member("line", problem.span.line);
    json.member("graphs_run", report ? report->modulesRun : 0);
    json.member("tolerance", task.tolerance);
    json.member("largest_own_difference", report ? report->largestOwnDifference : 0);
    json.member("rounding_allowed", report && report->isRoundingAllowed);
    if (report && report->divergence) {
        const Divergence &divergence = *report->divergence;
        constexpr const char *places[] = {"capture", "pass", "codegen"};
        json.member("where", places[size_t(divergence.where)]).member("difference", divergence.difference);
        for (const PassRecord &pass : task.passes)
            if (pass.index == divergence.pass) json.member("pass", fullName(pass)).member("pass_index", pass.index);
        if (divergence.node) json.member("node", divergence.node->name).member("op", divergence.node->op.text());
        json.member("rule", divergence.rule);
    }
    return json.endObject().text();
}

PyObject *setBisecting(PyObject *, PyObject *tolerance) {
    const double value = PyFloat_AsDouble(tolerance);
    if (PyErr_Occurred()) return nullptr;
    currentTolerance = std::isfinite(value) && value > 0 ? value : 0;
    Py_RETURN_NONE;
}

PyObject *bisecting(PyObject *, PyObject *) {
    return PyBool_FromLong(isBisecting());
}

PyObject *takeFindings(PyObject *, PyObject *) {
    Ref list(PyList_New(0));
    for (const std::string &finding : findings) {
        Ref text(PyUnicode_DecodeUTF8(finding.data(), Py_ssize_t(finding.size()), "replace"));
        if (!list || !text || PyList_Append(list.get(), text.get()) != 0) return nullptr;
    }
    findings.clear();
    return list.release();
}

PyMethodDef functions[] = {
    {"set_bisecting", setBisecting, METH_O,
     "set_bisecting(tolerance): graphs are checked at their first call; 0 ends it."},
    {"is_bisecting", bisecting, METH_NOARGS, "Whether graphs are checked at their first call."},
    {"take_bisect_findings", takeFindings, METH_NOARGS,
     "The differences found since they were last taken, as sentences."},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

bool isBisecting() {
    return currentTolerance > 0;
}

void bisectOnce(CompiledGraph &graph, std::span<const Value> arguments) {
    if (graph.isBisected) return;
    graph.isBisected = true;
    const BisectTask task = taskOf(graph, arguments);
    const auto report = bisect(task);
    Problem problem = problemOf(graph, task, report);
    Recorder::instance().recordInfo(format("bisect %04d", ++count), jsonOf(graph, task, report, problem));
    if (problem.severity == Severity::Error) findings.push_back(problem.message);
    Recorder::instance().recordProblem(std::move(problem));
}

PyObject *expectOfGraph(PyObject *object, PyObject *function) {
    CompiledGraph *graph = graphOf(object);
    if (graph == nullptr) return PyErr_Format(PyExc_TypeError, "a compiled graph is needed");
    try {
        std::vector<Tensor> weights;
        for (const BoundWeight &weight : graph->weights)
            weights.push_back(tensorOf(weight.parameter.get()));
        Undo undo(std::move(weights));
        const Unrecorded unrecorded;
        Ref result(PyObject_CallNoArgs(function));
        if (!result) return nullptr;
        graph->expected = toValue(result.get());
        PyErr_Clear(); // a result that is no value of the engine cannot be compared
        Py_RETURN_NONE;
    } catch (...) {
        return translateException();
    }
}

bool addBisect(PyObject *module) {
    return PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::inline python
