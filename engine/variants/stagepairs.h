// SPDX-License-Identifier: Apache-2.0
// Pairs the nodes of two stages whose histories are not one: of two variants, or of two functions.
#pragma once

#include "engine/variants/stagelinks.h"
#include "engine/variants/stagematch.h"

#include <optional>
#include <unordered_map>

namespace jitscope::inline variants {

/** One node of each side, and how that is known. */
struct NodePair {
    NodeId left;
    MatchBasis basis = MatchBasis::Log;
};

/** Right nodes with their left ones; one to one. */
using NodePairs = std::unordered_map<NodeId, NodePair>;

/** The nodes of two captured graphs: by ids where the graphs are the same, else by structure from the parameters on,
    then by operator, scope and line in order. */
NodePairs pairCaptured(const ModuleIndex &left, const ModuleIndex &right);

/** Which captured nodes each node of a later stage stands for; ascending. */
using Sources = std::unordered_map<NodeId, std::vector<NodeId>>;

/** The sources of the right are in the numbering of the left. */
NodePairs pairStages(const ModuleIndex &left, const Sources &leftSources, const ModuleIndex &right,
                     const Sources &rightSources);

/** `module` with other ids of nodes. */
Module renumbered(const Module &module, const std::unordered_map<NodeId, NodeId> &ids);

} // namespace jitscope::inline variants
