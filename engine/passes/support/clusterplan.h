// SPDX-License-Identifier: Apache-2.0
// Which calls of a graph can become one kernel: the analysis behind graph_kernel_cluster.
#pragma once

#include "engine/ir/nodetables.h"
#include "engine/passes/predicate.h"

#include <vector>

namespace jitscope::inline passes {

class DecisionBook;

/** Neighbours that do not join one kernel, and why. */
struct ClusterRefusal {
    std::vector<NodePtr> nodes;
    Predicate predicate;
};

struct ClusterPlan {
    /** The members of each kernel (at least two), in the order of the graph. */
    std::vector<std::vector<NodePtr>> clusters;
    std::vector<ClusterRefusal> refusals;
};

/**
 * Groups connected element-wise calls and reductions. Each group can run as one unit (no path leaves it and comes
 * back), computes float32 over one space, to which the shapes of all its members broadcast, and reductions one set of
 * axes of it at the most. What is computed in a smaller shape is cheap, a single number, of the shape that reducing
 * leaves, or not in the group. The calls in `pinned` stay as they are: other graphs use them. `decisions` (may be null)
 * keep calls out and apart, and let others join first.
 */
ClusterPlan planClusters(const Graph &graph, const NodeIdSet &pinned, DecisionBook *decisions);

/** As the log names it. */
inline constexpr const char *clusterRule = "element-wise calls -> one kernel";

} // namespace jitscope::inline passes
