// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/compiletables.h"

#include "app/models/compilewords.h"
#include "app/models/graphtitle.h"
#include "engine/analysis/operators/firstruns.h"
#include "engine/base/csv.h"
#include "engine/base/text.h"
#include "engine/session/compilation.h"

#include <algorithm>
#include <map>
#include <optional>

namespace jitscope {
inline namespace cli {

namespace {

std::string titleOf(const Session &session, int compilation) {
    const Compilation *found = session.compilation(compilation);
    return found ? graphTitle(session, *found).full.toStdString() : std::string();
}

std::string nameOf(const Session &session, const CompileRow &row) {
    const std::string title =
        row.kind == CompileRowKind::Compilation ? titleOf(session, row.compilation) : std::string();
    return compileRowName(row, QString::fromStdString(title)).toStdString();
}

void addLines(const Session &session, const std::vector<CompileRow> &rows, int depth, std::string &text) {
    for (const CompileRow &row : rows) {
        const std::string name = std::string(size_t(2 * depth), ' ') + nameOf(session, row);
        text += format("%-58s %10s %6.1f%% %10s %7lld\n", name.c_str(), humanTime(row.totalNs).c_str(), 100 * row.share,
                       humanTime(row.selfNs).c_str(), static_cast<long long>(row.count));
        addLines(session, row.rows, depth + 1, text);
    }
}

void addRows(JsonWriter &json, const Session &session, const std::vector<CompileRow> &rows) {
    json.key("rows").beginArray();
    for (const CompileRow &row : rows) {
        json.beginObject().member("kind", std::string(toString(row.kind))).member("name", nameOf(session, row));
        json.member("total_ns", row.totalNs).member("self_ns", row.selfNs).member("count", row.count);
        json.member("share", row.share).member("compilation", row.compilation);
        if (row.kind == CompileRowKind::Line) json.member("file", row.file).member("line", row.line);
        addRows(json, session, row.rows);
        json.endObject();
    }
    json.endArray();
}

void addCsv(const Session &session, const std::vector<CompileRow> &rows, int depth, std::string &text) {
    for (const CompileRow &row : rows) {
        text += format("%d,%s,%s,%lld,%lld,%.6f,%lld\n", depth, std::string(toString(row.kind)).c_str(),
                       csvField(nameOf(session, row)).c_str(), static_cast<long long>(row.totalNs),
                       static_cast<long long>(row.selfNs), row.share, static_cast<long long>(row.count));
        addCsv(session, row.rows, depth + 1, text);
    }
}

/** "? " where it is not known. */
template<class Value> std::string timeOrUnknown(const std::optional<Value> &ns) {
    return ns ? humanTime(int64_t(*ns)) : "?";
}

std::optional<int64_t> valueIn(const std::map<int, int64_t> &values, int key) {
    const auto found = values.find(key);
    return found == values.end() ? std::nullopt : std::optional(found->second);
}

void addDifferences(JsonWriter &json, const Recompilation &recompilation) {
    json.key("differences").beginArray();
    for (const CompileDifference &each : recompilation.differences)
        json.beginObject()
            .member("kind", std::string(toString(each.kind)))
            .member("name", each.name)
            .member("before", each.before)
            .member("now", each.now)
            .member("is_argument", each.isArgument)
            .endObject();
    json.endArray();
}

void addAdvice(JsonWriter &json, const Recompilation &recompilation, const Compilation &compilation) {
    json.key("advice").beginArray();
    for (const CompileAdvice &each : recompilation.advice)
        json.beginObject()
            .member("remedy", std::string(toString(each.remedy)))
            .member("text", adviceSentence(each, recompilation, compilation).toStdString())
            .member("evidence", each.evidence)
            .member("saved_compilations", each.compilations)
            .member("saved_ns", each.savedNs)
            .endObject();
    json.endArray();
}

template<class Value> void addOptional(JsonWriter &json, const char *key, const std::optional<Value> &value) {
    json.key(key);
    if (value)
        json.value(*value);
    else
        json.null();
}

} // namespace

std::string compileTableText(const Session &session, CompileGrouping grouping) {
    const CompileProfile profile = compileProfile(session, grouping);
    if (profile.rows.empty()) return "Nothing was compiled.\n";
    std::string text = format("%-58s %10s %7s %10s %7s\n", "", "time", "share", "self", "count");
    addLines(session, profile.rows, 0, text);
    return text + format("%-58s %10s\n", "total", humanTime(profile.totalNs).c_str());
}

std::string compileTableCsv(const Session &session, CompileGrouping grouping) {
    std::string text = "depth,kind,name,total_ns,self_ns,share,count\n";
    addCsv(session, compileProfile(session, grouping).rows, 0, text);
    return text;
}

std::string compileTableJson(const Session &session, CompileGrouping grouping) {
    const CompileProfile profile = compileProfile(session, grouping);
    JsonWriter json;
    json.beginObject().member("grouping", std::string(toString(grouping))).member("total_ns", profile.totalNs);
    addRows(json, session, profile.rows);
    return json.endObject().text();
}

std::string firstCallsText(const Session &session) {
    const std::vector<FirstCall> calls = firstCalls(session);
    if (calls.empty()) return {};
    std::string text = format("First call and later ones\n  %10s %10s %10s %10s %7s\n", "compile", "made ready",
                              "first run", "later", "number");
    const std::map<int, int64_t> ready = preparationTimes(session);
    for (const FirstCall &call : calls)
        text += format("  %10s %10s %10s %10s %7lld  %s\n", humanTime(call.compileNs).c_str(),
                       timeOrUnknown(valueIn(ready, call.compilation)).c_str(), timeOrUnknown(call.firstRunNs).c_str(),
                       timeOrUnknown(call.laterMedianNs).c_str(), static_cast<long long>(call.laterCalls),
                       titleOf(session, call.compilation).c_str());
    return text +
           "  (compile: from the begin of the call until the graph could run; made ready: writing down the compile, "
           "guards\n  and the entry for later calls, until the graph began to run; later: the median of one later "
           "call; number: of\n  later calls)\n\n";
}

std::string recompilationsText(const Session &session) {
    std::string text;
    for (const Recompilation &each : recompilations(session)) {
        if (each.nearest < 0) continue;
        const Compilation &compilation = *session.compilation(each.compilation);
        text += format("  %s: compilation %d, %s\n", titleOf(session, each.compilation).c_str(), each.number,
                       humanTime(each.compileNs).c_str());
        text += "    nearest earlier: " + titleOf(session, each.nearest) + "\n";
        text += "    " + differencesSentence(each).toStdString() + "\n";
        for (const CompileAdvice &advice : each.advice)
            text += "    - " + adviceSentence(advice, each, compilation).toStdString() + "\n";
    }
    return text.empty() ? text : "Compiled again\n" + text + "\n";
}

void addCompileMembers(JsonWriter &json, const Session &session, const Compilation &compilation,
                       const Recompilation *recompilation, const FirstCall *firstCall,
                       std::optional<int64_t> preparationNs) {
    const CompileProfile profile = compileProfile(session, CompileGrouping::Waterfall, compilation.index);
    json.key("waterfall").beginObject().member("total_ns", profile.totalNs);
    addRows(json, session, profile.rows);
    json.endObject();
    const KernelOrigins origins = kernelOrigins(compilation);
    json.key("kernel_origins").beginObject();
    json.member("compiled", origins.compiled).member("memory", origins.memory).member("disk", origins.disk);
    json.member("not_compiled", origins.notCompiled).member("unknown", origins.unknown).endObject();
    if (firstCall) {
        json.key("first_call").beginObject().member("compile_ns", firstCall->compileNs);
        addOptional(json, "made_ready_ns", preparationNs);
        addOptional(json, "run_ns", firstCall->firstRunNs);
        json.member("later_calls", firstCall->laterCalls);
        addOptional(json, "later_median_ns", firstCall->laterMedianNs);
        json.endObject();
    }
    if (recompilation == nullptr) return;
    json.key("recompilation").beginObject().member("number", recompilation->number).key("nearest");
    if (recompilation->nearest < 0)
        json.null();
    else
        json.value(recompilation->nearest);
    addDifferences(json, *recompilation);
    addAdvice(json, *recompilation, compilation);
    json.endObject();
}

} // namespace cli
} // namespace jitscope
