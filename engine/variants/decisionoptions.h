// SPDX-License-Identifier: Apache-2.0
// Decisions as options of `jitscope variant` and of the console's %variant, read and written.
#pragma once

#include "engine/variants/decisionreading.h"
#include "engine/variants/variant.h"

#include <span>
#include <utility>

namespace jitscope::inline variants {

/** One option: how it is called, what it takes, what it does, and the decision that its value makes. */
struct DecisionOption {
    Decision::Kind kind;
    const char *name;  ///< "--refuse"
    const char *value; ///< "RULE@NODE"
    const char *summary;
    Result<Decision> (*read)(const Compilation &compilation, const std::string &text);
};

const std::vector<DecisionOption> &decisionOptions();

/** A name and its value; "--compile-at" gives the level. */
using OptionText = std::pair<std::string, std::string>;

/** What options say, and how each of its decisions was understood. */
struct ReadSpec {
    VariantSpec spec;
    std::vector<DecisionReading> readings; ///< of the decisions
};

/** What the options say of that compilation, at its own level unless they name one. The error says which is wrong. */
Result<ReadSpec> readSpec(const Compilation &compilation, std::span<const OptionText> options);
Result<VariantSpec> specOf(const Compilation &compilation, std::span<const OptionText> options);

/** The options that make `spec` of that compilation again; nodes are named by number. */
std::vector<OptionText> optionsOf(const VariantSpec &spec, const Compilation &compilation);

/** The options as one would type them: --refuse 'x + 0 -> x@%12' --without cse. */
std::string commandText(std::span<const OptionText> options);

} // namespace jitscope::inline variants
