// SPDX-License-Identifier: Apache-2.0
// How two tensors differ: how far, how many steps of their dtype, where first and where most.
#pragma once

#include "engine/base/result.h"
#include "engine/tensor/tensor.h"

#include <functional>
#include <optional>

namespace jitscope::inline tensor {

struct TensorComparison {
    int64_t count = 0, different = 0; ///< NaN against NaN and -0 against 0 are no difference
    int64_t first = -1, worst = -1;   ///< row-major positions: the first difference, the largest one
    double maxAbsolute = 0;           ///< infinite when NaN or an infinity stands against something else
    double maxRelative = 0;           ///< |a - b| / max(|a|, |b|)
    /** Numbers of the coarser of both float types between the elements; none where one of them is no float. */
    std::optional<double> maxUlps;
    bool isComplete = true; ///< false: called off on the way
};

/** Fails when the shapes differ. `shouldContinue` is asked now and then. */
Result<TensorComparison> compare(const Tensor &a, const Tensor &b, const std::function<bool()> &shouldContinue);

/** a - b element by element, as Float32 where that is what both are (or narrower), else as Float64. Shapes must be
    equal. Equal infinities give 0. */
Tensor differenceOf(const Tensor &a, const Tensor &b, const std::function<bool()> &shouldContinue);

} // namespace jitscope::inline tensor
