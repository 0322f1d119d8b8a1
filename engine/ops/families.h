// SPDX-License-Identifier: Apache-2.0
// The families of operators that the catalogue joins: one function, one source file each.
#pragma once

#include "engine/ops/opdef.h"

#include <vector>

namespace jitscope {

std::vector<OpDef> arithmeticOps();
std::vector<OpDef> comparisonOps();
std::vector<OpDef> functionOps();
std::vector<OpDef> activationOps();
std::vector<OpDef> matmulOps();
std::vector<OpDef> reductionOps();
std::vector<OpDef> normalisationOps();
std::vector<OpDef> shapeOps();
std::vector<OpDef> sliceOps();
std::vector<OpDef> joinOps();
std::vector<OpDef> creationOps();

} // namespace jitscope
