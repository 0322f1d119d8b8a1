// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope passes`: what each optimization pass did to the node count, and how long it took.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/base/json.h"
#include "engine/base/text.h"

namespace jitscope {

namespace {

void appendJson(JsonWriter &json, const Compilation &compilation) {
    for (const PassRecord &pass : compilation.passes) {
        json.beginObject();
        json.member("index", pass.index).member("phase", toString(pass.phase)).member("name", pass.name);
        json.member("stage", pass.stage).member("cycle", pass.cycle);
        json.member("changed", pass.changed);
        json.member("nodes_before", pass.nodesBefore).member("nodes_after", pass.nodesAfter);
        json.member("time_us", double(pass.timeNs) / 1e3);
        json.member("rewrites", int64_t(pass.rewrites.size())).member("refusals", int64_t(pass.refusals.size()));
        json.member("graph", compilation.function).member("graph_index", compilation.index);
        json.endObject();
    }
}

std::string asText(const Compilation &compilation) {
    std::string text = format("%s (%s, %s): %d captured nodes, %d final\n", compilation.function.c_str(),
                              compilation.captureMode.c_str(), compilation.jitLevel.c_str(),
                              callCount(compilation.captured), callCount(compilation.final));
    text += format("%5s  %-12s %-24s %-36s %-7s %7s %7s %12s\n", "index", "phase", "stage", "name", "changed", "before",
                   "after", "time");
    for (const PassRecord &pass : compilation.passes)
        text += format("%5d  %-12s %-24s %-36s %-7s %7d %7d %12s\n", pass.index,
                       std::string(toString(pass.phase)).c_str(), stageText(pass).c_str(), pass.name.c_str(),
                       pass.changed ? "yes" : "no", pass.nodesBefore, pass.nodesAfter, humanTime(pass.timeNs).c_str());
    return text;
}

int showPasses(const Session &session, const Arguments &arguments) {
    std::vector<const Compilation *> wanted;
    if (arguments.has("--graph")) {
        const auto found = findCompilation(session, arguments.value("--graph"));
        if (!found) return fail(exitUsage, found.error().message);
        wanted.push_back(*found);
    } else {
        for (const Compilation &each : session.compilations)
            wanted.push_back(&each);
    }
    if (arguments.has("--json")) {
        JsonWriter json;
        json.beginArray();
        for (const Compilation *each : wanted)
            appendJson(json, *each);
        print(json.endArray().text());
        return exitGood;
    }
    if (wanted.empty())
        print("No graph: nothing was compiled. Decorate a function with @jit, or name one with --jit.\n");
    for (const Compilation *each : wanted)
        print(asText(*each) + "\n");
    return exitGood;
}

} // namespace

Subcommand passesCommand() {
    return {
        .name = "passes",
        .operands = "SOURCE",
        .summary = "list the passes with node counts and times",
        .details = "Without --graph the passes of every graph are listed, one graph after the other.",
        .options = sourceOptions(
            {{"--graph", "G", "only this graph: its index or function", {}}, {"--json", "", "as JSON", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showPasses(session, arguments); });
            },
    };
}

} // namespace jitscope
