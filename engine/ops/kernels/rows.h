// SPDX-License-Identifier: Apache-2.0
// Walks two broadcast operands row by row, so that kernels only see rows of consecutive or repeated elements.
#pragma once

#include "engine/base/threadpool.h"
#include "engine/ops/kernels/float32kernels.h"
#include "engine/tensor/tensor.h"

#include <algorithm>

namespace jitscope::inline ops {

/** Elements that are worth a thread of their own: of loops bound by memory, and of loops that compute. */
constexpr int64_t lightGrain = 32768;
constexpr int64_t heavyGrain = 8192;

/** The walk over an output of `shape` with the strides of both operands, neighbouring axes merged where possible. */
struct PairWalk {
    Dims shape;
    Dims strideA;
    Dims strideB;

    int64_t inner() const { return shape.empty() ? 1 : shape.back(); }
    int64_t outer() const { return shape.empty() ? 1 : shape.product() / std::max<int64_t>(shape.back(), 1); }
    RowKind kind() const {
        if (shape.empty()) return RowKind::VectorVector;
        return strideA.back() == 0   ? RowKind::ScalarVector
               : strideB.back() == 0 ? RowKind::VectorScalar
                                     : RowKind::VectorVector;
    }
};

/** The walk of two row-major operands that broadcast to `shape`. */
PairWalk pairWalk(const Dims &shape, const Dims &a, const Dims &b);

/** Two operands and their walk. */
struct PairRows {
    Tensor a, b;
    PairWalk walk;
};

/** The walk of two operands of any strides that broadcast to `shape`. They are packed only where a row would not be
    consecutive or repeated elements: slices and most broadcast views are read as they lie. */
PairRows pairRows(const Dims &shape, const Tensor &a, const Tensor &b);

/** Where a row starts, in elements. */
struct RowPlace {
    int64_t a = 0, b = 0, out = 0;
};
RowPlace rowPlace(const PairWalk &walk, int64_t row);

/** Calls `body(place, count)` for every row, on several threads; a single long row is cut. */
template<class Body> void forEachRow(const PairWalk &walk, int64_t grain, Body body) {
    const int64_t inner = walk.inner(), outer = walk.outer();
    if (inner == 0 || outer == 0) return;
    if (outer == 1) {
        const int64_t stepA = walk.kind() == RowKind::ScalarVector ? 0 : 1;
        const int64_t stepB = walk.kind() == RowKind::VectorScalar ? 0 : 1;
        parallelFor(inner, grain, [&](int64_t begin, int64_t end) {
            body(RowPlace{begin * stepA, begin * stepB, begin}, end - begin);
        });
        return;
    }
    parallelFor(outer, std::max<int64_t>(1, grain / inner), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row)
            body(rowPlace(walk, row), inner);
    });
}

} // namespace jitscope::inline ops
