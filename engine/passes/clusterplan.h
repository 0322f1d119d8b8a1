// SPDX-License-Identifier: Apache-2.0
// Which element-wise calls of a graph can become one kernel: the analysis behind graph_kernel_cluster.
#pragma once

#include "engine/ir/graph.h"

#include <string>
#include <vector>

namespace jitscope {

/** Neighbours that do not join one kernel, and why. */
struct ClusterRefusal {
    std::vector<NodePtr> nodes;
    std::string reason;
};

struct ClusterPlan {
    /** The members of each kernel (at least two), in the order of the graph. */
    std::vector<std::vector<NodePtr>> clusters;
    std::vector<ClusterRefusal> refusals;
};

/**
 * Groups connected element-wise calls. Each group can run as one unit (no path leaves it and comes back), computes
 * float32 over one shape, to which the shapes of all its members broadcast and which every result that is used outside
 * has; what is computed in a smaller shape is cheap, a single number, or not in the group.
 */
ClusterPlan planClusters(const Graph &graph);

} // namespace jitscope
