// SPDX-License-Identifier: Apache-2.0
// Operators that pass values on as they are: stopped gradients, printing.
#include "engine/ops/families.h"
#include "engine/ops/gradient.h"
#include "engine/ops/printing.h"
#include "engine/ops/rules/rules.h"

#include "engine/base/text.h"
#include "engine/tensor/tensorprint.h"

#include <atomic>
#include <cstdio>

namespace jitscope::inline ops {

namespace {

// --- StopGradient ----------------------------------------------------------------------------------------------------

Abstract stopGradientRule(TypeSpan arguments) {
    const Abstract &x = tensorType("StopGradient", arguments, 0);
    return Abstract::tensor(x.dtype, x.shape);
}

Value stopGradientEval(ValueSpan arguments) {
    return *arguments[0].asTensor();
}

OpCost noCost(TypeSpan, const Abstract &) {
    return {};
}

Samples stopGradientSamples() {
    return {{sampleValues({2, 3}, -1, 1)}, {sampleValues({}, -1, 1)}, {sampleValues({4}, 0, 9, DType::Int64)}};
}

OpDef stopGradient() {
    OpDef def;
    def.name = "StopGradient";
    def.function = "stop_gradient";
    def.doc = "value itself; no gradient passes through it.";
    def.category = OpCategory::Other;
    def.params = {tensorParam("value", {"input"})};
    def.infer = inferBy<stopGradientRule>;
    def.eval = stopGradientEval;
    def.cost = noCost;
    def.samples = stopGradientSamples;
    def.numpy = "a[0]";
    def.gradient = noGradient;
    return def;
}

// --- Print -----------------------------------------------------------------------------------------------------------

void writeToOutput(const std::string &lines) {
    std::fwrite(lines.data(), 1, lines.size(), stdout);
    std::fflush(stdout);
}

std::atomic<PrintSink> currentSink = writeToOutput;
thread_local int quiet = 0; ///< how many QuietPrints live on the thread

std::string inner(const Value &value);

std::string sequenceText(const Sequence &sequence) {
    std::vector<std::string> items;
    for (const Value &item : sequence.items)
        items.push_back(inner(item));
    if (sequence.kind == SequenceKind::List) return "[" + join(items, ", ") + "]";
    return "(" + join(items, ", ") + (items.size() == 1 ? ",)" : ")");
}

/** As Python's repr. */
std::string inner(const Value &value) {
    if (const Tensor *tensor = value.asTensor()) return represent(*tensor);
    if (const Sequence *sequence = value.asSequence()) return sequenceText(*sequence);
    if (value.isNone()) return "None";
    if (const bool *flag = value.asBool()) return *flag ? "True" : "False";
    if (const int64_t *integer = value.asInt()) return std::to_string(*integer);
    if (const double *real = value.asDouble()) {
        const std::string digits = shortestNumber(*real);
        return digits.find_first_not_of("-0123456789") == std::string::npos ? digits + ".0" : digits;
    }
    if (const std::string *text = value.asString()) return "'" + *text + "'";
    return toString(value);
}

/** One item on its line: strings bare, tensors with shape and dtype, those without axes as their number. */
std::string lineOf(const Value &item) {
    if (const std::string *text = item.asString()) return *text + "\n";
    const Tensor *tensor = item.asTensor();
    return (tensor ? printed(*tensor) : inner(item)) + "\n";
}

Abstract printRule(TypeSpan arguments) {
    const bool isTuple = arguments[0].kind == Abstract::Kind::Tuple;
    if (!isTuple) diagnose("For 'Print', the values must be in a tuple, but got " + brief(arguments[0]) + ".");
    return Abstract::of(Value());
}

Value printEval(ValueSpan arguments) {
    inferred(printRule, arguments);
    std::string lines;
    for (const Value &item : arguments[0].asSequence()->items)
        lines += lineOf(item);
    if (quiet == 0) currentSink.load()(lines);
    return {};
}

Samples printSamples() {
    return {{Value::tuple({"", Value::tuple({})})}, {Value::tuple({})}};
}

OpDef printing() {
    OpDef def;
    def.name = "Print";
    def.doc =
        "Writes the values of a tuple, each on its own line: strings bare, tensors with shape and dtype, those without "
        "axes as their number; gives None.";
    def.category = OpCategory::Other;
    def.effect = Effect::Prints;
    def.params = {param("input", ParamKind::Any)};
    def.infer = inferBy<printRule>;
    def.eval = printEval;
    def.cost = noCost;
    def.samples = printSamples;
    return def;
}

} // namespace

QuietPrints::QuietPrints() {
    ++quiet;
}

QuietPrints::~QuietPrints() {
    --quiet;
}

PrintSink setPrintSink(PrintSink sink) {
    return currentSink.exchange(sink ? sink : writeToOutput);
}

std::vector<OpDef> sequenceOps() {
    const std::vector<OpUseRow> uses = {
        {{"StopGradient"},
         {.dependence = Dependence::ElementWise, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
        {{"Print"},
         {.dependence = Dependence::Everything, .device = DeviceKernel::Arithmetic, .operations = notByShapes}},
    };
    return withUses({stopGradient(), printing()}, uses, {"StopGradient", "Print"});
}

} // namespace jitscope::inline ops
