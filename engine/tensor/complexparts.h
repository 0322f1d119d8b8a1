// SPDX-License-Identifier: Apache-2.0
// Real numbers of complex ones, where somebody asks for them: Tensor::cast refuses, as it would lose half of each.
#pragma once

#include "engine/tensor/tensor.h"

namespace jitscope::inline tensor {

/** The real parts of a complex tensor: a view. What is not complex is given back. */
Tensor realParts(const Tensor &tensor);

/** As Tensor::cast; of complex numbers real ones get the real part, as NumPy and MindSpore have it. */
Tensor castToReal(const Tensor &tensor, DType dtype);

} // namespace jitscope::inline tensor
