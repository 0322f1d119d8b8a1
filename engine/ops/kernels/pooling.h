// SPDX-License-Identifier: Apache-2.0
// Largest and average elements under sliding windows, and their gradients, for floating dtypes.
#pragma once

#include "engine/ops/kernels/window.h"
#include "engine/tensor/tensor.h"

namespace jitscope::inline ops {

/** Shapes (before, height, width) to (before, places down, places across), where `before` holds any number of axes. */
struct PoolPlan {
    Dims before;
    Window window;

    Dims imageShape() const { return joined(window.y.size, window.x.size); }
    Dims resultShape() const { return joined(window.y.result, window.x.result); }

private:
    Dims joined(int64_t height, int64_t width) const {
        Dims shape = before;
        shape.push(height);
        shape.push(width);
        return shape;
    }
};

/** What a sum under a window is divided by. */
struct Averaging {
    bool countsPadding = false; ///< the padded places under the window, too
    int64_t divisor = 0;        ///< instead of the count, if it is not 0
};

/** Padding never wins; a window of padding only gives -inf. NaN wins. */
Tensor computeMaxPool(const PoolPlan &plan, const Tensor &images);

/** Where in its image (row-major, Int64) the first largest element of each window is; -1 under padding only. */
Tensor computeMaxPlaces(const PoolPlan &plan, const Tensor &images);

Tensor computeAveragePool(const PoolPlan &plan, const Averaging &averaging, const Tensor &images);

/** What a gradient of the averages gives for the images. */
Tensor computeAveragePoolGradient(const PoolPlan &plan, const Averaging &averaging, const Tensor &resultGradient);

/** The elements of `values` (plan.resultShape) added to the places of images that `places` names (-1: nowhere). */
Tensor scatterToImages(const Dims &imageShape, const Tensor &places, const Tensor &values);

/** The elements of images at `places`; 0 for -1. */
Tensor gatherFromImages(const Tensor &images, const Tensor &places);

/** Averages over parts of equal size, as far as that is possible: place o sees [floor(o * size / n), ceil((o + 1) *
 * size / n)). */
Tensor computeAdaptiveAverage(const Tensor &images, int64_t height, int64_t width);
Tensor computeAdaptiveAverageGradient(const Dims &imageShape, const Tensor &resultGradient);

/** Places of the largest elements of the same parts, as computeMaxPlaces. */
Tensor computeAdaptiveMaxPlaces(const Tensor &images, int64_t height, int64_t width);

} // namespace jitscope::inline ops
