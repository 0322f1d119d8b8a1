// SPDX-License-Identifier: Apache-2.0
// Which rules the passes of a compilation came across: the names that can be refused.
#pragma once

#include "engine/passes/decisions.h"
#include "engine/session/compilation.h"

#include <string>
#include <vector>

namespace jitscope::inline variants {

/** In the order of the passes, each once: rules that were applied, and those that were only refused. */
struct RulesMet {
    std::vector<std::string> applied, refused;
};

/** Of the whole compilation. */
RulesMet rulesMet(const Compilation &compilation);

/** At captured nodes; across several of them a rule is one that was about two. */
RulesMet rulesMetAt(const Compilation &compilation, const std::vector<NodeId> &captured);

/** Those that `text` is, or is a part of. */
std::vector<std::string> rulesWith(const std::vector<std::string> &rules, const std::string &text);

/** The most similar ones, the best first; none where nothing is alike. */
std::vector<std::string> nearestRules(const RulesMet &rules, const std::string &text);

/** What `variant` applied at the nodes of a refusal that the compilation before, of the same level, did not. */
std::vector<std::string> rulesInstead(const Compilation &before, const Compilation &variant, const Decision &decision);

} // namespace jitscope::inline variants
