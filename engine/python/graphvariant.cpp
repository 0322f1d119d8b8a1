// SPDX-License-Identifier: Apache-2.0
// Makes the variant of a call that Python kept, and tells the recording which, for the Variants panel.
#include "engine/python/graphvariant.h"

#include "engine/base/text.h"
#include "engine/python/jitentry.h"
#include "engine/python/pythonerror.h"
#include "engine/python/unrecorded.h"
#include "engine/session/recorder.h"
#include "engine/variants/decisionoptions.h"
#include "engine/variants/varianttext.h"

namespace jitscope::inline python {

namespace {

constexpr double secondsOfTiming = 0.5;

int count = 0; ///< variants so far

Result<VariantBase> baseOf(const CompiledGraph &graph, std::vector<Value> arguments) {
    VariantBase base{graph.record, {withOwnWeights(graph.record.captured), std::move(arguments), {}}, {}};
    base.compilation.index = graph.compilation;
    for (const NodePtr &parameter : graph.record.captured.entry()->parameters)
        base.call.inputs.push_back(
            {parameter->name, parameter->weight->defined() ? InputSource::Weight : InputSource::Recorded});
    auto eager = eagerOutcome(base.call);
    if (!eager) return eager.error();
    base.eager = *std::move(eager);
    return base;
}

/** The pairs of a sequence of (name, value); nothing with an exception set. */
std::optional<std::vector<OptionText>> optionsIn(PyObject *pairs) {
    std::vector<OptionText> options;
    Ref list(PySequence_Fast(pairs, "options are pairs of a name and a value"));
    if (!list) return {};
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(list.get()); ++i) {
        const char *name = nullptr, *value = nullptr;
        if (!PyArg_ParseTuple(PySequence_Fast_GET_ITEM(list.get(), i), "ss", &name, &value)) return {};
        options.emplace_back(name, value);
    }
    return options;
}

/** For the Variants panel: the compilation, then the options, a line each. */
void tellRecording(const CompiledGraph &graph, const std::vector<OptionText> &options) {
    std::string text = std::to_string(graph.compilation);
    for (const auto &[name, value] : options)
        text += "\n" + name + "\n" + value;
    Recorder::instance().recordInfo(format("variant %04d", ++count), text);
}

/** variant(entry, args, options) -> str: the figures of both, as text. */
PyObject *variantOf(PyObject *, PyObject *arguments) {
    PyObject *object = nullptr, *given = nullptr, *pairs = nullptr;
    if (!PyArg_ParseTuple(arguments, "OO!O", &object, &PyTuple_Type, &given, &pairs)) return nullptr;
    JitEntry *entry = entryOf(object);
    if (entry == nullptr) return nullptr;
    const CompiledGraph *graph = graphOf(entry->callable());
    if (graph == nullptr) return PyErr_Format(PyExc_TypeError, "the entry has no graph");
    const auto options = optionsIn(pairs);
    if (!options) return nullptr;
    try {
        const Unrecorded unrecorded;
        const auto read = readSpec(graph->record, *options);
        if (!read) return PyErr_Format(PyExc_ValueError, "%s", read.error().message.c_str());
        const std::span<PyObject *const> items(&PyTuple_GET_ITEM(given, 0), size_t(PyTuple_GET_SIZE(given)));
        const auto base = baseOf(*graph, entry->inputsOf(items));
        if (!base) return PyErr_Format(PyExc_RuntimeError, "%s", base.error().message.c_str());
        const auto shouldContinue = [] { return !PyErr_Occurred() && PyErr_CheckSignals() == 0; };
        VariantFindings found = findingsOf(*base, read->spec, secondsOfTiming, shouldContinue);
        found.readings = read->readings;
        const std::string text = toText(found);
        if (PyErr_Occurred()) return nullptr;
        tellRecording(*graph, *options);
        return PyUnicode_FromString(text.c_str());
    } catch (...) {
        return translateException();
    }
}

PyMethodDef functions[] = {
    {"variant", variantOf, METH_VARARGS,
     "variant(entry, args, options): the entry's graph compiled anew with other decisions, as text."},
    {nullptr, nullptr, 0, nullptr},
};

} // namespace

bool addVariant(PyObject *module) {
    return PyModule_AddFunctions(module, functions) == 0;
}

} // namespace jitscope::inline python
