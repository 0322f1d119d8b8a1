// SPDX-License-Identifier: Apache-2.0
// The names that CANN gives its kernels, which profiles of Ascend devices hold, and the operators that they compute.
#pragma once

#include "engine/ops/opdef.h"

#include <span>
#include <string_view>

namespace jitscope::inline ops {

struct KernelTypeName {
    std::string_view type;      ///< "MatMulV3"
    std::string_view primitive; ///< "MatMul"
};

/** Those that differ from the primitive's name, by type. */
std::span<const KernelTypeName> kernelTypeNames();

/** The operator that kernels of a type compute; null where none of ours stands for them. */
const OpDef *opOfKernelType(std::string_view type);

} // namespace jitscope::inline ops
