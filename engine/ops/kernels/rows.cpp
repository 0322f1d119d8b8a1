// SPDX-License-Identifier: Apache-2.0
// Plans the walk over two broadcast operands.
#include "engine/ops/kernels/rows.h"

namespace jitscope {

namespace {

/** Row-major strides of an operand laid against the axes of `shape`: 0 where it is stretched. */
Dims stretchedStrides(const Dims &shape, const Dims &operand) {
    const Dims own = contiguousStrides(operand);
    const int added = shape.rank() - operand.rank();
    Dims strides = Dims::filled(shape.rank(), 0);
    for (int i = 0; i < operand.rank(); ++i)
        if (operand[i] == shape[i + added] && operand[i] != 1) strides[i + added] = own[i];
    return strides;
}

} // namespace

PairWalk pairWalk(const Dims &shape, const Dims &a, const Dims &b) {
    const Dims strideA = stretchedStrides(shape, a), strideB = stretchedStrides(shape, b);
    PairWalk walk;
    for (int i = 0; i < shape.rank(); ++i) {
        if (shape[i] == 1) continue;
        const int last = walk.shape.rank() - 1;
        const bool oneStep =
            last >= 0 && walk.strideA[last] == strideA[i] * shape[i] && walk.strideB[last] == strideB[i] * shape[i];
        if (oneStep) {
            walk.shape[last] *= shape[i];
            walk.strideA[last] = strideA[i];
            walk.strideB[last] = strideB[i];
        } else {
            walk.shape.push(shape[i]);
            walk.strideA.push(strideA[i]);
            walk.strideB.push(strideB[i]);
        }
    }
    return walk;
}

RowPlace rowPlace(const PairWalk &walk, int64_t row) {
    RowPlace place;
    place.out = row * walk.inner();
    for (int i = walk.shape.rank() - 2; i >= 0; --i) {
        const int64_t position = row % walk.shape[i];
        place.a += position * walk.strideA[i];
        place.b += position * walk.strideB[i];
        row /= walk.shape[i];
    }
    return place;
}

} // namespace jitscope
