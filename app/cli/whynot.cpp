// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope whynot`: what the passes refused to join, and what lies in memory for it.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/variants/namedecision.h"
#include "engine/variants/whynot.h"

namespace jitscope {
inline namespace cli {

namespace {

std::string bytesText(const std::optional<int64_t> &bytes) {
    return bytes ? humanBytes(*bytes) + " between them" : "bytes between them not known";
}

std::string asText(const Compilation &compilation, const RefusedCandidate &candidate) {
    std::string text = "  " + join(candidate.titles, ", ") + ": " + candidate.refusal.reason + "\n";
    text += "    " + fullName(compilation.passes[candidate.pass]) + ", rule " + candidate.refusal.rule + ", " +
            bytesText(candidate.bytesBetween);
    text += candidate.times > 1 ? format(", refused %d times\n", candidate.times) : "\n";
    return text;
}

std::string asText(const Compilation &compilation, const std::vector<RefusedCandidate> &candidates) {
    std::string text;
    for (const RefusedCandidate &candidate : candidates)
        text += asText(compilation, candidate);
    return text;
}

std::string groupedText(const Compilation &compilation, const std::vector<RefusedCandidate> &candidates) {
    std::string text;
    for (const RefusalGroup &group : groupsOf(candidates)) {
        text += format("%zu x %s", group.members.size(), group.reason.c_str());
        if (group.unknown < group.members.size()) text += ", " + humanBytes(group.bytes) + " between them";
        if (group.unknown > 0) text += format(", bytes of %zu not known", group.unknown);
        text += "\n";
        for (const size_t place : group.members)
            text += asText(compilation, candidates[place]);
    }
    return text.empty() ? "No pass refused anything.\n" : text;
}

void append(JsonWriter &json, const Compilation &compilation, const RefusedCandidate &candidate) {
    const PassRecord &pass = compilation.passes[candidate.pass];
    json.beginObject().member("pass", fullName(pass)).member("pass_index", pass.index);
    json.member("rule", candidate.refusal.rule).member("reason", candidate.refusal.reason);
    json.member("times", candidate.times).key("nodes").beginArray();
    for (const std::string &title : candidate.titles)
        json.value(title);
    json.endArray().key("captured").beginArray();
    for (const NodeId node : candidate.captured)
        json.value(node.value);
    json.endArray().key("bytes_between");
    if (candidate.bytesBetween)
        json.value(*candidate.bytesBetween);
    else
        json.null();
    json.endObject();
}

std::string asJson(const Compilation &compilation, const WhyNot &answer) {
    JsonWriter json;
    json.beginObject().member("graph", compilation.function).key("joined").beginArray();
    for (const JoinedNodes &each : answer.joined)
        json.beginObject()
            .member("pass", fullName(compilation.passes[each.pass]))
            .member("rule", each.rule)
            .endObject();
    json.endArray().key("refused").beginArray();
    for (const RefusedCandidate &each : answer.refused)
        append(json, compilation, each);
    json.endArray().key("groups").beginArray();
    for (const RefusalGroup &group : groupsOf(answer.refused)) {
        json.beginObject().member("reason", group.reason).member("count", int64_t(group.members.size()));
        json.member("known_bytes", group.bytes).member("unknown", int64_t(group.unknown)).endObject();
    }
    return json.endArray().endObject().text();
}

int showPair(const Compilation &compilation, const Arguments &arguments) {
    const std::string text = arguments.value("--nodes");
    const size_t comma = text.find(',');
    if (comma == std::string::npos) return fail(exitUsage, "--nodes takes two nodes: --nodes %4,%6");
    const auto first = nodesNamed(compilation, text.substr(0, comma));
    if (!first) return fail(exitUsage, first.error().message);
    const auto second = nodesNamed(compilation, text.substr(comma + 1));
    if (!second) return fail(exitUsage, second.error().message);
    const WhyNot answer = whyNotTogether(compilation, *first, *second);
    if (arguments.has("--json")) {
        print(asJson(compilation, answer));
        return exitGood;
    }
    std::string shown;
    for (const JoinedNodes &each : answer.joined)
        shown += "  joined by " + fullName(compilation.passes[each.pass]) + ", rule " + each.rule + "\n";
    shown += asText(compilation, answer.refused);
    print(shown.empty() ? "No pass looked at the two as one candidate.\n" : shown);
    return exitGood;
}

int showBorder(const Compilation &compilation, const Arguments &arguments) {
    const std::string name = arguments.value("--kernel");
    const auto border = borderOf(compilation, name);
    if (!border) return fail(exitUsage, "'" + name + "' is no kernel of " + compilation.function);
    if (arguments.has("--json"))
        print(asJson(compilation, {{}, *border}));
    else
        print(border->empty() ? "The passes logged no refusal at its border.\n" : asText(compilation, *border));
    return exitGood;
}

int showWhyNot(const Session &session, const Arguments &arguments) {
    const auto found = findCompilation(session, arguments.value("--graph"));
    if (!found) return fail(exitUsage, found.error().message);
    if (arguments.has("--nodes")) return showPair(**found, arguments);
    if (arguments.has("--kernel")) return showBorder(**found, arguments);
    const std::vector<RefusedCandidate> candidates = refusedCandidates(**found);
    print(arguments.has("--json") ? asJson(**found, {{}, candidates}) : groupedText(**found, candidates));
    return exitGood;
}

} // namespace

Subcommand whynotCommand() {
    return {
        .name = "whynot",
        .operands = "SOURCE",
        .summary = "say why calls were not fused",
        .details = "Without --nodes and --kernel: all that the passes refused, grouped by the reason, with the bytes\n"
                   "of the values that one of the nodes gives to another.",
        .options = sourceOptions(
            {{"--graph", "G", "which graph: its index or function (default: the first)", {}},
             {"--nodes", "A,B", "what joined these two, or could have: %4,%6 or names as jitscope ir prints them", {}},
             {"--kernel", "K", "what stopped this kernel from growing", {}},
             {"--json", "", "as JSON", {}}}),
        .run =
            [](const Arguments &arguments) {
                return withSource(arguments, [&](const Session &session) { return showWhyNot(session, arguments); });
            },
    };
}

} // namespace cli
} // namespace jitscope
