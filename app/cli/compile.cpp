// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope compile`: where compile time went, stage by stage.
#include "app/cli/command.h"
#include "app/cli/compiletables.h"
#include "app/cli/source.h"
#include "app/models/failedcompile.h"
#include "app/models/graphtitle.h"
#include "engine/analysis/operators/firstruns.h"
#include "engine/base/json.h"
#include "engine/base/sizes.h"
#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/compiledetails.h"
#include "engine/session/compilereport.h"
#include "engine/session/session.h"

#include <algorithm>
#include <map>
#include <optional>

namespace jitscope {
inline namespace cli {

namespace {

const char *originWords(CodeOrigin origin) {
    switch (origin) {
    case CodeOrigin::Compiled:
        return "compiled";
    case CodeOrigin::Memory:
        return "from cache (memory)";
    case CodeOrigin::Disk:
        return "from cache (disk)";
    case CodeOrigin::NotCompiled:
        return "not compiled";
    case CodeOrigin::Unknown:
        break;
    }
    return "origin not known";
}

/** "GraphKernel_Mul_Add_fusion  from cache (disk)  188 us". */
std::string kernelLine(const KernelRecord &kernel) {
    return format("  %-48s %-20s %4zu members %10s  %s\n", kernel.name.c_str(), originWords(kernel.origin),
                  kernel.members.size(), kernel.codeBytes < 0 ? "?" : memorySize(kernel.codeBytes).c_str(),
                  kernel.origin == CodeOrigin::NotCompiled ? "" : humanTime(kernel.compileNs).c_str());
}

std::string kernelText(const Compilation &compilation) {
    if (compilation.kernels.empty()) return {};
    const size_t cached = size_t(
        std::ranges::count_if(compilation.kernels, [](const KernelRecord &kernel) { return isCached(kernel.origin); }));
    std::string text = format("  kernels: %zu, %zu of them from the cache\n", compilation.kernels.size(), cached);
    for (const KernelRecord &kernel : compilation.kernels)
        text += kernelLine(kernel);
    return text;
}

/** "  capture   10.98 ms  13.3%" */
std::string partLine(const CompilePart &part, int64_t totalNs) {
    return format("%*s%-*s %12s %6.1f%%\n", 2 + 2 * part.depth, "", 54 - 2 * part.depth, part.stage.name.c_str(),
                  humanTime(part.stage.durationNs).c_str(),
                  totalNs > 0 ? 100.0 * double(part.stage.durationNs) / double(totalNs) : 0.0);
}

std::string asText(const Session &session, const Compilation &compilation) {
    const int64_t total = compileTotalNs(compilation);
    std::string text = graphTitle(session, compilation).full.toStdString();
    text += ": " +
            (total > 0 ? humanTime(total) + " from the begin of the call until it could run" : "time not known") + "\n";
    if (!compilation.reason.empty()) text += "  compiled because: " + compilation.reason + "\n";
    const int64_t snapshotNs = compileNotes(session, compilation.index).snapshotNs;
    for (const CompilePart &row : compileParts(compilation)) {
        text += partLine(row, total);
        // Not a stretch of time: something of it stands behind each pass.
        if (row.depth == 0 && row.stage.name == "passes" && snapshotNs > 0)
            text += partLine({{"snapshots", row.stage.startNs, snapshotNs}, 1}, total);
    }
    return text + kernelText(compilation) + "\n";
}

template<class Record> const Record *recordOf(const std::vector<Record> &records, int compilation) {
    const auto found = std::ranges::find(records, compilation, &Record::compilation);
    return found == records.end() ? nullptr : &*found;
}

std::string asJson(const Session &session) {
    const std::vector<Recompilation> again = recompilations(session);
    const std::map<int, int64_t> ready = preparationTimes(session);
    const std::vector<FirstCall> calls = firstCalls(session);
    JsonWriter json;
    json.beginArray();
    for (const Compilation &each : session.compilations) {
        json.beginObject().member("index", each.index).member("graph", each.function);
        json.member("reason", each.reason).member("total_us", double(compileTotalNs(each)) / 1e3);
        json.key("stages").beginArray();
        for (const CompilePart &row : compileParts(each))
            json.beginObject()
                .member("name", row.stage.name)
                .member("depth", row.depth)
                .member("start_ns", row.stage.startNs)
                .member("time_us", double(row.stage.durationNs) / 1e3)
                .endObject();
        json.endArray().key("kernels").beginArray();
        for (const KernelRecord &kernel : each.kernels) {
            json.beginObject().member("name", kernel.name).member("members", int64_t(kernel.members.size()));
            json.member("origin", toString(kernel.origin)).member("from_cache", isCached(kernel.origin));
            json.member("time_us", double(kernel.compileNs) / 1e3).key("code_bytes");
            if (kernel.codeBytes < 0)
                json.null();
            else
                json.value(kernel.codeBytes);
            json.endObject();
        }
        json.endArray();
        addCompileMembers(json, session, each, recordOf(again, each.index), recordOf(calls, each.index),
                          ready.contains(each.index) ? std::optional(ready.at(each.index)) : std::nullopt);
        json.endObject();
    }
    return json.endArray().text();
}

/** What --by asks for, in the form that is asked for. */
std::string tableText(const Session &session, const Arguments &arguments) {
    const CompileGrouping grouping = compileGroupingNamed(arguments.value("--by")).value_or(CompileGrouping::Waterfall);
    if (arguments.has("--json")) return compileTableJson(session, grouping);
    return arguments.has("--csv") ? compileTableCsv(session, grouping) : compileTableText(session, grouping);
}

/** The sentence of a function that could not be compiled; empty where none failed. */
std::string failureText(const Session &session) {
    const std::optional<FailedCompile> failed = failedCompile(session);
    if (!failed) return {};
    return QStringLiteral("%1: %2 (%3)\n").arg(failureTitle(*failed), failed->reason, placeOf(*failed)).toStdString();
}

int showCompile(const Session &session, const Arguments &arguments) {
    if (arguments.has("--by")) {
        print(tableText(session, arguments));
        return exitGood;
    }
    if (arguments.has("--json")) {
        print(asJson(session));
        return exitGood;
    }
    const std::string failure = failureText(session);
    if (session.compilations.empty() && failure.empty()) print("Nothing was compiled.\n");
    for (const Compilation &each : session.compilations)
        print(arguments.has("--profile") ? totalTimeText(each) : asText(session, each));
    if (!arguments.has("--profile")) print(firstCallsText(session) + recompilationsText(session) + failure);
    return exitGood;
}

} // namespace

Subcommand compileCommand() {
    return {
        .name = "compile",
        .operands = "SOURCE",
        .summary = "show where compile time went, and why functions were compiled again",
        .details =
            "Every row of --by adds up to the total; what no part measured is the row \"unaccounted\". Behind the "
            "stages stand the first call of each graph apart from the later ones and, for each function that "
            "was compiled again, the nearest earlier compilation with what differs and what would have avoided "
            "it.\n",
        .options = sourceOptions({{"--by",
                                   "WHAT",
                                   "add up all compile time by that",
                                   {"waterfall", "function", "stage", "pass", "cycle", "rule", "line"}},
                                  {"--csv", "", "with --by: as comma-separated values", {}},
                                  {"--json", "", "as JSON", {}},
                                  {"--profile", "", "in the form of MindSpore's COMPILE_PROFILE", {}}}),
        .run =
            [](const Arguments &arguments) {
                if (arguments.has("--csv") && !arguments.has("--by"))
                    return fail(exitUsage, "--csv needs --by, which says what the rows are: --by pass --csv");
                return withSource(arguments, [&](const Session &session) { return showCompile(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
