// SPDX-License-Identifier: Apache-2.0
// How what somebody asked for was understood, where the decision is about other nodes than those that were pointed at,
// or about a rule that was not named.
#pragma once

#include "engine/passes/decisions.h"
#include "engine/session/compilation.h"

#include <optional>
#include <string>
#include <vector>

namespace jitscope::inline variants {

/** A node that stands for others: decisions are about captured nodes alone. */
struct AskedNode {
    std::string title;            ///< "MatMulBiasAddFusion %132"
    std::string pass, rule;       ///< who put it in the place of the others: "matmul_biasadd_fusion"; "" if not known
    std::vector<NodeId> captured; ///< the others
    bool operator==(const AskedNode &) const = default;
};

enum class RuleChoice : uint8_t {
    AsWritten,
    OneApplied,     ///< none was named: the only one that was applied there
    SeveralApplied, ///< none was named, several were applied there: any
    NoneApplied,    ///< none was named, none was applied there: any
    OtherLevel,     ///< only the other level knows it: it has no effect
};

struct DecisionReading {
    std::vector<AskedNode> nodes = {};
    RuleChoice rule = RuleChoice::AsWritten;
    std::vector<std::string> applied = {}; ///< SeveralApplied: which
    JitLevel level = JitLevel::O0;         ///< OtherLevel: at which the variant is compiled
};

/** A decision with what there is to say of it. */
struct ReadDecision {
    Decision decision;
    DecisionReading reading = {};
};

/** Of `nodes`, of any stage, those that stand for others than themselves. */
std::vector<AskedNode> askedNodes(const Compilation &compilation, const std::vector<NodeId> &nodes);

/** A sentence each; none where all is as it was written. */
std::vector<std::string> sentencesOf(const DecisionReading &reading, const Module &captured);

} // namespace jitscope::inline variants
