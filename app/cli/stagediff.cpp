// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stagediff.h"

#include "app/cli/command.h"
#include "app/cli/source.h"
#include "app/cli/decisionarguments.h"
#include "engine/base/json.h"
#include "engine/base/sizes.h"
#include "engine/base/text.h"
#include "engine/ir/irtext.h"
#include "engine/ir/nodename.h"
#include "engine/variants/kernelpairs.h"
#include "engine/variants/matchedside.h"
#include "engine/variants/stagelinks.h"
#include "engine/variants/stagematch.h"
#include "engine/variants/variant.h"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace jitscope {
inline namespace cli {

namespace {

/** Both sides with the names that are shown of them. */
struct Compared {
    const Compilation &left, &right;
    int leftPass, rightPass;
    std::string leftName, rightName;
};

Result<int> stageNamed(const Compilation &compilation, const std::string &name) {
    if (name == "captured") return capturedStage;
    if (name == "final") return finalStage;
    const auto pass = findPass(compilation, name);
    if (!pass) return Error{pass.error().message + "; captured and final are stages too"};
    return (*pass)->index;
}

std::string nameOf(const Compilation &compilation, int pass, const std::string &which) {
    const std::string stage = pass == capturedStage ? "captured"
                              : pass == finalStage  ? "final"
                                                    : fullName(compilation.passes[size_t(pass)]);
    return which + compilation.function + "/" + stage;
}

std::vector<std::string> canonicalText(const Module &module) {
    std::vector<std::string> lines;
    for (const PrintedLine &line : printLines(module, {.canonicalNames = true}))
        lines.push_back(line.text);
    return lines;
}

bool isTold(const NodeMatch &node, bool isLeft) {
    const bool isGone = node.change == StageChange::Removed || node.change == StageChange::Folded;
    return isLeft ? isGone : node.change != StageChange::Unchanged;
}

std::vector<std::string> titles(const std::vector<NodeId> &nodes, const MatchedSide &side) {
    std::vector<std::string> names;
    for (const NodeId id : nodes)
        names.push_back(side.titleOf(id));
    return names;
}

/** Calls each with the node, the other side and whether the node is on the left. */
template<class Use> void eachTold(const StageMatch &match, Use use) {
    const MatchedSide left(match.left, match.leftNodes), right(match.right, match.rightNodes);
    std::unordered_set<NodeId> toldAtRight; // as what became of them
    for (const NodeMatch &node : match.rightNodes)
        if (isTold(node, false)) toldAtRight.insert(node.counterparts.begin(), node.counterparts.end());
    for (const NodeMatch &node : match.leftNodes)
        if (isTold(node, true) && !toldAtRight.contains(node.node->id)) use(node, right, true);
    for (const NodeMatch &node : match.rightNodes)
        if (isTold(node, false)) use(node, left, false);
}

/** As a comment below the diff; what is long goes on below, further in. */
std::string commented(std::string_view text) {
    constexpr size_t widest = 120;
    std::string lines = "# ";
    size_t used = lines.size();
    for (const std::string &word : split(text, ' ')) {
        const bool isFirst = lines.ends_with(' ');
        if (!isFirst && used + 1 + word.size() > widest) {
            lines += "\n#     ";
            used = 6;
        } else if (!isFirst) {
            lines += ' ';
            ++used;
        }
        lines += word;
        used += word.size();
    }
    return lines + "\n";
}

std::string kernelText(const KernelPair &pair) {
    const auto side = [](const std::optional<PairedKernel> &kernel) {
        return kernel ? "@" + kernel->graph + " (" + humanBytes(int64_t(kernel->bytes)) + ")" : std::string("-");
    };
    std::string text =
        "kernels: " + side(pair.left) + " | " + side(pair.right) + format(", %zu members in both", pair.common.size());
    if (!pair.onlyLeft.empty()) text += "; only left: " + join(pair.onlyLeft, ", ");
    if (!pair.onlyRight.empty()) text += "; only right: " + join(pair.onlyRight, ", ");
    return commented(text);
}

/** How many nodes are the same on both sides, and what their matches rest on. */
std::string unchangedText(const StageMatch &match) {
    std::map<MatchBasis, int> counts;
    for (const NodeMatch &node : match.rightNodes)
        if (node.change == StageChange::Unchanged) ++counts[node.basis];
    std::string text;
    for (const auto &[basis, count] : counts)
        text += format("# unchanged: %d nodes, matched %s\n", count, std::string(toString(basis)).c_str());
    return text;
}

void showText(const Compared &compared, const StageMatch &match) {
    std::string text =
        unifiedDiff(canonicalText(match.left), canonicalText(match.right), compared.leftName, compared.rightName);
    eachTold(match, [&](const NodeMatch &node, const MatchedSide &others, bool isLeft) {
        const std::string title = nodeTitle(*node.node);
        const std::string other = node.counterparts.empty() ? "-" : groupedText(others.titlesOf(node.counterparts));
        text += commented(std::string(toString(node.change)) + ": " + (isLeft ? title : other) + " -> " +
                          (isLeft ? other : title) + (node.reason.empty() ? "" : " (" + node.reason + ")") +
                          (node.counterparts.empty() ? "" : ", matched " + std::string(toString(node.basis))));
    });
    for (const KernelPair &pair : kernelPairs(match))
        text += kernelText(pair);
    text += unchangedText(match);
    if (const std::string bases = basisText(match); !bases.empty()) text += "# nodes matched " + bases + "\n";
    if (!match.rightIds.empty())
        text += "# %N on the right is the number of the node on the left where the two are one; JSON has both\n";
    print(text);
}

void appendTexts(JsonWriter &json, const char *key, const std::vector<std::string> &texts) {
    json.key(key).beginArray();
    for (const std::string &text : texts)
        json.value(text);
    json.endArray();
}

void appendKernel(JsonWriter &json, const char *key, const std::optional<PairedKernel> &kernel) {
    json.key(key);
    if (kernel)
        json.beginObject().member("graph", kernel->graph).member("bytes", kernel->bytes).endObject();
    else
        json.null();
}

void appendIds(JsonWriter &json, const char *key, const std::vector<NodeId> &ids) {
    json.key(key).beginArray();
    for (const NodeId id : ids)
        json.value(id.value);
    json.endArray();
}

/** As messages about the right side call them. */
std::vector<NodeId> givenRight(const StageMatch &match, std::vector<NodeId> ids) {
    for (NodeId &id : ids)
        id = match.givenRight(id);
    return ids;
}

void showJson(const Compared &compared, const StageMatch &match) {
    JsonWriter json;
    json.beginObject().member("left", compared.leftName).member("right", compared.rightName);
    json.member("matched", std::string(toString(match.basis))).key("matched_by").beginObject();
    for (const auto &[basis, count] : basisCounts(match))
        json.member(std::string(toString(basis)), count);
    json.endObject().key("counts").beginObject();
    const auto counts = changeCounts(match);
    for (int change = 0; change <= int(StageChange::Materialised); ++change) {
        const auto found = counts.find(StageChange(change));
        json.member(std::string(toString(StageChange(change))), found == counts.end() ? 0 : found->second);
    }
    json.endObject().key("nodes").beginArray();
    eachTold(match, [&](const NodeMatch &node, const MatchedSide &others, bool isLeft) {
        json.beginObject().member("change", std::string(toString(node.change))).member("graph", node.graph);
        appendTexts(json, isLeft ? "left" : "right", {nodeTitle(*node.node)});
        appendTexts(json, isLeft ? "right" : "left", titles(node.counterparts, others));
        appendIds(json, "left_ids", isLeft ? std::vector{node.node->id} : node.counterparts);
        appendIds(json, "right_ids", givenRight(match, isLeft ? node.counterparts : std::vector{node.node->id}));
        json.member("reason", node.reason).member("matched", std::string(toString(node.basis))).endObject();
    });
    json.endArray().key("unchanged").beginArray();
    for (const NodeMatch &node : match.rightNodes) {
        if (node.change != StageChange::Unchanged) continue;
        json.beginObject().member("graph", node.graph).member("title", nodeTitle(*node.node));
        json.member("left", node.node->id.value).member("right", match.givenRight(node.node->id).value);
        json.member("matched", std::string(toString(node.basis))).endObject();
    }
    json.endArray().key("kernels").beginArray();
    for (const KernelPair &pair : kernelPairs(match)) {
        json.beginObject();
        appendKernel(json, "left", pair.left);
        appendKernel(json, "right", pair.right);
        appendTexts(json, "in_both", pair.common);
        appendTexts(json, "only_left", pair.onlyLeft);
        appendTexts(json, "only_right", pair.onlyRight);
        json.endObject();
    }
    print(json.endArray().endObject().text() + "\n");
}

int show(const Compared &compared, const Arguments &arguments) {
    const StageMatch match = matchStages({&compared.left, compared.leftPass}, {&compared.right, compared.rightPass});
    const bool isJson = arguments.has("--json") || arguments.value("--format", "text") == "json";
    isJson ? showJson(compared, match) : showText(compared, match);
    const auto isChanged = [](const NodeMatch &node) { return node.change != StageChange::Unchanged; };
    const bool isDifferent =
        std::ranges::any_of(match.leftNodes, isChanged) || std::ranges::any_of(match.rightNodes, isChanged);
    return isDifferent ? exitFinding : exitGood;
}

int showBetween(const Compilation &left, const Compilation &right, const std::string &which,
                const std::string &usualLeft, const Arguments &arguments) {
    const auto from = stageNamed(left, arguments.value("--from", usualLeft));
    if (!from) return fail(exitUsage, from.error().message);
    const auto to = stageNamed(right, arguments.value("--to", "final"));
    if (!to) return fail(exitUsage, to.error().message);
    return show({left, right, *from, *to, nameOf(left, *from, ""), nameOf(right, *to, which)}, arguments);
}

} // namespace

int showStageDiff(const Session &session, const Arguments &arguments) {
    const auto left = findCompilation(session, arguments.value("--graph"));
    if (!left) return fail(exitUsage, left.error().message);
    if (arguments.has("--against")) {
        const auto right = findCompilation(session, arguments.value("--against"));
        if (!right) return fail(exitUsage, right.error().message);
        return showBetween(**left, **right, "", "final", arguments);
    }
    if (!namesVariant(arguments)) return showBetween(**left, **left, "", "captured", arguments);
    const auto spec = decidedSpec(**left, arguments);
    if (!spec) return fail(exitUsage, spec.error().message);
    const Compilation variant = stagesOf(**left, *spec);
    if (variant.final.graphs.empty())
        return fail(exitFinding, "the variant does not compile: jitscope variant says why");
    return showBetween(**left, variant, "variant of ", "final", arguments);
}

} // namespace cli
} // namespace jitscope
