// SPDX-License-Identifier: Apache-2.0
// The built-in passes: each takes a module and returns it, or a new one that shares what did not change.
#pragma once

#include "engine/passes/pass.h"

namespace jitscope::inline passes {

Module inlineCalls(const Module &module, PassContext &context);
Module orderEffects(const Module &module, PassContext &context);
Module eliminateTupleGetItem(const Module &module, PassContext &context);
Module foldConstants(const Module &module, PassContext &context);
Module simplifyArithmetic(const Module &module, PassContext &context);
Module eliminateTranspose(const Module &module, PassContext &context);
Module eliminateReshape(const Module &module, PassContext &context);
Module eliminateCommonSubexpressions(const Module &module, PassContext &context);
Module eliminateDeadNodes(const Module &module, PassContext &context);
Module simplifySwitch(const Module &module, PassContext &context);
Module eliminateCast(const Module &module, PassContext &context);
Module eliminateTile(const Module &module, PassContext &context);
Module eliminateReduce(const Module &module, PassContext &context);
Module eliminateRedundantStopGradient(const Module &module, PassContext &context);
Module eliminateDependValue(const Module &module, PassContext &context);
Module eliminateUselessUpdateState(const Module &module, PassContext &context);
Module eliminatePureUpdateState(const Module &module, PassContext &context);
Module eliminateUpdateStateDepend(const Module &module, PassContext &context);
Module eliminateUpdateStateAssign(const Module &module, PassContext &context);
Module eliminateUpdateStateLoads(const Module &module, PassContext &context);
Module eliminateLoads(const Module &module, PassContext &context);
Module eliminateParameters(const Module &module, PassContext &context);
Module specializeGraphs(const Module &module, PassContext &context);
Module renormalize(const Module &module, PassContext &context);
Module convertClosures(const Module &module, PassContext &context);
Module unrollLoops(const Module &module, PassContext &context);
Module transformTuples(const Module &module, PassContext &context);
Module removeDuplicateValues(const Module &module, PassContext &context);
Module fuseTransposeMatMul(const Module &module, PassContext &context);
Module fuseMatMulBiasAdd(const Module &module, PassContext &context);
Module fuseConvolutions(const Module &module, PassContext &context);
Module fuseBatchNormActivation(const Module &module, PassContext &context);
Module fuseStridedSliceGrads(const Module &module, PassContext &context);
Module fuseAddRelu(const Module &module, PassContext &context);
Module fuseLayerNorm(const Module &module, PassContext &context);
Module fuseSoftmax(const Module &module, PassContext &context);
Module fuseSoftmaxGrad(const Module &module, PassContext &context);
Module fuseAttention(const Module &module, PassContext &context);
Module fuseAddLayerNorm(const Module &module, PassContext &context);
Module combineOptimizers(const Module &module, PassContext &context);
Module normalizeAxes(const Module &module, PassContext &context);
Module reorderOps(const Module &module, PassContext &context);
Module expandGraphKernels(const Module &module, PassContext &context);
Module clusterGraphKernels(const Module &module, PassContext &context);
Module eliminateRedundantOutputs(const Module &module, PassContext &context);
Module splitGraphKernels(const Module &module, PassContext &context);
Module recomputeInKernels(const Module &module, PassContext &context);

} // namespace jitscope::inline passes
