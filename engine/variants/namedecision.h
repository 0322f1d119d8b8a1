// SPDX-License-Identifier: Apache-2.0
// Decisions from what a user points at or writes: nodes of any stage stand for the captured ones that they came from.
#pragma once

#include "engine/passes/decisions.h"
#include "engine/session/compilation.h"
#include "engine/variants/decisionreading.h"
#include "engine/variants/variantspec.h"

namespace jitscope::inline variants {

/** Which captured nodes the nodes of each stage stand for. */
CapturedOrigins capturedOrigins(const Compilation &compilation);

/** The captured nodes behind nodes of any stage, in ascending order. */
std::vector<NodeId> capturedNodes(const Compilation &compilation, const std::vector<NodeId> &nodes);

/** To refuse what that rewrite of that pass did. Nothing where it came from no captured node. */
std::optional<Decision> refusalOf(const Compilation &compilation, const PassRecord &pass, const Rewrite &rewrite);

/** What stands for any rule. */
constexpr std::string_view anyRule = "*";

/** "RULE@CNode_12+CNode_13": to refuse, in a variant of that level and those other decisions; a part of the rule is
    enough. "@CNode_12" is the rule that was applied there, or any where there are several or none; "*@CNode_12" is any.
    A rule that only the other level knows is taken with a word of it. The error says what is wrong with the text: the
    rules that were applied there where RULE is none of them, the nearest names where no level knows it. */
Result<ReadDecision> readRefusal(const Compilation &compilation, const std::string &text, const VariantSpec &among);

/** The decision alone, with no others, at the level of the compilation. */
Result<Decision> refusalNamed(const Compilation &compilation, const std::string &text);

/** "CNode_12+CNode_13" as dumps name nodes, "%12+%13" or "12+13" as messages do; of any stage. */
Result<std::vector<NodeId>> nodesNamed(const Compilation &compilation, const std::string &text);

/** Of those, the ones that are no captured nodes themselves. */
std::vector<AskedNode> askedNodesNamed(const Compilation &compilation, const std::string &text);

} // namespace jitscope::inline variants
