// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/kerneltypes.h"

#include <algorithm>

namespace jitscope::inline ops {

namespace {

constexpr KernelTypeName names[] = {
    {"AdamW", "AdamWeightDecay"},
    {"AddV2", "Add"},
    {"Adds", "Add"},
    {"ApplyAdam", "Adam"},
    {"Arange", "Range"},
    {"ArgMax", "Argmax"},
    {"ArgMaxV2", "Argmax"},
    {"Axpy", "AddExt"},
    {"BatchMatMulV2", "BatchMatMul"},
    {"BatchMatMulV3", "BatchMatMul"},
    {"ConcatD", "Concat"},
    {"Fill", "Full"},
    {"FillV2", "Full"},
    {"GatherV2", "Gather"},
    {"Gelu", "GeLU"},
    {"GeluGrad", "GeLUGrad"},
    {"LayerNormGradV3", "LayerNormGrad"},
    {"LayerNormV3", "LayerNorm"},
    {"LayerNormV4", "LayerNorm"},
    {"LogSoftmaxV2", "LogSoftmax"},
    {"MatMulV2", "MatMul"},
    {"MatMulV3", "MatMul"},
    {"MeanExt", "ReduceMean"},
    {"Momentum", "ApplyMomentum"},
    {"Muls", "Mul"},
    {"Pows", "Pow"},
    {"RealDiv", "Div"},
    {"Relu", "ReLU"},
    {"ReluV2", "ReLU"},
    {"SoftmaxV2", "Softmax"},
    {"SplitD", "Split"},
    {"SumExt", "ReduceSum"},
    {"Swish", "SiLU"},
    {"SwishGrad", "SiLUGrad"},
    {"TensorMove", "Identity"},
};

} // namespace

std::span<const KernelTypeName> kernelTypeNames() {
    return names;
}

const OpDef *opOfKernelType(std::string_view type) {
    if (const OpDef *own = findOp(type)) return own;
    const auto found =
        std::find_if(std::begin(names), std::end(names), [&](const KernelTypeName &each) { return each.type == type; });
    return found == std::end(names) ? nullptr : findOp(found->primitive);
}

} // namespace jitscope::inline ops
