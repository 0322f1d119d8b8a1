// SPDX-License-Identifier: Apache-2.0
// Walks the elements of any view in row-major order, in runs of equal stride that are short enough to stop between.
#pragma once

#include "engine/tensor/elements.h"
#include "engine/tensor/tensor.h"

#include <algorithm>

namespace jitscope::inline tensor {

/** Elements of one run: `first[i * stride]` for i < count; the first is at row-major position `index`. */
template<class T> struct ElementRun {
    const T *first = nullptr;
    int64_t stride = 1, count = 0, index = 0;
    const T &operator[](int64_t i) const { return first[i * stride]; }
};

constexpr int64_t longestRun = 65536;

/** Calls `visit(ElementRun<T>)` from position `from` on until it returns false; T must be the type of the dtype. */
template<class T, class Visit> bool forEachRun(const Tensor &tensor, int64_t from, Visit visit) {
    const auto *base = reinterpret_cast<const T *>(tensor.rawData());
    const int rank = tensor.rank();
    const bool isFlat = tensor.isContiguous() || rank == 0;
    const int64_t width = isFlat ? tensor.count() : tensor.shape()[rank - 1];
    const int64_t stride = isFlat ? 1 : tensor.strides()[rank - 1];
    for (int64_t index = std::max<int64_t>(from, 0); index < tensor.count();) {
        int64_t offset = 0, rest = index / width;
        if (!isFlat)
            for (int axis = rank - 2; axis >= 0; --axis) {
                offset += rest % tensor.shape()[axis] * tensor.strides()[axis];
                rest /= tensor.shape()[axis];
            }
        const int64_t column = index % width;
        const int64_t count = std::min(longestRun, width - column);
        if (!visit(ElementRun<T>{base + offset + column * stride, stride, count, index})) return false;
        index += count;
    }
    return true;
}

} // namespace jitscope::inline tensor
