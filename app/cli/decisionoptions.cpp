// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/decisionoptions.h"

#include "engine/passes/pass.h"
#include "engine/variants/namedecision.h"

#include <algorithm>

namespace jitscope {
inline namespace cli {

namespace {

/** What the options say, as decisions about `compilation`. */
Result<std::vector<Decision>> decisionsOf(const Compilation &compilation, const Arguments &arguments) {
    std::vector<Decision> decisions;
    for (const std::string &pass : arguments.values("--without")) {
        const auto isIt = [&](const PassDef &known) { return known.name == pass; };
        const std::vector<PassDef> all = pipeline();
        if (std::ranges::none_of(all, isIt)) return Error{"no pass '" + pass + "': jitscope passes SOURCE lists them"};
        decisions.push_back({Decision::Kind::SwitchOff, pass, {}});
    }
    for (const std::string &text : arguments.values("--refuse")) {
        auto decision = refusalNamed(compilation, text);
        if (!decision) return decision.error();
        decisions.push_back(*std::move(decision));
    }
    for (const auto &[option, kind] :
         {std::pair{"--keep-out", Decision::Kind::KeepOut}, {"--fuse", Decision::Kind::Fuse}})
        for (const std::string &text : arguments.values(option)) {
            auto nodes = nodesNamed(compilation, text);
            if (!nodes) return nodes.error();
            decisions.push_back({kind, {}, *std::move(nodes)});
        }
    return decisions;
}

} // namespace

std::vector<OptionDef> decisionOptions() {
    return {{"--without", "PASS", "switch this pass off; may be repeated", {}},
            {"--refuse", "RULE@NODE", "refuse this rule there; @NODE refuses every rule", {}},
            {"--keep-out", "NODE", "keep these nodes out of fused kernels", {}},
            {"--fuse", "NODE+NODE", "make these one kernel where that is legal, whatever the cost model says", {}},
            {"--compile-at", "L", "the level of the variant (default: that of the program)", {"O0", "O1"}}};
}

Result<VariantSpec> decidedSpec(const Compilation &compilation, const Arguments &arguments) {
    auto decisions = decisionsOf(compilation, arguments);
    if (!decisions) return decisions.error();
    const std::string level = arguments.value("--compile-at", compilation.jitLevel);
    return VariantSpec{level == "O1" ? JitLevel::O1 : JitLevel::O0, *std::move(decisions)};
}

} // namespace cli
} // namespace jitscope
