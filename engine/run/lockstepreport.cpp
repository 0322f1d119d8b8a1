// SPDX-License-Identifier: Apache-2.0
// A lock step in words and as JSON.
#include "engine/run/lockstep.h"

#include "engine/base/json.h"
#include "engine/base/text.h"

#include <algorithm>
#include <cmath>

namespace jitscope::inline run {

namespace {

/** "step 12 Add", "what f returns", "the parameter w". */
std::string eagerName(const LockstepRun &run, const LockstepRow &row) {
    if (row.kind == LockstepRow::Kind::Result) return "what " + run.function + " returns";
    if (row.kind == LockstepRow::Kind::Weight) return "the parameter " + row.primitive;
    return row.eagerStep < 0 ? row.primitive
                             : format("step %lld ", static_cast<long long>(row.eagerStep)) + row.primitive;
}

std::string causeText(const LockstepCause &cause) {
    if (cause.where == LockstepCause::Where::Capture)
        return "The captured graph already gives something else, at " + cause.nodeText + ".";
    if (cause.where == LockstepCause::Where::Codegen)
        return "The compiled kernel made it: node by node " + cause.nodeText + " is right.";
    const std::string text = "Pass " + cause.passName + " made it, at " + cause.nodeText + ".";
    return cause.rule.empty() ? text : text + " Rule: " + cause.rule;
}

/** JSON has no NaN and no infinities: those stand as text. */
void number(JsonWriter &json, std::string_view name, double value) {
    if (std::isfinite(value))
        json.member(name, value);
    else
        json.member(name, std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

void write(JsonWriter &json, const ValueDifference &difference) {
    json.key("difference").beginObject();
    if (!difference.structure.empty()) json.member("structure", difference.structure);
    number(json, "max_absolute", difference.maxAbsolute);
    number(json, "magnitude", difference.magnitude);
    number(json, "rounding", difference.rounding);
    if (difference.item >= 0) json.member("item", difference.item);
    json.member("element", difference.worst);
    number(json, "expected", difference.expected);
    number(json, "actual", difference.actual);
    if (difference.isSmallFloat) json.member("small_float", true);
    json.endObject();
}

void write(JsonWriter &json, const LockstepCause &cause) {
    constexpr const char *places[] = {"capture", "pass", "codegen"};
    json.beginObject().member("where", places[size_t(cause.where)]).member("pass", cause.pass);
    json.member("pass_name", cause.passName).member("node", cause.node.value).member("node_text", cause.nodeText);
    json.member("rule", cause.rule);
    write(json, cause.difference);
    json.endObject();
}

void write(JsonWriter &json, const LockstepRow &row) {
    constexpr const char *kinds[] = {"pair", "eager", "graph", "result", "weight"};
    json.beginObject().member("kind", kinds[size_t(row.kind)]);
    json.member("step", row.eagerStep)
        .member("tensor", row.eagerTensor)
        .member("primitive", row.primitive)
        .member("type", row.eagerType);
    json.member("captured", row.captured.value).member("node", row.node.value).member("node_name", row.nodeName);
    json.member("node_primitive", row.nodePrimitive).member("node_type", row.nodeType);
    json.member("node_tensor", row.nodeTensor);
    if (!row.kernel.empty()) json.member("kernel", row.kernel);
    if (row.round > 0) json.member("round", row.round);
    if (row.isCompiled) json.member("compiled", true);
    if (!row.reason.empty()) json.member("reason", row.reason);
    if (row.isCompared()) write(json, row.difference);
    if (!row.causes.empty()) {
        json.key("causes").beginArray();
        for (const LockstepCause &cause : row.causes)
            write(json, cause);
        json.endArray();
    }
    json.endObject();
}

/** ", within 0.0001 of each tensor's largest element." */
std::string toleranceText(const LockstepRun &run, const LockstepTolerance &tolerance) {
    std::string text = format(", within %g of each tensor's largest element", tolerance.relative);
    if (tolerance.absolute > 0) text += format(" and %g", tolerance.absolute);
    const auto byRounding =
        std::ranges::count_if(run.rows, [&](const LockstepRow &row) { return row.isRounding(tolerance); });
    if (byRounding > 0)
        text += format("; %zu of them are further off for their size, by no more than rounding alone moves them",
                       size_t(byRounding));
    return text + ".";
}

} // namespace

std::string verdictOf(const LockstepRun &run, const LockstepTolerance &tolerance) {
    size_t compared = 0;
    for (const LockstepRow &row : run.rows)
        compared += row.isCompared();
    const auto first = firstDifference(run, tolerance);
    if (!first)
        return format("%s: %zu values agree, eager and graph", run.function.c_str(), compared) +
               toleranceText(run, tolerance);
    const LockstepRow &row = run.rows[*first];
    std::string text = run.function + ": the first difference is at " + eagerName(run, row);
    if (!row.nodeName.empty()) text += ", in the graph " + row.nodePrimitive + " " + row.nodeName;
    text += ": " + toString(row.difference) + ".";
    if (const LockstepCause *cause = row.cause(tolerance)) text += "\n" + causeText(*cause);
    return text;
}

std::string toJson(const LockstepRun &run) {
    JsonWriter json;
    json.beginObject().member("compilation", run.compilation).member("function", run.function).member("key", run.key);
    json.member("modules_run", run.modulesRun).member("note", run.note);
    json.key("rows").beginArray();
    for (const LockstepRow &row : run.rows)
        write(json, row);
    return json.endArray().endObject().text();
}

} // namespace jitscope::inline run
