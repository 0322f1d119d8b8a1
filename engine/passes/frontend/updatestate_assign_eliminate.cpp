// SPDX-License-Identifier: Apache-2.0
// Lets a write go by the same token as the reads before it where they are of other parameters.
//
// Rules
//   v = UpdateState(u, Load(q)); w = Assign(p, x, v); UpdateState(v, w)
//     ->  w = Assign(p, x, u); UpdateState(u, Load(q), w)
#include "engine/passes/passes.h"

#include "engine/ir/nodetables.h"
#include "engine/passes/support/effects.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

bool writesTo(const Node &write, const std::string &memory) {
    return std::ranges::any_of(writtenInputs(write), [&](size_t place) {
        const Node &target = *write.inputs[place];
        return !isWeight(target) || memoryOf(target) == memory; // what a write gives may be any parameter
    });
}

/** True if `token` is behind reads alone, none of which reads what `write` writes. */
bool isBehindOtherReads(const Node &token, const Node &write) {
    return token.isCallOf(op::UpdateState) && token.inputs.size() > 1 &&
           std::all_of(token.inputs.begin() + 1, token.inputs.end(), [&](const NodePtr &load) {
               return load->isCallOf(op::Load) && isWeight(*load->inputs[0]) &&
                      !writesTo(write, memoryOf(*load->inputs[0]));
           });
}

/** The writes of `graph` whose token can be left out, by id; each is the only one that goes by that token. */
NodeIdSet movableWrites(const Graph &graph) {
    NodeIdSet movable;
    const auto uses = useCounts(graph);
    for (const NodePtr &node : graph.nodes) {
        if (!node->isCallOf(op::UpdateState) || node->inputs.size() != 2) continue;
        const NodePtr &token = node->inputs[0], &write = node->inputs[1];
        if (writtenInputs(*write).empty() || write->inputs.back() != token) continue;
        if (uses.at(token.get()) == 2 && isBehindOtherReads(*token, *write)) movable.insert(write->id);
    }
    return movable;
}

GraphPtr simplified(const GraphPtr &graph, Rewriter &rewriter) {
    const NodeIdSet movable = movableWrites(*graph);
    if (movable.empty()) return graph;
    NodeMap<NodePtr> tokens; // of the moved writes: what they went by
    return rewrite(graph, [&](const NodePtr &node) -> NodePtr {
        if (movable.contains(node->id) && isBehindOtherReads(*node->inputs.back(), *node)) {
            std::vector<NodePtr> inputs = node->inputs;
            inputs.back() = node->inputs.back()->inputs[0];
            const NodePtr moved = withInputs(*node, std::move(inputs));
            tokens[moved.get()] = node->inputs.back();
            return moved;
        }
        if (!node->isCallOf(op::UpdateState) || node->inputs.size() != 2) return node;
        const auto moved = tokens.find(node->inputs[1].get());
        if (moved == tokens.end()) return node;
        std::vector<NodePtr> inputs = moved->second->inputs;
        inputs.push_back(node->inputs[1]);
        return rewriter.log(node->inputs[1]->op + " behind other reads -> beside them", {moved->second, node},
                            withInputs(*node, std::move(inputs)));
    });
}

} // namespace

Module eliminateUpdateStateAssign(const Module &module, PassContext &context) {
    Rewriter rewriter(context);
    return changeGraphs(module, [&](const GraphPtr &graph) { return simplified(graph, rewriter); });
}

} // namespace jitscope::inline passes
