// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/distinct.h"

#include <algorithm>
#include <utility>

namespace jitscope::inline tensor {

DistinctTogether distinctTogether(std::vector<Tensor> tensors) {
    DistinctTogether found{std::move(tensors)};
    if (found.tensors.empty() || found.tensors.front().count() == 0) return found;
    Dims shape = found.tensors.front().shape();
    for (int axis = 0; axis < shape.rank(); ++axis) {
        const auto repeats = [axis](const Tensor &each) { return each.strides()[axis] == 0; };
        if (shape[axis] == 1 || !std::ranges::all_of(found.tensors, repeats)) continue;
        found.repeats *= shape[axis];
        shape[axis] = 1;
    }
    if (found.repeats > 1)
        for (Tensor &each : found.tensors)
            each = Tensor(each.storage(), shape, each.strides(), each.offset(), each.dtype());
    return found;
}

Distinct distinct(const Tensor &tensor) {
    if (!tensor.defined() || tensor.isContiguous()) return {tensor};
    DistinctTogether found = distinctTogether({tensor});
    return {std::move(found.tensors.front()), found.repeats};
}

TensorStatistics repeated(TensorStatistics once, int64_t times) {
    for (int64_t *count :
         {&once.count, &once.nan, &once.positiveInf, &once.negativeInf, &once.zero, &once.positive, &once.negative})
        *count *= times;
    for (int64_t &count : once.histogram)
        count *= times;
    return once;
}

} // namespace jitscope::inline tensor
