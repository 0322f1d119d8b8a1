// SPDX-License-Identifier: Apache-2.0
// Makes a variant of the candidate and asks it.
#include "engine/extraction/property.h"

#include <algorithm>
#include <array>

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

bool isMeant(const std::string &wanted, const PassRecord &pass, const std::string &rule) {
    return pass.name == wanted || rule.find(wanted) != std::string::npos;
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
