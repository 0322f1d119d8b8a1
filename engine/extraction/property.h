// SPDX-License-Identifier: Apache-2.0
// What a function must still do while it is made smaller.
#pragma once

#include "engine/extraction/candidate.h"
#include "engine/variants/variant.h"

namespace jitscope::inline extraction {

struct ReduceProperty {
    enum class Kind : uint8_t {
        Differs, ///< compiled, it gives something else than eagerly, beyond the tolerance
        Breaks,  ///< it does not compile
        Fires,   ///< a rule is applied
        Refused, ///< a rule is refused
    };
    Kind kind = Kind::Differs;
    std::string name = {}; ///< Breaks: the pass, or "" for any; Fires, Refused: the rule, a part of it, or its pass
    bool operator==(const ReduceProperty &) const = default;
};

/** "differs", "breaks", "breaks:PASS", "fires:RULE", "refused:RULE". */
Result<ReduceProperty> propertyNamed(const std::string &text);

/** As it is written. */
std::string toString(const ReduceProperty &property);

/** The rules that `made` applied (refused: refused) and that the property may mean: the one of that name, else those of
    the pass of that name, else those that have it in theirs. Each once. */
std::vector<std::string> rulesMeant(const ReduceProperty &property, const Compilation &made);

/** The same property with the whole name of its rule. The error lists the rules that it could mean, or all where it
    means none of `made`. */
Result<ReduceProperty> withWholeRule(const ReduceProperty &property, const Compilation &made);

/** How a function is compiled: what is said of it besides its graph, and what was decided. */
struct ReduceSetting {
    Compilation compilation; ///< without stages
    VariantSpec spec;
};

/** Compiles `candidate` and looks. */
bool holds(const ReduceProperty &property, const ReduceSetting &setting, const Candidate &candidate);

} // namespace jitscope::inline extraction
