// SPDX-License-Identifier: Apache-2.0
// Merges tokens that only come behind reads: reads need no order among themselves.
//
// Rules
//   Load(p, UpdateState(u, loads))                    ->  Load(p, u)
//   UpdateState(UpdateState(u, loads), more loads)    ->  UpdateState(u, all loads)
#include "engine/passes/passes.h"

#include "engine/passes/support/rewriter.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

/** Lists of loads are copied when they grow, so they do not grow without end. */
constexpr size_t mostLoads = 256;

bool isBehindLoads(const Node &token) {
    return token.isCallOf(op::UpdateState) && token.inputs.size() > 1 &&
           std::all_of(token.inputs.begin() + 1, token.inputs.end(),
                       [](const NodePtr &input) { return input->isCallOf(op::Load); });
}

NodePtr loadsSimplifiedOnce(const NodePtr &node, Rewriter &rewriter) {
    if (node->isCallOf(op::Load) && node->inputs.size() == 2 && isBehindLoads(*node->inputs[1]))
        return rewriter.replace("Load behind loads -> Load before them", {node},
                                withInputs(*node, {node->inputs[0], node->inputs[1]->inputs[0]}));
    if (!isBehindLoads(*node) || !isBehindLoads(*node->inputs[0])) return nullptr;
    std::vector<NodePtr> inputs = node->inputs[0]->inputs;
    if (inputs.size() + node->inputs.size() > mostLoads) return nullptr;
    for (size_t i = 1; i < node->inputs.size(); ++i)
        if (std::ranges::find(inputs, node->inputs[i]) == inputs.end()) inputs.push_back(node->inputs[i]);
    return rewriter.replace("UpdateState behind loads twice -> once", {node->inputs[0], node},
                            withInputs(*node, std::move(inputs)));
}

} // namespace

Module eliminateUpdateStateLoads(const Module &module, PassContext &context) {
    return rewriteRepeatedly(module, context, loadsSimplifiedOnce);
}

} // namespace jitscope::inline passes
