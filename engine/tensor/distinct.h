// SPDX-License-Identifier: Apache-2.0
// Broadcast views without their repetitions: a mask stretched over all heads of all sequences has some MB of elements
// and may stand for more than any machine can hold.
#pragma once

#include "engine/tensor/tensor.h"

#include <vector>

namespace jitscope::inline tensor {

/** A tensor in which each element stands for `repeats` of those of a view. */
struct Distinct {
    Tensor tensor;
    int64_t repeats = 1;
};
/** Of the axes along which the tensor repeats itself (stride 0) one element is left; itself if there are none. */
Distinct distinct(const Tensor &tensor);

/** What the statistics of such a tensor are when each of its elements stands for `times`. */
TensorStatistics repeated(TensorStatistics once, int64_t times);

/** The same of tensors of one shape that are looked at together: only axes along which all of them repeat. */
struct DistinctTogether {
    std::vector<Tensor> tensors;
    int64_t repeats = 1;
};
DistinctTogether distinctTogether(std::vector<Tensor> tensors);

} // namespace jitscope::inline tensor
