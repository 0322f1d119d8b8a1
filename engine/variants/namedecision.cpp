// SPDX-License-Identifier: Apache-2.0
// Follows the passes once more to find the captured nodes, and reads the texts of the command line.
#include "engine/variants/namedecision.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace jitscope::inline variants {

namespace {

/** "CNode_12" of "CNode_12$z": what a dump calls it besides its variable. */
std::string_view nameWithoutVariable(const Node &node) {
    return std::string_view(node.name).substr(0, node.name.find('$'));
}

std::optional<NodeId> idOfNamed(const Module &module, std::string_view name) {
    for (const GraphPtr &graph : module.graphs)
        for (const std::vector<NodePtr> *nodes : {&graph->nodes, &graph->parameters})
            for (const NodePtr &node : *nodes)
                if (node->name == name || nameWithoutVariable(*node) == name) return node->id;
    return {};
}

/** The node that a dump of some stage calls so. */
std::optional<NodeId> idOfNamed(const Compilation &compilation, std::string_view name) {
    if (const auto id = idOfNamed(compilation.captured, name)) return id;
    for (const PassRecord &pass : compilation.passes)
        if (pass.changed)
            if (const auto id = idOfNamed(pass.after, name)) return id;
    return {};
}

std::optional<NodeId> numberIn(std::string_view text) {
    if (text.starts_with('%')) text.remove_prefix(1);
    int64_t id = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
    if (error != std::errc() || end != text.data() + text.size() || id <= 0) return {};
    return NodeId{id};
}

} // namespace

CapturedOrigins capturedOrigins(const Compilation &compilation) {
    CapturedOrigins origins(compilation.captured);
    for (const PassRecord &pass : compilation.passes)
        if (pass.changed) origins.follow(pass.after, pass.rewrites);
    return origins;
}

std::vector<NodeId> capturedNodes(const Compilation &compilation, const std::vector<NodeId> &nodes) {
    const CapturedOrigins origins = capturedOrigins(compilation);
    std::vector<NodeId> captured;
    for (const NodeId node : nodes)
        captured.insert(captured.end(), origins.of(node).begin(), origins.of(node).end());
    std::ranges::sort(captured);
    captured.erase(std::ranges::unique(captured).begin(), captured.end());
    return captured;
}

std::optional<Decision> refusalOf(const Compilation &compilation, const PassRecord &, const Rewrite &rewrite) {
    std::vector<NodeId> nodes = capturedNodes(compilation, rewrite.before);
    if (nodes.empty()) return {};
    return Decision{Decision::Kind::Refuse, rewrite.rule, std::move(nodes)};
}

