// SPDX-License-Identifier: Apache-2.0
// Values for what was not recorded: drawn by dtype and shape, the same in every process.
#pragma once

#include "engine/tensor/tensor.h"

#include <random>

namespace jitscope::inline variants {

/** Where such drawing begins. */
std::mt19937 drawing();

/** Floats in [-1, 1]; whole numbers are 0 or 1, which are indices into all that has two elements. */
Tensor drawnTensor(DType dtype, const Dims &shape, std::mt19937 &random);

} // namespace jitscope::inline variants
