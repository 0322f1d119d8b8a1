// SPDX-License-Identifier: Apache-2.0
// Makes a variant of the candidate and asks it.
#include "engine/extraction/property.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace jitscope::inline extraction {

namespace {

struct Word {
    ReduceProperty::Kind kind;
    std::string_view text;
    bool needsName, takesName;
};

constexpr std::array<Word, 4> words = {{{ReduceProperty::Kind::Differs, "differs", false, false},
                                        {ReduceProperty::Kind::Breaks, "breaks", false, true},
                                        {ReduceProperty::Kind::Fires, "fires", true, true},
                                        {ReduceProperty::Kind::Refused, "refused", true, true}}};

bool isNamed(const PassRecord &pass, const std::string &name) {
    return pass.name == name || fullName(pass) == name;
}

bool isMeant(const std::string &wanted, const PassRecord &pass, const std::string &rule) {
    return isNamed(pass, wanted) || rule.find(wanted) != std::string::npos;
}

bool isAboutRule(const ReduceProperty &property) {
    return property.kind == ReduceProperty::Kind::Fires || property.kind == ReduceProperty::Kind::Refused;
}

/** Of those that were applied or refused, whichever the property is about, with their passes. */
std::vector<std::string> rulesWhere(const ReduceProperty &property, const Compilation &made,
                                    const std::function<bool(const PassRecord &, const std::string &)> &isWanted) {
    std::set<std::string> rules;
    for (const PassRecord &pass : made.passes) {
        const auto see = [&](const std::string &rule) {
            if (isWanted(pass, rule)) rules.insert(rule);
        };
        if (property.kind == ReduceProperty::Kind::Fires)
            std::ranges::for_each(pass.rewrites, see, &Rewrite::rule);
        else
            std::ranges::for_each(pass.refusals, see, &Refusal::rule);
    }
    return {rules.begin(), rules.end()};
}

std::string listed(std::vector<std::string> rules) {
    constexpr size_t mostShown = 12;
    const bool isCut = rules.size() > mostShown;
    if (isCut) rules.resize(mostShown);
    return join(rules, "; ") + (isCut ? "; ..." : "");
}

bool fires(const std::string &wanted, const Compilation &compiled) {
    return std::ranges::any_of(compiled.passes, [&](const PassRecord &pass) {
        return std::ranges::any_of(pass.rewrites,
                                   [&](const Rewrite &rewrite) { return isMeant(wanted, pass, rewrite.rule); });
    });
}

bool isRefused(const std::string &wanted, const Compilation &compiled) {
    return std::ranges::any_of(compiled.passes, [&](const PassRecord &pass) {
        return std::ranges::any_of(pass.refusals,
                                   [&](const Refusal &refusal) { return isMeant(wanted, pass, refusal.rule); });
    });
}

/** The pass that broke it is the last that was recorded. */
bool breaks(const std::string &pass, const Variant &variant) {
    if (variant.executable) return false;
    return pass.empty() || (!variant.record.passes.empty() && variant.record.passes.back().name == pass);
}

} // namespace

Result<ReduceProperty> propertyNamed(const std::string &text) {
    const size_t colon = text.find(':');
    const std::string word = text.substr(0, colon), name = colon == std::string::npos ? "" : text.substr(colon + 1);
    for (const Word &each : words)
        if (word == each.text && (each.needsName ? !name.empty() : each.takesName || colon == std::string::npos))
            return ReduceProperty{each.kind, name};
    return Error{"'" + text + "' is no property: differs, breaks, breaks:PASS, fires:RULE or refused:RULE."};
}

std::vector<std::string> rulesMeant(const ReduceProperty &property, const Compilation &made) {
    if (!isAboutRule(property)) return {};
    const std::string &name = property.name;
    const auto where = [&](const auto &isWanted) { return rulesWhere(property, made, isWanted); };
    const auto exact = where([&](const PassRecord &, const std::string &rule) { return rule == name; });
    if (!exact.empty()) return exact;
    const auto ofPass = where([&](const PassRecord &pass, const std::string &) { return isNamed(pass, name); });
    if (!ofPass.empty()) return ofPass;
    return where([&](const PassRecord &, const std::string &rule) { return rule.find(name) != std::string::npos; });
}

Result<ReduceProperty> withWholeRule(const ReduceProperty &property, const Compilation &made) {
    if (!isAboutRule(property)) return property;
    const std::vector<std::string> meant = rulesMeant(property, made);
    if (meant.size() == 1) return ReduceProperty{property.kind, meant.front()};
    if (std::ranges::any_of(made.passes, [&](const PassRecord &pass) { return isNamed(pass, property.name); }) &&
        !meant.empty())
        return property;
    if (!meant.empty()) return Error{"Several rules have '" + property.name + "' in them, name one: " + listed(meant)};
    const bool isOfApplied = property.kind == ReduceProperty::Kind::Fires;
    const auto all = rulesWhere(property, made, [](const PassRecord &, const std::string &) { return true; });
    const std::string which = isOfApplied ? "applied" : "refused";
    return Error{made.function + " has not the property '" + toString(property) + "': no rule that was " + which +
                 " has that in its name" +
                 (all.empty() ? ", as none was " + which + "." : ". Those that were: " + listed(all))};
}

std::string toString(const ReduceProperty &property) {
    const std::string word(words[size_t(property.kind)].text);
    return property.name.empty() ? word : word + ":" + property.name;
}

bool holds(const ReduceProperty &property, const ReduceSetting &setting, const Candidate &candidate) {
    VariantBase base{setting.compilation, {candidate.module, candidate.arguments, {}}, {}};
    base.compilation.captured = candidate.module;
    if (property.kind == ReduceProperty::Kind::Differs) {
        auto eager = eagerOutcome(base.call);
        if (!eager) return false;
        base.eager = *std::move(eager);
    }
    const Variant variant = makeVariant(base, setting.spec);
    switch (property.kind) {
    case ReduceProperty::Kind::Differs:
        return variant.check.verdict == VariantVerdict::Differs;
    case ReduceProperty::Kind::Breaks:
        return breaks(property.name, variant);
    case ReduceProperty::Kind::Fires:
        return fires(property.name, variant.record);
    case ReduceProperty::Kind::Refused:
        return isRefused(property.name, variant.record);
    }
    return false;
}

} // namespace jitscope::inline extraction
