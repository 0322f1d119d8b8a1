// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope diff`: what one pass did to a graph.
#include "app/cli/command.h"
#include "app/cli/source.h"
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
        json.beginObject().member("rule", refusal.rule).member("reason", refusal.reason).endObject();
    return json.endArray().endObject().text();
}

int showDiff(const Session &session, const Arguments &arguments) {
    const auto compilation = findCompilation(session, arguments.value("--graph"));
    if (!compilation) return fail(exitUsage, compilation.error().message);
    const auto found = findPass(**compilation, arguments.value("--pass"));
    if (!found) return fail(exitUsage, found.error().message);
    const PassRecord &pass = **found;
    if (arguments.value("--format", "text") == "json") {
        print(asJson(pass, diffModules(pass.before, pass.after)));
    } else {
        print(unifiedDiff(canonicalText(pass.before), canonicalText(pass.after), "before/" + pass.name,
                          "after/" + pass.name));
        std::string counts;
        for (const Rewrite &rewrite : pass.rewrites)
            counts += "# rewrite: " + rewrite.rule + "\n";
        for (const Refusal &refusal : pass.refusals)
            counts += "# refused: " + refusal.rule + ": " + refusal.reason + "\n";
        print(counts);
    }
    return pass.changed ? exitFinding : exitGood;
}

} // namespace

Subcommand diffCommand() {
    return {
        .name = "diff",
        .operands = "SOURCE",
        .summary = "show what one pass did",
        .details =
            "Text: a unified diff of the IR before and after, then the rules that fired or refused. Exit code 1 if "
            "the pass changed something, as diff does.",
        .options = sourceOptions({{"--graph", "G", "which graph: its index or function (default: the first)", {}},
                                  {"--pass", "P", "which pass: its name or index", {}},
                                  {"--format", "F", "how to show it", {"text", "json"}}}),
        .run =
            [](const Arguments &arguments) {
                if (!arguments.has("--pass")) return fail(exitUsage, "diff: needs --pass P");
                return withSource(arguments, [&](const Session &session) { return showDiff(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
