// SPDX-License-Identifier: Apache-2.0
// Arithmetic on shapes.
#include "engine/tensor/dims.h"

#include "engine/base/text.h"

#include <algorithm>
#include <stdexcept>

namespace jitscope::inline tensor {

void refuseRank() {
    throw std::invalid_argument(format("A Tensor has at most %d dimensions, but this would need more.", maxRank));
}

std::string toString(const Dims &dims) {
    std::string text = "(";
    for (int i = 0; i < dims.rank(); ++i) {
        if (i) text += ", ";
        text += std::to_string(dims[i]);
    }
    if (dims.rank() == 1) text += ',';
    return text + ')';
}

Dims contiguousStrides(const Dims &shape) {
    Dims strides = Dims::filled(shape.rank(), 1);
    for (int i = shape.rank() - 2; i >= 0; --i)
        strides[i] = strides[i + 1] * shape[i + 1];
    return strides;
}

std::optional<int64_t> checkedCount(std::span<const int64_t> shape) {
    // Zero sizes do not save the others: strides are products of sizes too and must not overflow.
    int64_t bytes = 8;
    bool empty = false;
    for (const int64_t size : shape) {
        if (size < 0) return std::nullopt;
        if (size == 0) empty = true;
        if (__builtin_mul_overflow(bytes, std::max<int64_t>(size, 1), &bytes)) return std::nullopt;
    }
    return empty ? 0 : bytes / 8;
}

std::optional<Dims> broadcast(const Dims &a, const Dims &b) {
    if (a == b) return a;
    const int rank = std::max(a.rank(), b.rank());
    Dims common = Dims::filled(rank, 1);
    for (int i = 1; i <= rank; ++i) {
        const int64_t left = i <= a.rank() ? a[a.rank() - i] : 1;
        const int64_t right = i <= b.rank() ? b[b.rank() - i] : 1;
        if (left != right && left != 1 && right != 1) return std::nullopt;
        common[rank - i] = left == 1 ? right : left;
    }
    return common;
}

std::optional<int> normalizedAxis(int64_t axis, int rank) {
    if (axis < -int64_t(rank) || axis >= rank) return std::nullopt;
    return int(axis < 0 ? axis + rank : axis);
}

} // namespace jitscope::inline tensor
