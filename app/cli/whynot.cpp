// SPDX-License-Identifier: GPL-3.0-or-later
// `jitscope whynot`: what the passes refused to join, and what lies in memory for it.
#include "app/cli/command.h"
#include "app/cli/source.h"
#include "engine/base/json.h"
#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/variants/counterfactual.h"
#include "engine/variants/namedecision.h"
#include "engine/variants/whynot.h"

namespace jitscope {
inline namespace cli {

namespace {

/** What is printed of a compilation, with what is asked of it over and over. */
struct Shown {
    explicit Shown(const Compilation &of)
        : compilation(of)
        , counterfactuals(of) {}

    const Compilation &compilation;
    Counterfactuals counterfactuals;
};

std::string bytesText(const std::optional<int64_t> &bytes) {
    return bytes ? humanBytes(*bytes) + " between them" : "bytes between them not known";
}

/** "users of MatMul: 2, needs = 1". */
std::string predicateText(const Predicate &predicate) {
    if (predicate.kind == PredicateKind::Stated) return {};
    return nameOf(predicate) + ": " + predicate.actual.text + ", needs " +
           std::string(formOf(predicate.kind).relation) + " " + predicate.required.text;
}

/** "--fuse %4+%6", "--compile-at O0": as jitscope variant takes it. */
std::string optionsOf(const Counterfactual &change) {
    std::vector<std::string> options;
    if (change.level) options.push_back(*change.level == JitLevel::O1 ? "--compile-at O1" : "--compile-at O0");
    for (const Decision &decision : change.decisions) {
        std::vector<std::string> nodes;
        for (const NodeId node : decision.nodes)
            nodes.push_back(nodeName(node));
        const std::string rule = decision.name.empty() ? "" : decision.name + "@";
        options.push_back("--" + std::string(nameOf(decision.kind)) + " '" + rule + join(nodes, "+") + "'");
    }
    return join(options, " ");
}

std::string asText(Shown &shown, const RefusedCandidate &candidate) {
    const Refusal &refusal = candidate.refusal;
    std::string text = "  " + join(candidate.titles, ", ") + ": " + refusal.reason() + "\n";
    if (const std::string pass = passNameOf(shown.compilation, candidate); !pass.empty()) {
        text += "    " + pass + (refusal.rule.empty() ? "" : ", rule " + refusal.rule) + ", " +
                bytesText(candidate.bytesBetween);
        text += candidate.times > 1 ? format(", refused %d times\n", candidate.times) : "\n";
    }
    if (const std::string predicate = predicateText(refusal.predicate); !predicate.empty())
        text += "    " + predicate + "\n";
    const Counterfactual change = shown.counterfactuals.of(candidate);
    text += change.exists() ? "    try: " : "    no change: ";
    text += toString(change, shown.compilation.captured);
    return text + (change.exists() ? " (jitscope variant " + optionsOf(change) + ")\n" : "\n");
}

std::string asText(Shown &shown, const std::vector<RefusedCandidate> &candidates) {
    std::string text;
    for (const RefusedCandidate &candidate : candidates)
        text += asText(shown, candidate);
    return text;
}

std::string groupedText(Shown &shown, const std::vector<RefusedCandidate> &candidates) {
    std::string text;
    for (const RefusalGroup &group : groupsOf(candidates)) {
        text += format("%zu x %s (%s)", group.members.size(), group.name.c_str(),
                       std::string(toString(group.subject)).c_str());
        if (group.unknown < group.members.size()) text += ", " + humanBytes(group.bytes) + " between them";
        if (group.unknown > 0) text += format(", bytes of %zu not known", group.unknown);
        text += "\n";
        for (const size_t place : group.members)
            text += asText(shown, candidates[place]);
    }
    if (text.empty()) text = "No pass refused anything.\n";
    if (const auto made = shown.counterfactuals.kernelsAtO1())
        text +=
            format("Compiled at O0, where no pass makes fused kernels; at O1 it has %zu, with %zu operators inside\n"
                   "    try: compiled at O1 (jitscope variant --compile-at O1)\n",
                   made->kernels, made->members);
    return text;
}

void append(JsonWriter &json, const char *key, const PredicateOperand &operand) {
    if (operand.isNumber())
        json.member(key, operand.number);
    else
        json.member(key, operand.text);
}

void append(JsonWriter &json, const Predicate &predicate) {
    const PredicateForm &form = formOf(predicate.kind);
    json.member("name", nameOf(predicate)).member("about", std::string(toString(form.group)));
    append(json, "actual", predicate.actual);
    json.member("relation", std::string(form.relation));
    append(json, "required", predicate.required);
    json.key("unit");
    if (predicate.actual.isNumber() || predicate.required.isNumber())
        json.value(unitOf(predicate.kind));
    else
        json.null();
}

void append(JsonWriter &json, const std::vector<NodeId> &nodes) {
    json.beginArray();
    for (const NodeId node : nodes)
        json.value(node.value);
    json.endArray();
}

void append(JsonWriter &json, const Counterfactual &change, const Module &captured) {
    json.beginObject();
    if (!change.exists()) {
        json.member("why_none", change.whyNone).endObject();
        return;
    }
    json.member("text", toString(change, captured)).member("options", optionsOf(change));
    if (change.level) json.member("jit_level", std::string(*change.level == JitLevel::O1 ? "O1" : "O0"));
    json.key("decisions").beginArray();
    for (const Decision &decision : change.decisions) {
        json.beginObject().member("kind", std::string(nameOf(decision.kind))).member("name", decision.name);
        json.key("nodes");
        append(json, decision.nodes);
        json.endObject();
    }
    json.endArray().endObject();
}

void append(JsonWriter &json, Shown &shown, const RefusedCandidate &candidate) {
    json.beginObject().member("pass", passNameOf(shown.compilation, candidate)).key("pass_index");
    if (candidate.pass == RefusedCandidate::noPass)
        json.null();
    else
        json.value(shown.compilation.passes[candidate.pass].index);
    json.member("rule", candidate.refusal.rule).member("reason", candidate.refusal.reason());
    append(json, candidate.refusal.predicate);
    json.member("count", candidate.times).key("nodes").beginArray();
    for (const std::string &title : candidate.titles)
        json.value(title);
    json.endArray().key("captured");
    append(json, candidate.captured);
    json.key("bytes_between");
    if (candidate.bytesBetween)
        json.value(*candidate.bytesBetween);
    else
        json.null();
    json.key("counterfactual");
    append(json, shown.counterfactuals.of(candidate), shown.compilation.captured);
    json.endObject();
}

std::string asJson(Shown &shown, const WhyNot &answer) {
    JsonWriter json;
    json.beginObject().member("graph", shown.compilation.function).key("joined").beginArray();
    for (const JoinedNodes &each : answer.joined)
        json.beginObject()
            .member("pass", fullName(shown.compilation.passes[each.pass]))
            .member("rule", each.rule)
            .endObject();
    json.endArray().key("refused").beginArray();
    for (const RefusedCandidate &each : answer.refused)
        append(json, shown, each);
    json.endArray().key("groups").beginArray();
    for (const RefusalGroup &group : groupsOf(answer.refused)) {
        json.beginObject().member("name", group.name).member("about", std::string(toString(group.subject)));
        json.member("count", int64_t(group.members.size()));
        json.member("bytes_between", group.bytes).member("count_without_bytes", int64_t(group.unknown)).endObject();
    }
    return json.endArray().endObject().text();
}

int showPair(const Compilation &compilation, const Arguments &arguments) {
    const std::string pair = arguments.value("--nodes");
    const size_t comma = pair.find(',');
    if (comma == std::string::npos) return fail(exitUsage, "--nodes takes two nodes: --nodes %4,%6");
    const auto first = nodesNamed(compilation, pair.substr(0, comma));
    if (!first) return fail(exitUsage, first.error().message);
    const auto second = nodesNamed(compilation, pair.substr(comma + 1));
    if (!second) return fail(exitUsage, second.error().message);
    WhyNot answer = whyNotTogether(compilation, *first, *second);
    Shown shown(compilation);
    std::vector<NodeId> both = *first;
    both.insert(both.end(), second->begin(), second->end());
    if (auto apart = shown.counterfactuals.apart(answer, both)) answer.refused.push_back(*std::move(apart));
    if (arguments.has("--json")) {
        print(asJson(shown, answer));
        return exitGood;
    }
    std::string text;
    for (const JoinedNodes &each : answer.joined)
        text += "  joined by " + fullName(compilation.passes[each.pass]) + ", rule " + each.rule + "\n";
    text += asText(shown, answer.refused);
    print(text.empty() ? "No pass looked at the two as one candidate.\n" : text);
    return exitGood;
}

int showBorder(const Compilation &compilation, const Arguments &arguments) {
    const std::string name = arguments.value("--kernel");
    const auto border = borderOf(compilation, name);
    if (!border) return fail(exitUsage, "'" + name + "' is no kernel of " + compilation.function);
    Shown shown(compilation);
    if (arguments.has("--json"))
        print(asJson(shown, {{}, *border}));
    else
        print(border->empty() ? "The passes logged no refusal at its border.\n" : asText(shown, *border));
    return exitGood;
}

int showWhyNot(const Session &session, const Arguments &arguments) {
    const auto found = findCompilation(session, arguments.value("--graph"));
    if (!found) return fail(exitUsage, found.error().message);
    if (arguments.has("--nodes")) return showPair(**found, arguments);
    if (arguments.has("--kernel")) return showBorder(**found, arguments);
    const std::vector<RefusedCandidate> candidates = refusedCandidates(**found);
    Shown shown(**found);
    print(arguments.has("--json") ? asJson(shown, {{}, candidates}) : groupedText(shown, candidates));
    return exitGood;
}

} // namespace

Subcommand whynotCommand() {
    return {
        .name = "whynot",
        .operands = "SOURCE",
        .summary = "say why calls were not fused",
        .details = "Without --nodes and --kernel: all that the passes refused, grouped by the predicate that failed,\n"
                   "with the bytes of the values that one of the nodes gives to another, and the smallest change\n"
                   "that makes the predicate hold (jitscope variant compiles with it).",
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
