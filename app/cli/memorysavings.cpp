// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/memorysavings.h"

#include "app/cli/command.h"
#include "app/cli/source.h"
#include "app/models/graphtitle.h"
#include "engine/base/csv.h"
#include "engine/base/json.h"
#include "engine/base/sizes.h"
#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/run/memoryplan.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

#include <iterator>

namespace jitscope {
inline namespace cli {

namespace {

const char *memoryWord(PlannedMemory memory) {
    switch (memory) {
    case PlannedMemory::Own:
        return "own";
    case PlannedMemory::TakenOver:
        return "taken over";
    case PlannedMemory::View:
        return "view";
    }
    return "";
}

std::string namesOf(const std::vector<NodePtr> &nodes) {
    std::vector<std::string> names;
    for (const NodePtr &node : nodes)
        names.push_back(nodeName(*node));
    return join(names, ", ");
}

/** "taken over from %3 (1 KiB)", "view of %3", "own". */
std::string memoryText(const PlannedValue &value) {
    if (value.memory == PlannedMemory::View) return "view of " + namesOf(value.from);
    if (value.memory == PlannedMemory::Own) return "own";
    std::string text = "taken over from " + namesOf(value.from);
    if (value.takenBytes != value.bytes) text += " (" + memorySize(value.takenBytes) + ")";
    return text;
}

std::string heldText(const PlannedValue &value) {
    return format("%d", value.step) + (value.lastStep < 0 ? " to the end" : format(" to %d", value.lastStep));
}

std::string lineOf(const Session &session, const Node &node) {
    const SourceSpan *span = userSpan(session, node.spans);
    if (span == nullptr) return {};
    return span->file.substr(span->file.rfind('/') + 1) + format(":%d", span->line);
}

std::string planText(const Session &session, const Compilation &compilation) {
    std::string text = graphTitle(session, compilation).full.toStdString() + "\n";
    const auto plan = memoryPlan(compilation.final);
    if (!plan) return text + "  no plan: " + plan.error().message + "\n";
    text += "  results: " + memorySize(plan->allBytes) + " in all; at once at most " +
            memorySize(plan->peakWithoutTaking) + " as each is let go of behind its last use, " +
            memorySize(plan->peakBytes) + " as kernels take over memory\n";
    if (plan->hasOpenCalls) text += "  what branches and loops hold is not in these sums\n";
    text +=
        format("%12s  %-6s %-12s %-32s %-20s %-30s %s\n", "bytes", "peak", "held", "node", "type", "memory", "line");
    for (const PlannedValue &value : plan->values)
        text += format("%12s  %-6s %-12s %-32s %-20s %-30s %s\n", memorySize(value.bytes).c_str(),
                       value.isAtPeak ? "yes" : "", heldText(value).c_str(), nodeTitle(*value.node).c_str(),
                       brief(value.node->abstract).c_str(), memoryText(value).c_str(),
                       lineOf(session, *value.node).c_str());
    return text;
}

void addValue(JsonWriter &json, const Session &session, const PlannedValue &value) {
    json.beginObject().member("node", nodeName(*value.node)).member("operator", calledName(*value.node));
    json.member("graph", value.graph).member("type", brief(value.node->abstract)).member("bytes", value.bytes);
    json.member("memory", memoryWord(value.memory)).member("taken_bytes", value.takenBytes).key("from").beginArray();
    for (const NodePtr &node : value.from)
        json.value(nodeName(*node));
    json.endArray().member("step", value.step).key("last_step");
    if (value.lastStep < 0)
        json.null();
    else
        json.value(value.lastStep);
    json.member("at_peak", value.isAtPeak).member("line", lineOf(session, *value.node)).endObject();
}

void addPlan(JsonWriter &json, const Session &session, const Compilation &compilation) {
    json.beginObject().member("index", compilation.index).member("graph", compilation.function);
    const auto plan = memoryPlan(compilation.final);
    if (!plan) {
        json.member("error", plan.error().message).endObject();
        return;
    }
    json.member("all_bytes", plan->allBytes).member("peak_without_taking_bytes", plan->peakWithoutTaking);
    json.member("peak_bytes", plan->peakBytes).member("has_open_calls", plan->hasOpenCalls).key("values").beginArray();
    for (const PlannedValue &value : plan->values)
        addValue(json, session, value);
    json.endArray().endObject();
}

std::string planCsv(const Session &session, const Compilation &compilation) {
    const auto plan = memoryPlan(compilation.final);
    if (!plan) {
        tell(compilation.function + " has no plan: " + plan.error().message);
        return {};
    }
    std::string text;
    for (const PlannedValue &value : plan->values)
        text += format("%d,", compilation.index) + csvField(value.graph) + "," + csvField(nodeName(*value.node)) + "," +
                csvField(calledName(*value.node)) + "," + csvField(brief(value.node->abstract)) +
                format(",%lld,%s,%lld,", static_cast<long long>(value.bytes), memoryWord(value.memory),
                       static_cast<long long>(value.takenBytes)) +
                csvField(namesOf(value.from)) + format(",%d,", value.step) +
                (value.lastStep < 0 ? std::string() : std::to_string(value.lastStep)) +
                (value.isAtPeak ? ",yes," : ",no,") + csvField(lineOf(session, *value.node)) + "\r\n";
    return text;
}

constexpr const char *reasons[heldBecauseCount] = {
    "they take more than 16 operations for each byte",
    "numbers are drawn or Python runs to compute them",
    "they, or what they are computed of, were written to since",
    "what they are computed of is held no more",
    "the recording does not say what they cost",
};
constexpr const char *reasonKeys[heldBecauseCount] = {"expensive", "effects", "written", "inputs_gone", "unknown_cost"};

std::string percentOf(int64_t part, int64_t whole) {
    return format("%.1f %%", whole > 0 ? 100 * double(part) / double(whole) : 0.0);
}

/** "#12 MatMul". */
std::string operatorText(const Session &session, int64_t number) {
    const auto op = session.op(number);
    return format("#%lld ", static_cast<long long>(number)) + (op ? op->op.str() : std::string());
}

std::string recomputationText(const Session &session, const OpColumns &columns, const MemoryUse &use,
                              const RecomputationReport &report) {
    std::string text;
    if (report.unread.count > 0)
        text =
            format("At the peak %lld memories of the forward pass (%s) are held that no operator reads afterwards.\n",
                   static_cast<long long>(report.unread.count), memorySize(report.unread.bytes).c_str());
    if (report.idleBytes() == 0) return text + "At the peak nothing lies idle from the forward to the backward pass.\n";
    text += "At the peak of " + memorySize(report.peakBytes) + ", " + memorySize(report.idleBytes()) +
            " lie idle from the forward to the backward pass.\n";
    if (!report.rows.empty()) {
        text += "Estimate: computing these again would bring the peak to " + memorySize(report.peakBytesThen) +
                " and take " + humanTime(report.timeNs) +
                (report.stepNs ? " (" + percentOf(report.timeNs, *report.stepNs) + " of the step's operators)" : "") +
                ", by the medians of the operators' times.\n";
        text += format("%10s %12s %12s  %-18s %-24s %-24s %s\n", "bytes", "time", "idle", "type", "made by", "line",
                       "operators that run again");
    }
    for (const Recomputation &row : report.rows) {
        const HeldMemory held = heldMemory(session, columns, use.lives[row.life]);
        std::vector<std::string> ops;
        for (const int64_t number : row.ops)
            ops.push_back(operatorText(session, number));
        text +=
            format("%10s %12s %12s  %-18s %-24s %-24s %s\n", memorySize(row.bytes).c_str(),
                   humanTime(row.timeNs).c_str(), humanTime(row.idleToNs - row.idleFromNs).c_str(), held.type.c_str(),
                   operatorText(session, held.op).c_str(), held.line.c_str(), join(ops, ", ").c_str());
    }
    for (size_t i = 0; i < heldBecauseCount; ++i)
        if (report.others[i].count > 0)
            text += format("%lld more (%s) are no candidates: %s.\n", static_cast<long long>(report.others[i].count),
                           memorySize(report.others[i].bytes).c_str(), reasons[i]);
    return text;
}

std::string recomputationJson(const Session &session, const OpColumns &columns, const MemoryUse &use,
                              const RecomputationReport &report) {
    JsonWriter json;
    json.beginObject().member("is_estimate", true).member("peak_bytes", report.peakBytes);
    json.member("peak_bytes_then", report.peakBytesThen).member("idle_bytes", report.idleBytes());
    json.member("time_us", double(report.timeNs) / 1e3).key("step_us");
    if (report.stepNs)
        json.value(double(*report.stepNs) / 1e3);
    else
        json.null();
    json.key("rows").beginArray();
    for (const Recomputation &row : report.rows) {
        const HeldMemory held = heldMemory(session, columns, use.lives[row.life]);
        json.beginObject().member("tensor", held.tensor).member("type", held.type).member("bytes", row.bytes);
        json.member("op", held.op).member("operator", held.opName).member("line", held.line);
        json.member("scope", held.scope).member("idle_us", double(row.idleToNs - row.idleFromNs) / 1e3);
        json.member("time_us", double(row.timeNs) / 1e3).member("flops", row.flops).key("runs_again").beginArray();
        for (const int64_t number : row.ops)
            json.value(number);
        json.endArray().endObject();
    }
    json.endArray().key("unread").beginObject().member("count", report.unread.count);
    json.member("bytes", report.unread.bytes).endObject().key("others").beginObject();
    for (size_t i = 0; i < heldBecauseCount; ++i)
        json.key(reasonKeys[i])
            .beginObject()
            .member("count", report.others[i].count)
            .member("bytes", report.others[i].bytes)
            .endObject();
    return json.endObject().endObject().text();
}

std::string recomputationCsv(const Session &session, const OpColumns &columns, const MemoryUse &use,
                             const RecomputationReport &report) {
    std::string text = "bytes,time_us,idle_us,type,op,operator,line,scope,flops\r\n";
    for (const Recomputation &row : report.rows) {
        const HeldMemory held = heldMemory(session, columns, use.lives[row.life]);
        text += format("%lld,%.3f,%.3f,", static_cast<long long>(row.bytes), double(row.timeNs) / 1e3,
                       double(row.idleToNs - row.idleFromNs) / 1e3) +
                csvField(held.type) + format(",%lld,", static_cast<long long>(held.op)) + csvField(held.opName) + "," +
                csvField(held.line) + "," + csvField(held.scope) + format(",%.0f\r\n", row.flops);
    }
    return text;
}

/** All that were compiled, or the one that --graph names. */
Result<std::vector<const Compilation *>> chosenCompilations(const Session &session, const Arguments &arguments) {
    std::vector<const Compilation *> chosen;
    if (arguments.has("--graph")) {
        const auto one = findCompilation(session, arguments.value("--graph"));
        if (!one) return one.error();
        chosen.push_back(*one);
        return chosen;
    }
    for (const Compilation &each : session.compilations)
        if (!each.final.graphs.empty()) chosen.push_back(&each);
    return chosen;
}

} // namespace

int showMemoryPlans(const Session &session, const Arguments &arguments) {
    const auto chosen = chosenCompilations(session, arguments);
    if (!chosen) return fail(exitUsage, chosen.error().message);
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginArray();
        for (const Compilation *each : *chosen)
            addPlan(json, session, *each);
        print(json.endArray().text());
        return exitGood;
    }
    const bool isCsv = arguments.has("--csv");
    std::string text = isCsv ? "graph_index,graph,node,operator,type,bytes,memory,taken_bytes,from,step,last_step,"
                               "at_peak,line\r\n"
                             : "";
    for (const Compilation *each : *chosen)
        text += isCsv ? planCsv(session, *each) : planText(session, *each);
    if (chosen->empty()) tell("Nothing was compiled.");
    isCsv ? printCsv(text) : print(text);
    return exitGood;
}

int showRecomputation(const Session &session, const OpColumns &columns, const MemoryUse &use,
                      const Arguments &arguments) {
    const RecomputationReport report = recomputationReport(session, columns, use);
    if (!report.hasBackward) return fail(exitUnreadable, "No backward pass was recorded.");
    if (arguments.has("--json"))
        print(recomputationJson(session, columns, use, report));
    else if (arguments.has("--csv"))
        printCsv(recomputationCsv(session, columns, use, report));
    else
        print(recomputationText(session, columns, use, report));
    return exitGood;
}

} // namespace cli
} // namespace jitscope
