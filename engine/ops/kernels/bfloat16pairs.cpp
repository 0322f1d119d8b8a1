// SPDX-License-Identifier: Apache-2.0
// Joins bfloat16 numbers row by row of the result, on all threads.
#include "engine/ops/kernels/bfloat16pairs.h"

#include "engine/base/threadpool.h"
#include "engine/ops/kernels/tilekernels.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <optional>

namespace jitscope::inline ops {

namespace {

/** Fewer numbers than this are joined faster than a thread is woken. */
constexpr int64_t leastPerThread = 32 * 1024;

/** A line along which the pairs lie. */
void joinAlong(const uint16_t *from, int64_t stride, int64_t count, uint32_t *to) {
    if (stride == 1)
        std::memcpy(to, from, size_t(count / 2) * sizeof(uint32_t));
    else
        for (int64_t i = 0; i < count / 2; ++i)
            to[i] = uint32_t(from[2 * i * stride]) | uint32_t(from[(2 * i + 1) * stride]) << 16;
    if (count % 2 == 1) to[count / 2] = from[(count - 1) * stride];
}

/** Two lines, one beside the other; `second` is null behind the last of an odd number. */
void joinStrided(const uint16_t *first, const uint16_t *second, int64_t stride, int64_t count, uint32_t *to) {
    for (int64_t i = 0; i < count; ++i)
        to[i] = uint32_t(first[i * stride]) | (second ? uint32_t(second[i * stride]) << 16 : 0);
}

/** The same memory where the pairs lie in it already: neighbours along the depth, an even number of them, and lines
   that begin with a first one. */
std::optional<Tensor> pairsInPlace(const Tensor &matrices, int depthAxis) {
    Dims shape = matrices.shape(), strides = matrices.strides();
    if (shape[depthAxis] % 2 == 1 || strides[depthAxis] != 1 || matrices.count() == 0) return {};
    if (matrices.offset() % 2 == 1 || uintptr_t(matrices.rawData()) % alignof(uint32_t) != 0) return {};
    for (int axis = 0; axis < matrices.rank(); ++axis) {
        if (axis == depthAxis) continue;
        if (strides[axis] % 2 != 0 && shape[axis] > 1) return {};
        strides[axis] /= 2;
    }
    shape[depthAxis] /= 2;
    return Tensor(matrices.storage(), shape, strides, matrices.offset() / 2, DType::Float32);
}

} // namespace

Tensor bfloat16Pairs(const Tensor &matrices, int depthAxis, const Bfloat16Kernels &kernels) {
    const int rank = matrices.rank();
    assert(matrices.dtype() == DType::BFloat16 && rank >= 2 && depthAxis >= rank - 2 && depthAxis < rank);
    if (std::optional<Tensor> view = pairsInPlace(matrices, depthAxis)) return *std::move(view);
    Dims shape = matrices.shape();
    const int64_t depth = shape[depthAxis];
    shape[depthAxis] = (depth + 1) / 2;
    Tensor pairs(shape, DType::Float32);
    if (pairs.count() == 0) return pairs;
    const auto *from = reinterpret_cast<const uint16_t *>(matrices.rawData());
    auto *to = reinterpret_cast<uint32_t *>(pairs.mutableRawData());
    const Dims &strides = matrices.strides();
    const int64_t rows = shape[rank - 2], columns = shape[rank - 1];
    const int64_t rowStride = strides[rank - 2], columnStride = strides[rank - 1];
    const auto startOf = [&](int64_t entry) {
        int64_t place = 0;
        for (int axis = rank - 3; axis >= 0; --axis) {
            place += entry % shape[axis] * strides[axis];
            entry /= shape[axis];
        }
        return from + place;
    };
    parallelFor(pairs.count() / columns, std::max<int64_t>(leastPerThread / columns, 1),
                [&](int64_t begin, int64_t end) {
                    for (int64_t line = begin; line < end; ++line) {
                        const uint16_t *matrix = startOf(line / rows);
                        const int64_t row = line % rows;
                        if (depthAxis == rank - 1) {
                            joinAlong(matrix + row * rowStride, columnStride, depth, to + line * columns);
                            continue;
                        }
                        const uint16_t *first = matrix + 2 * row * rowStride;
                        const int64_t lines = std::min<int64_t>(depth - 2 * row, 2);
                        if (columnStride == 1)
                            kernels.joinLines(first, rowStride, lines, columns, to + line * columns, columns);
                        else
                            joinStrided(first, lines == 2 ? first + rowStride : nullptr, columnStride, columns,
                                        to + line * columns);
                    }
                });
    return pairs;
}

JoinedLines::JoinedLines(const uint16_t *first, int64_t stride, int64_t lines, const Bfloat16Kernels &kernels)
    : m_first(first)
    , m_stride(stride)
    , m_lines(lines)
    , m_kernels(kernels) {}

void JoinedLines::fill(float *to, int64_t stride, int64_t depthBegin, int64_t depth, int64_t columnBegin,
                       int64_t columns) const {
    const int64_t line = 2 * depthBegin;
    m_kernels.joinLines(m_first + line * m_stride + columnBegin, m_stride, std::min(2 * depth, m_lines - line), columns,
                        reinterpret_cast<uint32_t *>(to), stride);
}

} // namespace jitscope::inline ops
