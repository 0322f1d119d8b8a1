// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/decisionarguments.h"

#include <algorithm>

namespace jitscope {
inline namespace cli {

namespace {

/** In the order of the list of options, as the command line keeps no other. */
std::vector<OptionText> optionsIn(const Arguments &arguments) {
    std::vector<OptionText> options;
    for (const DecisionOption &option : decisionOptions())
        for (const std::string &text : arguments.values(option.name))
            options.emplace_back(option.name, text);
    if (arguments.has("--compile-at")) options.emplace_back("--compile-at", arguments.value("--compile-at"));
    return options;
}

} // namespace

std::vector<OptionDef> decisionOptionDefs() {
    std::vector<OptionDef> defs;
    for (const DecisionOption &option : decisionOptions())
        defs.push_back({option.name, option.value, option.summary, {}});
    defs.push_back({"--compile-at", "L", "the level of the variant (default: that of the program)", {"O0", "O1"}});
    return defs;
}

bool namesVariant(const Arguments &arguments) {
    return std::ranges::any_of(decisionOptionDefs(),
                               [&](const OptionDef &option) { return arguments.has(option.name); });
}

Result<ReadSpec> readDecisions(const Compilation &compilation, const Arguments &arguments) {
    return readSpec(compilation, optionsIn(arguments));
}

Result<VariantSpec> decidedSpec(const Compilation &compilation, const Arguments &arguments) {
    return specOf(compilation, optionsIn(arguments));
}

} // namespace cli
} // namespace jitscope
