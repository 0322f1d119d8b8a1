// SPDX-License-Identifier: Apache-2.0
// Follows the passes once more to find the captured nodes, and reads the texts of the command line.
#include "engine/variants/namedecision.h"

#include "engine/base/text.h"
#include "engine/ir/nodename.h"
#include "engine/variants/rulesmet.h"
#include "engine/variants/variant.h"

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
std::string proposal(const RulesMet &there, const std::string &place) {
    if (there.applied.empty()) return "no rule was applied there";
    if (there.applied.size() == 1)
        return "the one rule that was applied there is '" + there.applied.front() + "': --refuse @" + place +
               " takes it";
    return "the rules that were applied there are " + listed(there.applied);
}

bool knows(const RulesMet &rules, const std::string &text) {
    return !rulesWith(rules.applied, text).empty() || !rulesWith(rules.refused, text).empty();
}

/** Finds the rule of one refusal: where its nodes are, in all of the compile, at the other level. */
class RuleFinder {
public:
    RuleFinder(const Compilation &compilation, const VariantSpec &among, std::vector<NodeId> nodes, std::string place)
        : m_compilation(compilation)
        , m_among(among)
        , m_nodes(std::move(nodes))
        , m_place(std::move(place)) {}

    Result<ReadDecision> find(const std::string &text) const {
        if (text == anyRule) return refusal({});
        if (text.empty()) return ofNode();
        const bool isOfLevel = jitLevelOf(m_compilation) == m_among.level;
        if (isOfLevel)
            if (auto found = at(m_compilation, text)) return *std::move(found);
        // What the other decisions bring is known when they were compiled.
        const bool isOther = canCompile() && !(isOfLevel && m_among.decisions.empty());
        const Compilation decided = isOther ? stagesOf(m_compilation, m_among) : m_compilation;
        if (isOther)
            if (auto found = at(decided, text)) return *std::move(found);
        if (knows(rulesMet(decided), text) || (isOfLevel && knows(rulesMet(m_compilation), text)))
            return Error{notMet(text) + proposal(there(), m_place)};
        return atOtherLevel(text, rulesMet(decided));
    }

private:
    bool canCompile() const { return !m_compilation.imported && !m_compilation.captured.graphs.empty(); }
    RulesMet there() const { return rulesMetAt(m_compilation, m_nodes); }

    ReadDecision refusal(std::string rule, DecisionReading reading = {}) const {
        return {{Decision::Kind::Refuse, std::move(rule), m_nodes}, std::move(reading)};
    }

    Error several(const std::string &text, const std::vector<std::string> &found) const {
        return Error{"Several rules at " + titlesOf(m_compilation, m_nodes) + " have '" + text +
                     "' in them: " + listed(found)};
    }

    std::string notMet(const std::string &text) const {
        return "No rule with '" + text + "' in it was met at " + titlesOf(m_compilation, m_nodes) + " of " +
               m_compilation.function + ": ";
    }

    ReadDecision ofNode() const {
        const std::vector<std::string> applied = there().applied;
        if (applied.size() == 1) return refusal(applied.front(), {.rule = RuleChoice::OneApplied});
        if (applied.empty()) return refusal({}, {.rule = RuleChoice::NoneApplied});
        return refusal({}, {.rule = RuleChoice::SeveralApplied, .applied = applied});
    }

    /** Nothing where that compile did not meet it at the nodes. */
    std::optional<Result<ReadDecision>> at(const Compilation &compilation, const std::string &text) const {
        const RulesMet there = rulesMetAt(compilation, m_nodes);
        for (const std::vector<std::string> *rules : {&there.applied, &there.refused}) {
            const std::vector<std::string> found = rulesWith(*rules, text);
            if (found.size() == 1) return refusal(found.front());
            if (found.size() > 1) return several(text, found);
        }
        return {};
    }

