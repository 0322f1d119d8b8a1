// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope graphs`: what was compiled or loaded.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "app/models/graphtitle.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/ir/nodecounts.h"
#include "engine/session/compilation.h"
#include "engine/session/forcedsettings.h"
#include "engine/session/session.h"

#include <map>

namespace jitscope {
inline namespace cli {

namespace {

int64_t compileTime(const Compilation &compilation) {
    int64_t begin = 0, end = 0;
    for (const StageTime &stage : compilation.stages) {
        begin = begin == 0 ? stage.startNs : std::min(begin, stage.startNs);
        end = std::max(end, stage.startNs + stage.durationNs);
    }
    return end - begin;
}

int64_t callsOf(const Session &session, int compilation) {
    int64_t calls = 0;
    for (const GraphCall &call : session.graphCalls)
        calls += call.compilation == compilation;
    return calls;
}

std::string asJson(const Session &session) {
    const std::vector<GraphTitle> titles = graphTitles(session);
    JsonWriter json;
    json.beginArray();
    for (const Compilation &each : session.compilations) {
        const SourceSpan place = each.spans && !each.spans->empty() ? each.spans->front() : SourceSpan();
        json.beginObject();
        json.member("index", each.index).member("name", each.function);
        json.member("capture", each.captureMode).member("jit_level", each.jitLevel).member("device", each.device);
        writeForced(json, each);
        json.member("key", each.key).member("reason", each.reason);
        json.member("file", place.file).member("line", place.line).member("imported", each.imported);
        json.member("nodes_captured", callCount(each.captured)).member("nodes", callCount(each.final));
        json.member("subgraphs", int64_t(each.final.graphs.size())).member("passes", int64_t(each.passes.size()));
        const NodeCounts counts = countNodes(each.final);
        json.member("operators", counts.operators).member("plumbing", counts.plumbing);
        json.member("title", titles[size_t(each.index - session.compilations.front().index)].full.toStdString());
        json.member("calls", callsOf(session, each.index)).member("compile_us", double(compileTime(each)) / 1e3);
        json.key("kernels").beginArray();
        for (const KernelRecord &kernel : each.kernels) {
            json.beginObject().member("name", kernel.name).key("members").beginArray();
            for (NodeId member : kernel.members) {
                const NodePtr node = findNode(each.final, member);
                json.beginObject()
                    .member("id", member.value)
                    .member("op", node ? node->op.text() : std::string())
                    .endObject();
            }
            json.endArray().endObject();
        }
        json.endArray().endObject();
    }
    return json.endArray().text();
}

/** What is forced against the script: "graphs 0, 2: jit_level=O1 is forced; the script says O0". */
std::string forcedLines(const Session &session) {
    std::map<std::string, std::vector<std::string>> graphs;
    for (const Compilation &each : session.compilations)
        for (const ForcedSetting &forced : forcedSettings(each))
            graphs[forced.name + "=" + forced.used + " is forced; the script says " + forced.script].push_back(
                format("%d", each.index));
    std::string text;
    for (const auto &[sentence, indexes] : graphs)
        text += "graphs " + join(indexes, ", ") + ": " + sentence + "\n";
    return text;
}

int showGraphs(const Session &session, const Arguments &arguments) {
    if (arguments.has("--json")) {
        print(asJson(session));
        return exitGood;
    }
    if (session.compilations.empty()) {
        print("No graph: nothing was compiled. Decorate a function with @jit, or name one with --jit.\n");
        return exitGood;
    }
    const std::vector<GraphTitle> titles = graphTitles(session);
    std::string text;
    for (size_t i = 0; i < titles.size(); ++i) {
        const Compilation &each = session.compilations[i];
        text += format("%5d  %s\n", each.index, titles[i].full.toStdString().c_str());
        text += format("       captured: %s\n", toString(countNodes(each.captured)).c_str());
        text += format("       final:    %s\n", toString(countNodes(each.final)).c_str());
    }
    print(text + forcedLines(session));
    return exitGood;
}

} // namespace

Subcommand graphsCommand() {
    return {
        .name = "graphs",
        .operands = "SOURCE",
        .summary = "list the captured or loaded graphs",
        .options = sourceOptions({{"--json", "", "as JSON", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showGraphs(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
