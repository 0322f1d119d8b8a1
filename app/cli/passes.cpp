// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope passes`: what each optimization pass did to the node count, and how long it took.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "app/models/graphtitle.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/ir/diff.h"
#include "engine/ir/nodecounts.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace cli {

namespace {

void appendCounts(JsonWriter &json, const char *name, const NodeCounts &counts) {
    json.key(name).beginObject();
    json.member("operators", counts.operators).member("kernels", counts.kernels).member("members", counts.members);
    json.member("calls", counts.calls).member("plumbing", counts.plumbing).endObject();
}

/** "-3 ~1 +1, 2 equal constants merged": what the pass did to the nodes. */
std::string changesText(const PassRecord &pass) {
    if (!pass.changed) return {};
    const ModuleDiff diff = diffModules(pass.before, pass.after);
    std::vector<std::string> parts;
    for (const auto &[sign, count] : {std::pair('-', diff.removed), {'~', diff.changed}, {'+', diff.added}})
        if (count > 0) parts.push_back(format("%c%d", sign, count));
    std::vector<std::string> texts;
    if (!parts.empty()) texts.push_back(join(parts, " "));
    if (diff.merged > 0)
        texts.push_back(format("%d equal %s merged", diff.merged, diff.merged == 1 ? "constant" : "constants"));
    return join(texts, ", ");
}

void appendJson(JsonWriter &json, const Compilation &compilation) {
    for (const PassRecord &pass : compilation.passes) {
        json.beginObject();
        json.member("index", pass.index).member("phase", toString(pass.phase)).member("name", pass.name);
        json.member("stage", pass.stage).member("cycle", pass.cycle);
        json.member("changed", pass.changed);
        const ModuleDiff diff = pass.changed ? diffModules(pass.before, pass.after) : ModuleDiff();
        json.member("added", diff.added).member("removed", diff.removed).member("rewired", diff.changed);
        json.member("merged_constants", diff.merged);
        json.member("nodes_before", pass.nodesBefore).member("nodes_after", pass.nodesAfter);
        appendCounts(json, "counted_before", countNodes(pass.before));
        appendCounts(json, "counted_after", countNodes(pass.after));
        json.member("time_us", double(pass.timeNs) / 1e3);
        json.member("rewrites", int64_t(pass.rewrites.size())).member("refusals", int64_t(pass.refusals.size()));
        json.member("graph", compilation.function).member("graph_index", compilation.index);
        json.endObject();
    }
}

/** "12+19": operators, and kernels where there are any. */
std::string countText(const NodeCounts &counts) {
    return std::to_string(counts.operators) + (counts.kernels > 0 ? format("+%d", counts.kernels) : "");
}

std::string asText(const Session &session, const Compilation &compilation) {
    std::string text = graphTitle(session, compilation).full.toStdString() + "\n";
    text += "  captured: " + toString(countNodes(compilation.captured)) + "\n";
    text += "  final:    " + toString(countNodes(compilation.final)) + "\n";
    text += format("%5s  %-12s %-24s %-36s %-7s %17s %17s %12s  %s\n", "index", "phase", "stage", "name", "changed",
                   "operators+kernels", "after", "time", "nodes");
    for (const PassRecord &pass : compilation.passes) {
        const std::string time = compilation.imported ? "not known" : humanTime(pass.timeNs);
        std::string line = format("%5d  %-12s %-24s %-36s %-7s %17s %17s %12s  %s", pass.index,
                                  std::string(toString(pass.phase)).c_str(), stageText(pass).c_str(), pass.name.c_str(),
                                  pass.changed ? "yes" : "no", countText(countNodes(pass.before)).c_str(),
                                  countText(countNodes(pass.after)).c_str(), time.c_str(), changesText(pass).c_str());
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
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
        print(asText(session, *each) + "\n");
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

} // namespace cli
} // namespace jitscope
