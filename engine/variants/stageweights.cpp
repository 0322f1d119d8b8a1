// SPDX-License-Identifier: Apache-2.0
#include "engine/variants/stageweights.h"

#include "engine/ops/opdef.h"
#include "engine/variants/variantcall.h"

#include <array>
#include <unordered_map>

namespace jitscope::inline variants {

namespace {

void eachWeight(const Module &module, const std::function<void(const Node &)> &use) {
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &parameter : graph->parameters)
            if (parameter->weight->defined()) use(*parameter);
}

} // namespace

Module withWeightsOf(const Module &stage, const Module &owner) {
    std::unordered_map<NodeId, Tensor> weights;
    eachWeight(owner, [&](const Node &parameter) { weights.emplace(parameter.id, parameter.weight); });
    Module own = withOwnWeights(stage);
    eachWeight(own, [&](const Node &parameter) {
        const auto found = weights.find(parameter.id);
        if (found == weights.end()) return;
        const std::array<Value, 2> arguments = {*parameter.weight, found->second};
        findOp("Assign")->eval(arguments);
    });
    return own;
}

} // namespace jitscope::inline variants
