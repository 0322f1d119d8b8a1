// SPDX-License-Identifier: Apache-2.0
// Convolutions of 3 x 3 in steps of one with a quarter of the multiplications.
#pragma once

#include "engine/ops/kernels/convolution.h"

namespace jitscope::inline ops {

/** Whether it is possible for such a convolution, and fast. */
bool suitsWinograd(const ConvolutionPlan &plan);

/** Floats that the filters take in the domain in which they are multiplied. */
int64_t winogradFilterCount(const ConvolutionPlan &plan);

/** Brings packed filters there, on all threads. */
void bringWinogradFilters(const ConvolutionPlan &plan, const float *filters, float *to);

/** Packed float32 tensors, and filters that were brought over; of the epilogue, channels are the rows. */
void convolveByWinograd(const ConvolutionPlan &plan, const float *images, const float *broughtFilters,
                        const Epilogue<float> &epilogue, float *result);

} // namespace jitscope::inline ops
