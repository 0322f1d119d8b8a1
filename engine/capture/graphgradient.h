// SPDX-License-Identifier: Apache-2.0
// Gradients in a graph that is being captured: the rules of the operators, walked backwards, become nodes behind those
// of the forward run.
#pragma once

#include "engine/capture/graphcapture.h"

#include <span>
#include <unordered_set>

namespace jitscope::inline capture {

/** What a gradient is taken of. */
struct GraphGradientTask {
    std::vector<NodePtr> outputs;              ///< tensors
    std::vector<NodePtr> seeds;                ///< their gradients
    std::vector<NodePtr> sources;              ///< tensors; what is asked for
    NodeId first;                              ///< nodes with smaller ids are constants
    std::unordered_set<NodeId> constants = {}; ///< further nodes that no gradient passes
};

/** For each source its gradient, a node of the innermost open graph with the source's type, or null where no operator
    leads from it to an output. The nodes stand in the scope and on the lines of the nodes whose gradient they are part
   of. Fails with a sentence where an operator has no rule. */
Result<std::vector<NodePtr>> addGradients(GraphCapture &capture, const GraphGradientTask &task);

} // namespace jitscope::inline capture
