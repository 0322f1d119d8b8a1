// SPDX-License-Identifier: Apache-2.0
// Plans the walk over two broadcast operands.
#include "engine/ops/kernels/rows.h"

namespace jitscope::inline ops {

namespace {

/** Strides of an operand laid against the axes of `shape`: 0 where it is broadcast. */
Dims broadcastStrides(const Dims &shape, const Dims &operand, const Dims &own) {
    const int added = shape.rank() - operand.rank();
    Dims strides = Dims::filled(shape.rank(), 0);
    for (int i = 0; i < operand.rank(); ++i)
        if (operand[i] == shape[i + added] && operand[i] != 1) strides[i + added] = own[i];
    return strides;
}

/** Neighbouring axes become one where both operands go on in equal steps. */
PairWalk mergedWalk(const Dims &shape, const Dims &strideA, const Dims &strideB) {
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

/** Whether rows are consecutive in one operand and consecutive or repeated in the other. */
bool hasPlainRows(const PairWalk &walk) {
    if (walk.shape.empty()) return true;
    const int64_t a = walk.strideA.back(), b = walk.strideB.back();
    return (a == 1 && (b == 0 || b == 1)) || (a == 0 && b == 1);
}

} // namespace

PairWalk pairWalk(const Dims &shape, const Dims &a, const Dims &b) {
    return mergedWalk(shape, broadcastStrides(shape, a, contiguousStrides(a)),
                      broadcastStrides(shape, b, contiguousStrides(b)));
}

PairRows pairRows(const Dims &shape, const Tensor &a, const Tensor &b) {
    const PairWalk walk = mergedWalk(shape, broadcastStrides(shape, a.shape(), a.strides()),
                                     broadcastStrides(shape, b.shape(), b.strides()));
    if (hasPlainRows(walk)) return {a, b, walk};
    const Tensor left = a.contiguous(), right = b.contiguous();
    return {left, right, pairWalk(shape, left.shape(), right.shape())};
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

} // namespace jitscope::inline ops
