// SPDX-License-Identifier: Apache-2.0
// Convolutions of 3 x 3 in steps of one with a quarter of the multiplications.
#pragma once

#include "engine/ops/kernels/convolution.h"

namespace jitscope::inline ops {

/** Whether it is possible for such a convolution, and fast. */
bool suitsWinograd(const ConvolutionPlan &plan);

/** Packed float32 tensors; of the epilogue, channels are the rows. */
void convolveByWinograd(const ConvolutionPlan &plan, const float *images, const float *filters,
                        const Epilogue<float> &epilogue, float *result);

} // namespace jitscope::inline ops
