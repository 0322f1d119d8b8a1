// SPDX-License-Identifier: Apache-2.0
// Reads the logs of the passes.
#include "engine/variants/rulesmet.h"

#include "engine/variants/namedecision.h"
#include "engine/variants/variant.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <iterator>
#include <utility>

namespace jitscope::inline variants {

namespace {

using IsMeant = std::function<bool(const std::vector<NodeId> &)>;

void addRule(std::vector<std::string> &rules, const std::string &rule) {
    if (!rule.empty() && std::ranges::find(rules, rule) == rules.end()) rules.push_back(rule);
}

RulesMet rulesWhere(const Compilation &compilation, const IsMeant &isMeant) {
    RulesMet rules;
    for (const PassRecord &pass : compilation.passes) {
        for (const Rewrite &rewrite : pass.rewrites)
            if (isMeant(rewrite.before)) addRule(rules.applied, rewrite.rule);
        for (const Refusal &refusal : pass.refusals)
            if (isMeant(refusal.nodes)) addRule(rules.refused, refusal.rule);
    }
    return rules;
}

bool areAlike(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/** How many characters have to change for `text` to be a part of `name`. */
size_t distanceToPart(const std::string &text, const std::string &name) {
    std::vector<size_t> row(name.size() + 1, 0); // a part may begin anywhere
    for (size_t i = 0; i < text.size(); ++i) {
        size_t diagonal = std::exchange(row[0], i + 1);
        for (size_t j = 0; j < name.size(); ++j) {
            const size_t exchanged = diagonal + (areAlike(text[i], name[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({exchanged, row[j] + 1, row[j + 1] + 1});
        }
    }
    return *std::ranges::min_element(row);
}

} // namespace

RulesMet rulesMet(const Compilation &compilation) {
    return rulesWhere(compilation, [](const std::vector<NodeId> &) { return true; });
}

RulesMet rulesMetAt(const Compilation &compilation, const std::vector<NodeId> &captured) {
    const CapturedOrigins origins = capturedOrigins(compilation);
    const size_t fewest = std::min<size_t>(2, captured.size());
    return rulesWhere(compilation, [&](const std::vector<NodeId> &met) {
        const auto isTouched = [&](NodeId node) {
            return std::ranges::any_of(met,
                                       [&](NodeId id) { return std::ranges::binary_search(origins.of(id), node); });
        };
        return size_t(std::ranges::count_if(captured, isTouched)) >= fewest;
    });
}

std::vector<std::string> rulesWith(const std::vector<std::string> &rules, const std::string &text) {
    if (std::ranges::find(rules, text) != rules.end()) return {text};
    std::vector<std::string> found;
    std::ranges::copy_if(rules, std::back_inserter(found),
                         [&](const std::string &rule) { return rule.find(text) != std::string::npos; });
    return found;
}

std::vector<std::string> nearestRules(const RulesMet &rules, const std::string &text) {
    constexpr size_t most = 3;
    std::vector<std::pair<size_t, std::string>> near;
    for (const auto *each : {&rules.applied, &rules.refused})
        for (const std::string &rule : *each) {
            const size_t distance = distanceToPart(text, rule);
            const bool isNear = 3 * distance <= text.size(); // a third of it mistyped
            if (isNear && std::ranges::find(near, rule, &std::pair<size_t, std::string>::second) == near.end())
                near.emplace_back(distance, rule);
        }
    std::ranges::stable_sort(near, std::less(), &std::pair<size_t, std::string>::first);
    if (near.size() > most) near.resize(most);
    std::vector<std::string> names;
    std::ranges::transform(near, std::back_inserter(names), &std::pair<size_t, std::string>::second);
    return names;
}

std::vector<std::string> rulesInstead(const Compilation &before, const Compilation &variant, const Decision &decision) {
    if (decision.kind != Decision::Kind::Refuse || jitLevelOf(before) != jitLevelOf(variant)) return {};
    const std::vector<std::string> then = rulesMetAt(before, decision.nodes).applied;
    std::vector<std::string> rules = rulesMetAt(variant, decision.nodes).applied;
    std::erase_if(rules, [&](const std::string &rule) { return std::ranges::find(then, rule) != then.end(); });
    return rules;
}

} // namespace jitscope::inline variants
