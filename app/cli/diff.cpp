// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope diff`: what one pass did to a graph, or how any two stages differ.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "app/cli/stagediff.h"
#include "app/cli/decisionarguments.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/ir/diff.h"
#include "engine/session/session.h"

namespace jitscope {
inline namespace cli {

namespace {

struct ChangeName {
    NodeChange change;
    const char *name;
};
constexpr ChangeName changeNames[] = {
    {NodeChange::Unchanged, "unchanged"}, {NodeChange::Rewired, "rewired"}, {NodeChange::Changed, "changed"},
    {NodeChange::Added, "added"},         {NodeChange::Removed, "removed"}, {NodeChange::Fused, "fused"},
    {NodeChange::Replaced, "replaced"},   {NodeChange::Folded, "folded"},
};

const char *nameOf(NodeChange change) {
    for (const ChangeName &each : changeNames)
        if (each.change == change) return each.name;
    return "";
}

std::vector<std::string> canonicalText(const Module &module) {
    std::vector<std::string> lines;
    for (const PrintedLine &line : printLines(module, {.canonicalNames = true}))
        lines.push_back(line.text);
    return lines;
}

void appendNode(JsonWriter &json, const char *side, const NodePtr &node) {
    json.key(side);
    if (!node) {
        json.null();
        return;
    }
    json.beginObject().member("id", node->id.value).member("op", node->op.empty() ? node->callee : node->op);
    json.member("type", brief(node->abstract)).endObject();
}

std::string asJson(const PassRecord &pass, const ModuleDiff &diff) {
    JsonWriter json;
    json.beginObject().member("pass", pass.name).member("changed", pass.changed);
    json.member("nodes_before", pass.nodesBefore).member("nodes_after", pass.nodesAfter);
    json.member("added", diff.added).member("removed", diff.removed).member("modified", diff.changed);
    json.key("nodes").beginArray();
    for (const NodeDiff &node : diff.nodes) {
        if (node.change == NodeChange::Unchanged) continue;
        json.beginObject().member("change", nameOf(node.change)).member("graph", node.graph);
        appendNode(json, "before", node.before);
        appendNode(json, "after", node.after);
        json.key("partners").beginArray();
        for (NodeId partner : node.partners)
            json.value(partner.value);
        json.endArray().endObject();
    }
    json.endArray();
    json.key("rewrites").beginArray();
    for (const Rewrite &rewrite : pass.rewrites) {
        json.beginObject().member("rule", rewrite.rule).member("after", rewrite.after.value).key("before").beginArray();
        for (NodeId id : rewrite.before)
            json.value(id.value);
        json.endArray().endObject();
    }
    json.endArray().key("refusals").beginArray();
    for (const Refusal &refusal : pass.refusals)
        json.beginObject().member("rule", refusal.rule).member("reason", refusal.reason()).endObject();
    return json.endArray().endObject().text();
}

int showDiff(const Session &session, const Arguments &arguments) {
    const auto compilation = findCompilation(session, arguments.value("--graph"));
    if (!compilation) return fail(exitUsage, compilation.error().message);
    const auto found = findPass(**compilation, arguments.value("--pass"));
    if (!found) return fail(exitUsage, found.error().message);
    const PassRecord &pass = **found;
    if (arguments.has("--json") || arguments.value("--format", "text") == "json") {
        print(asJson(pass, diffModules(pass.before, pass.after)));
    } else {
        print(unifiedDiff(canonicalText(pass.before), canonicalText(pass.after), "before/" + pass.name,
                          "after/" + pass.name));
        std::string counts;
        for (const Rewrite &rewrite : pass.rewrites)
            counts += "# rewrite: " + rewrite.rule + "\n";
        for (const Refusal &refusal : pass.refusals)
            counts += "# refused: " + refusal.rule + ": " + refusal.reason() + "\n";
        print(counts);
    }
    return pass.changed ? exitFinding : exitGood;
}

} // namespace

namespace {

std::vector<OptionDef> ownOptions() {
    std::vector<OptionDef> options = {{"--graph", "G", "which graph: its index or function (default: the first)", {}},
                                      {"--pass", "P", "which pass: its name or index", {}},
                                      {"--from", "STAGE", "the stage on the left: captured, final, or a pass", {}},
                                      {"--to", "STAGE", "the stage on the right (default: final)", {}},
                                      {"--against", "G", "the right is a stage of this graph", {}}};
    for (OptionDef &option : decisionOptionDefs())
        options.push_back(std::move(option));
    options.push_back({"--format", "F", "how to show it", {"text", "json"}});
    options.push_back({"--json", "", "the same as --format json", {}});
    return options;
}

bool namesStages(const Arguments &arguments) {
    return arguments.has("--from") || arguments.has("--to") || arguments.has("--against") || namesVariant(arguments);
}

int runDiff(const Arguments &arguments) {
    if (namesStages(arguments) && arguments.has("--pass"))
        return fail(exitUsage, "diff: --pass is the stages around one pass; leave it out to choose both");
    if (!namesStages(arguments) && !arguments.has("--pass"))
        return fail(exitUsage, "diff: needs --pass P, or two stages: --from STAGE --to STAGE");
    if (arguments.has("--against") && namesVariant(arguments))
        return fail(exitUsage, "diff: the right is another graph (--against) or a variant, not both");
    return withSource(arguments, [&](const Session &session) {
        return namesStages(arguments) ? showStageDiff(session, arguments) : showDiff(session, arguments);
    });
}

} // namespace

Subcommand diffCommand() {
    return {
        .name = "diff",
        .operands = "SOURCE",
        .summary = "show what one pass did, or how two stages differ",
        .details =
            "With --pass: a unified diff of the IR before and after, then the rules that fired or refused.\n"
            "Otherwise two stages: those of one graph (--from, --to), of two (--against), or of the graph and a\n"
            "variant of it (--without, --refuse, ...). Then the nodes that are not the same follow, with what\n"
            "became of each and why, and the kernels paired by their members. Exit code 1 if there is a\n"
            "difference, as diff does.",
        .options = sourceOptions(ownOptions()),
        .run = runDiff,
    };
}

} // namespace cli
} // namespace jitscope
