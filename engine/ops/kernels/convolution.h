// SPDX-License-Identifier: Apache-2.0
// Convolutions of images and their two gradients, for floating dtypes.
#pragma once

#include "engine/ops/kernels/epilogue.h"
#include "engine/ops/kernels/window.h"
#include "engine/tensor/tensor.h"

namespace jitscope::inline ops {

/** Images (batch, channels, height, width), filters (outChannels, channels / groups, kernel height, kernel width). */
struct ConvolutionPlan {
    int64_t batch = 1, channels = 1, outChannels = 1, groups = 1;
    Window window;

    Dims imageShape() const { return {batch, channels, window.y.size, window.x.size}; }
    Dims filterShape() const { return {outChannels, channels / groups, window.y.kernel, window.x.kernel}; }
    Dims resultShape() const { return {batch, outChannels, window.y.result, window.x.result}; }
};

/** What follows a convolution, with one number for each channel of the result; as LineTerms, undefined for null. */
struct ConvolutionEpilogue {
    Tensor bias;
    Tensor centre = {}, scale = {}, shift = {};
    std::optional<UnaryOp> function = {};
};

/** Shapes as the plan says, one floating dtype. */
Tensor computeConvolution(const ConvolutionPlan &plan, const Tensor &images, const Tensor &filters,
                          const ConvolutionEpilogue &epilogue);

/** What a gradient of the result gives for the images: also the transposed convolution. */
Tensor computeConvolutionOfGradient(const ConvolutionPlan &plan, const Tensor &resultGradient, const Tensor &filters);

/** What a gradient of the result gives for the filters. */
Tensor computeFilterGradient(const ConvolutionPlan &plan, const Tensor &resultGradient, const Tensor &images);

} // namespace jitscope::inline ops
