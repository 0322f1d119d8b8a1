// SPDX-License-Identifier: Apache-2.0
// Counts what nodes are used for.
#include "engine/ir/nodetables.h"

#include "engine/ir/nodewalk.h"

namespace jitscope::inline ir {

NodeMap<int> useCounts(const Graph &graph) {
    NodeMap<int> counts;
    forEachNode(graph.nodes, [&](const NodePtr &node) {
        if (node->function) ++counts[node->function.get()];
        for (const NodePtr &input : node->inputs)
            ++counts[input.get()];
    });
    if (graph.output) ++counts[graph.output.get()];
    return counts;
}

} // namespace jitscope::inline ir
