// SPDX-License-Identifier: Apache-2.0
// Fourier transforms along axes, by the library kissfft as Eigen has it: any length, in Complex128.
#pragma once

#include "engine/tensor/tensor.h"

#include <vector>

namespace jitscope::inline ops {

enum class FourierDirection { Forward, Inverse };

/** One axis and the length that it is transformed in: cut there, or filled up with zeros. */
struct FourierAxis {
    int axis = 0;
    int64_t length = 1;
};

/** The transform of a Complex128 tensor along the axes one by one, times `factor`. */
Tensor fourierTransform(const Tensor &x, const std::vector<FourierAxis> &axes, FourierDirection direction,
                        double factor);

/** The first `length` elements along an axis, with zeros behind where there are fewer. */
Tensor fittedAlong(const Tensor &x, FourierAxis wanted);

/** The whole spectrum of `wanted.length` real numbers of which `x` has the first half along that axis. */
Tensor wholeSpectrum(const Tensor &x, FourierAxis wanted);

} // namespace jitscope::inline ops
