// SPDX-License-Identifier: Apache-2.0
// The built-in passes: each takes a module and returns it, or a new one that shares what did not change.
#pragma once

#include "engine/passes/pass.h"

namespace jitscope {

Module inlineCalls(const Module &module, PassContext &context);
Module orderEffects(const Module &module, PassContext &context);
Module eliminateTupleGetItem(const Module &module, PassContext &context);
Module foldConstants(const Module &module, PassContext &context);
Module simplifyArithmetic(const Module &module, PassContext &context);
Module eliminateTranspose(const Module &module, PassContext &context);
Module eliminateReshape(const Module &module, PassContext &context);
Module eliminateCommonSubexpressions(const Module &module, PassContext &context);
Module eliminateDeadNodes(const Module &module, PassContext &context);
Module fuseMatMulBiasAdd(const Module &module, PassContext &context);
Module expandGraphKernels(const Module &module, PassContext &context);
Module clusterGraphKernels(const Module &module, PassContext &context);

} // namespace jitscope