namespace {

/** Rules in the order of the passes, each once: those that were applied there, and those that were only refused. */
struct RulesThere {
    std::vector<std::string> applied, refused;
};

void addRule(std::vector<std::string> &rules, const std::string &rule) {
    if (!rule.empty() && std::ranges::find(rules, rule) == rules.end()) rules.push_back(rule);
}

/** Without nodes those of the whole compilation. Across several nodes a rule is one that was about two of them. */
RulesThere rulesAt(const Compilation &compilation, const std::vector<NodeId> &nodes) {
    const CapturedOrigins origins = capturedOrigins(compilation);
    const auto isThere = [&](const std::vector<NodeId> &met) {
        size_t touched = 0;
        for (const NodeId node : nodes)
            touched +=
                std::ranges::any_of(met, [&](NodeId id) { return std::ranges::binary_search(origins.of(id), node); });
        return touched >= std::min<size_t>(2, nodes.size());
    };
    RulesThere rules;
    for (const PassRecord &pass : compilation.passes) {
        for (const Rewrite &rewrite : pass.rewrites)
            if (isThere(rewrite.before)) addRule(rules.applied, rewrite.rule);
        for (const Refusal &refusal : pass.refusals)
            if (isThere(refusal.nodes)) addRule(rules.refused, refusal.rule);
    }
    return rules;
}

std::vector<std::string> fitting(const std::vector<std::string> &rules, const std::string &text) {
    if (std::ranges::find(rules, text) != rules.end()) return {text};
    std::vector<std::string> found;
    std::ranges::copy_if(rules, std::back_inserter(found),
                         [&](const std::string &rule) { return rule.find(text) != std::string::npos; });
    return found;
}

std::string listed(std::vector<std::string> rules) {
    constexpr size_t mostShown = 6;
    const bool isCut = rules.size() > mostShown;
    if (isCut) rules.resize(mostShown);
    return join(rules, "; ") + (isCut ? "; ..." : "");
}

std::string titlesOf(const Compilation &compilation, const std::vector<NodeId> &nodes) {
    std::vector<std::string> titles;
    for (const NodeId id : nodes) {
        const NodePtr node = findNode(compilation.captured, id);
        titles.push_back(node ? nodeTitle(*node) : nodeName(id));
    }
    return join(titles, ", ");
}

/** What to write instead, of the rules that were applied there. */
std::string proposal(const RulesThere &there, const std::string &place) {
    if (there.applied.empty()) return "no rule was applied there";
    if (there.applied.size() == 1)
        return "the one rule that was applied there is '" + there.applied.front() + "': --refuse @" + place +
               " takes it";
    return "the rules that were applied there are " + listed(there.applied);
}

/** The rule that `text` is or is a part of, among those that were met at the nodes. One that no pass came across may
    come up at O1: then it is taken as it is. */
Result<std::string> ruleNamed(const Compilation &compilation, const std::string &text, const std::vector<NodeId> &nodes,
                              const std::string &place) {
    if (text == anyRule) return std::string();
    const RulesThere there = rulesAt(compilation, nodes);
    if (text.empty()) return there.applied.size() == 1 ? there.applied.front() : text;
    for (const std::vector<std::string> *rules : {&there.applied, &there.refused}) {
        const std::vector<std::string> found = fitting(*rules, text);
        if (found.size() == 1) return found.front();
        if (found.size() > 1)
            return Error{"Several rules at " + titlesOf(compilation, nodes) + " have '" + text +
                         "' in them: " + listed(found)};
    }
    const RulesThere all = rulesAt(compilation, {});
    const bool isKnown = !fitting(all.applied, text).empty() || !fitting(all.refused, text).empty();
    if (!isKnown && compilation.jitLevel != "O1") return text;
    return Error{"No rule with '" + text + "' in it was met at " + titlesOf(compilation, nodes) + " of " +
                 compilation.function + ": " + proposal(there, place)};
}

} // namespace

Result<Decision> refusalNamed(const Compilation &compilation, const std::string &text) {
    const size_t at = text.rfind('@');
    if (at == std::string::npos)
        return Error{"'" + text +
                     "' names no node: RULE@NODE is expected, as in \"x + 0 -> x@CNode_12\", or @CNode_12 for the one "
                     "that was applied there"};
    auto nodes = nodesNamed(compilation, text.substr(at + 1));
    if (!nodes) return nodes.error();
    auto rule = ruleNamed(compilation, text.substr(0, at), *nodes, text.substr(at + 1));
    if (!rule) return rule.error();
    return Decision{Decision::Kind::Refuse, *std::move(rule), *std::move(nodes)};
}

Result<Decision> refusalAmongOthers(const Compilation &compilation, const std::string &text) {
    auto named = refusalNamed(compilation, text);
    const size_t at = text.rfind('@');
    if (named || at == std::string::npos || text.substr(0, at).find("->") == std::string::npos) return named;
    auto nodes = nodesNamed(compilation, text.substr(at + 1));
    if (!nodes) return named;
    return Decision{Decision::Kind::Refuse, text.substr(0, at), *std::move(nodes)};
}

Result<std::vector<NodeId>> nodesNamed(const Compilation &compilation, const std::string &text) {
    std::vector<NodeId> nodes;
    const auto add = [&](NodeId id) {
        // A captured node that took in others on the way is still meant alone.
        if (findNode(compilation.captured, id)) return nodes.push_back(id);
        const std::vector<NodeId> captured = capturedNodes(compilation, {id});
        nodes.insert(nodes.end(), captured.begin(), captured.end());
    };
    for (size_t start = 0; start <= text.size();) {
        const size_t end = std::min(text.find('+', start), text.size());
        const std::string part = text.substr(start, end - start);
        const std::optional<NodeId> number = numberIn(part), id = number ? number : idOfNamed(compilation, part);
        if (!id || capturedNodes(compilation, {*id}).empty())
            return Error{"'" + part + "' is no node of " + compilation.function +
                         ": CNode_12 is one as dumps name it, %12 as messages do, %12+%13 are two"};
        add(*id);
        start = end + 1;
    }
    std::ranges::sort(nodes);
    nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
    return nodes;
}

} // namespace jitscope::inline variants