    Result<ReadDecision> atOtherLevel(const std::string &text, RulesMet known) const {
        const JitLevel other = m_among.level == JitLevel::O0 ? JitLevel::O1 : JitLevel::O0;
        RulesMet met;
        if (canCompile())
            met = rulesMet(jitLevelOf(m_compilation) == other ? m_compilation : stagesOf(m_compilation, {other, {}}));
        for (const std::vector<std::string> *rules : {&met.applied, &met.refused}) {
            const std::vector<std::string> found = rulesWith(*rules, text);
            if (found.size() > 1) return several(text, found);
            if (found.size() == 1)
                return refusal(found.front(), {.rule = RuleChoice::OtherLevel, .level = m_among.level});
        }
        known.applied.insert(known.applied.end(), met.applied.begin(), met.applied.end());
        known.refused.insert(known.refused.end(), met.refused.begin(), met.refused.end());
        return Error{unknown(text, nearestRules(known, text))};
    }

    std::string unknown(const std::string &text, const std::vector<std::string> &near) const {
        const std::string said =
            "No rule with '" + text + "' in it was met in " + m_compilation.function + ", neither at O0 nor at O1; ";
        const std::string nearest = near.empty() ? "" : "near it are '" + join(near, "', '") + "'; ";
        return said + nearest + proposal(there(), m_place);
    }

    const Compilation &m_compilation;
    const VariantSpec &m_among;
    std::vector<NodeId> m_nodes;
    std::string m_place; ///< the nodes as they were written
};

} // namespace

Result<ReadDecision> readRefusal(const Compilation &compilation, const std::string &text, const VariantSpec &among) {
    const size_t at = text.rfind('@');
    if (at == std::string::npos)
        return Error{"'" + text +
                     "' names no node: RULE@NODE is expected, as in \"x + 0 -> x@CNode_12\", or @CNode_12 for the one "
                     "that was applied there"};
    const std::string place = text.substr(at + 1);
    auto nodes = nodesNamed(compilation, place);
    if (!nodes) return nodes.error();
    return RuleFinder(compilation, among, *std::move(nodes), place).find(text.substr(0, at));
}

Result<Decision> refusalNamed(const Compilation &compilation, const std::string &text) {
    auto read = readRefusal(compilation, text, {jitLevelOf(compilation), {}});
    if (!read) return read.error();
    return std::move(read->decision);
}

namespace {

/** The nodes of a text, as they are written and in their order. */
Result<std::vector<NodeId>> writtenNodes(const Compilation &compilation, const std::string &text) {
    std::vector<NodeId> nodes;
    for (const std::string &part : split(text, '+')) {
        const std::optional<NodeId> number = numberIn(part), id = number ? number : idOfNamed(compilation, part);
        if (!id || capturedNodes(compilation, {*id}).empty())
            return Error{"'" + part + "' is no node of " + compilation.function +
                         ": CNode_12 is one as dumps name it, %12 as messages do, %12+%13 are two"};
        nodes.push_back(*id);
    }
    return nodes;
}

} // namespace

Result<std::vector<NodeId>> nodesNamed(const Compilation &compilation, const std::string &text) {
    const auto written = writtenNodes(compilation, text);
    if (!written) return written.error();
    std::vector<NodeId> nodes;
    for (const NodeId id : *written) {
        // A captured node that took in others on the way is still meant alone.
        const std::vector<NodeId> meant =
            findNode(compilation.captured, id) ? std::vector{id} : capturedNodes(compilation, {id});
        nodes.insert(nodes.end(), meant.begin(), meant.end());
    }
    std::ranges::sort(nodes);
    nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
    return nodes;
}

std::vector<AskedNode> askedNodesNamed(const Compilation &compilation, const std::string &text) {
    auto written = writtenNodes(compilation, text);
    if (!written) return {};
    std::erase_if(*written, [&](NodeId id) { return findNode(compilation.captured, id) != nullptr; });
    return askedNodes(compilation, *written);
}

} // namespace jitscope::inline variants
