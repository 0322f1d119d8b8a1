// SPDX-License-Identifier: Apache-2.0
// Follows the passes once more to find the captured nodes, and reads the texts of the command line.
#include "engine/variants/namedecision.h"

#include "engine/base/text.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

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

/** The rules that passes applied or refused, each once. */
std::vector<std::string> rulesOf(const Compilation &compilation) {
    std::set<std::string> rules;
    for (const PassRecord &pass : compilation.passes) {
        for (const Rewrite &rewrite : pass.rewrites)
            rules.insert(rewrite.rule);
        for (const Refusal &refusal : pass.refusals)
            rules.insert(refusal.rule);
    }
    return {rules.begin(), rules.end()};
}

/** The rule that `text` is or is a part of. One that no pass came across may come up at O1: then it is taken as it is.
 */
Result<std::string> ruleNamed(const Compilation &compilation, const std::string &text) {
    const std::vector<std::string> all = rulesOf(compilation);
    if (text.empty() || std::ranges::find(all, text) != all.end()) return text;
    std::vector<std::string> fitting;
    std::ranges::copy_if(all, std::back_inserter(fitting),
                         [&](const std::string &rule) { return rule.find(text) != std::string::npos; });
    if (fitting.size() == 1) return fitting.front();
    if (fitting.empty() && compilation.jitLevel != "O1") return text;
    constexpr size_t mostShown = 6;
    std::vector<std::string> shown = fitting.empty() ? all : fitting;
    const bool isCut = shown.size() > mostShown;
    if (isCut) shown.resize(mostShown);
    return Error{(fitting.empty() ? "No rule of " + compilation.function + " has '" : "Several rules have '") + text +
                 "' in it: " + join(shown, "; ") + (isCut ? "; ..." : "")};
}

} // namespace

Result<Decision> refusalNamed(const Compilation &compilation, const std::string &text) {
    const size_t at = text.rfind('@');
    if (at == std::string::npos)
        return Error{
            "'" + text +
            "' names no node: RULE@NODE is expected, as in \"x + 0 -> x@CNode_12\", or @CNode_12 for any rule"};
    auto nodes = nodesNamed(compilation, text.substr(at + 1));
    if (!nodes) return nodes.error();
    auto rule = ruleNamed(compilation, text.substr(0, at));
    if (!rule) return rule.error();
    return Decision{Decision::Kind::Refuse, *std::move(rule), *std::move(nodes)};
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
