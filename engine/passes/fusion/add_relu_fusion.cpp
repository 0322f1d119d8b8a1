// SPDX-License-Identifier: Apache-2.0
// Adds and cuts off in one walk, where no kernels are compiled for it.
//
// Rule
//   ReLU(Add(x, y)), float32 tensors  ->  FusedAddReluV2(x, y)
// At O1 a compiled kernel holds both and whatever stands around them.
#include "engine/passes/passes.h"

#include "engine/passes/support/fusion.h"

namespace jitscope::inline passes {

namespace {

std::optional<Fusion> find(const NodePtr &last, const NodeUsers &) {
    if (!last->isCallOf(op::ReLU) || !last->inputs[0]->isCallOf(op::Add)) return std::nullopt;
    const NodePtr sum = last->inputs[0];
    Fusion fusion;
    fusion.rule = "Add + ReLU -> FusedAddReluV2";
    fusion.nodes = {sum, last};
    for (const NodePtr &operand : sum->inputs)
        if (!operand->abstract->isTensor() || operand->abstract->dtype != DType::Float32)
            fusion.failed = failedFor(PredicateKind::TakesTensors, *sum, dtypeText(operand->abstract), "f32",
                                      brief(operand->abstract));
    fusion.build = [nodes = fusion.nodes](Rewriter &rewriter) {
        return rewriter.call("FusedAddReluV2", nodes[0]->inputs, nodes);
    };
    return fusion;
}

} // namespace

Module fuseAddRelu(const Module &module, PassContext &context) {
    if (context.level != JitLevel::O0) return module;
    return fuseChains(module, context, find);
}

} // namespace jitscope::inline passes
