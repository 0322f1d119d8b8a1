// SPDX-License-Identifier: Apache-2.0
// Which nodes of compiled graphs belong to the optimizer of a training step.
#pragma once

#include "engine/ir/nodeid.h"
#include "engine/session/records.h"
#include "engine/session/sessionfwd.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace jitscope::inline analysis {

/** A compilation and a node of its final module. */
using NodeOfGraph = std::pair<int, NodeId>;

/** Of each graph the operators of its first recorded call, by the number of that call: they show the graph as it runs.
 */
std::map<int64_t, std::vector<OpEvent>> firstRecordedCalls(const Session &session);

/**
 * Nodes that update weights as optimizers do, what was called from the same line, and of a graph with a backward pass
 * also what else writes behind its begin (an update written by hand), with all that only feeds these. As the first
 * recorded call of each graph shows them; nodes that the gradient made are none of them.
 */
std::set<NodeOfGraph> updateNodes(const Session &session);

} // namespace jitscope::inline analysis
