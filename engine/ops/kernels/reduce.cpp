// SPDX-License-Identifier: Apache-2.0
// Reductions of axes.
//
// Every reduction is brought to one of two forms: rows (the reduced axes are the last: each row becomes one number) or
// columns (they stand before axes that stay: whole rows are added into a row of results). Anything else is packed into
// rows.
#include "engine/ops/kernels/complexmath.h"
#include "engine/ops/kernels/reduce.h"

#include "engine/base/threadpool.h"
#include "engine/ops/kernels/generic.h"
#include "engine/ops/kernels/rows.h"
#include "engine/tensor/elements.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <vector>

namespace jitscope::inline ops {

namespace {

/** outer x reduced x inner, of a tensor in that order. */
struct ReductionShape {
    int64_t outer = 1, reduced = 1, inner = 1;
};

template<ReductionOp op, class T> T combined(T a, T b) {
    if constexpr (op == ReductionOp::Sum) return generic::computed<BinaryOp::Add>(a, b);
    if constexpr (op == ReductionOp::Max) return generic::computed<BinaryOp::Maximum>(a, b);
    if constexpr (op == ReductionOp::Min) return generic::computed<BinaryOp::Minimum>(a, b);
}

template<ReductionOp op, class T> void reduceGeneric(const T *x, T *y, const ReductionShape &shape) {
    parallelFor(shape.outer, std::max<int64_t>(1, heavyGrain / std::max<int64_t>(shape.reduced * shape.inner, 1)),
                [&](int64_t begin, int64_t end) {
                    for (int64_t o = begin; o < end; ++o) {
                        const T *from = x + o * shape.reduced * shape.inner;
                        T *to = y + o * shape.inner;
                        for (int64_t i = 0; i < shape.inner; ++i)
                            to[i] = op == ReductionOp::Sum ? T(0) : from[i];
                        for (int64_t f = op == ReductionOp::Sum ? 0 : 1; f < shape.reduced; ++f)
                            for (int64_t i = 0; i < shape.inner; ++i)
                                to[i] = combined<op>(to[i], from[f * shape.inner + i]);
                    }
                });
}

template<class T> void reduceGeneric(ReductionOp op, const T *x, T *y, const ReductionShape &shape) {
    switch (op) {
    case ReductionOp::Sum:
        return reduceGeneric<ReductionOp::Sum>(x, y, shape);
    case ReductionOp::Max:
        return reduceGeneric<ReductionOp::Max>(x, y, shape);
    case ReductionOp::Min:
        return reduceGeneric<ReductionOp::Min>(x, y, shape);
    }
}

void reduceRows(ReductionOp op, const float *x, float *y, int64_t rows, int64_t count) {
    const auto reduction = float32Kernels().reduceRow[size_t(op)];
    // One long row is cut, and the parts are reduced once more.
    constexpr int64_t longRow = 1 << 18;
    if (rows == 1 && count > longRow) {
        const int64_t parts = (count + longRow - 1) / longRow;
        std::vector<float> partial(static_cast<size_t>(parts));
        parallelFor(parts, 1, [&](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i)
                partial[size_t(i)] = float(reduction(x + i * longRow, std::min(longRow, count - i * longRow)));
        });
        *y = float(reduction(partial.data(), parts));
        return;
    }
    parallelFor(rows, std::max<int64_t>(1, lightGrain / std::max<int64_t>(count, 1)), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row)
            y[row] = count == 0 ? 0.0f : float(reduction(x + row * count, count));
    });
}

/** Sums in two levels, so that the error grows with the square root of the number of rows only. */
void reductionColumns(ReductionOp op, const float *x, float *y, int64_t rows, int64_t stride, int64_t columns) {
    constexpr int64_t block = 128;
    const auto into = float32Kernels().reduceInto[size_t(op)];
    const size_t bytes = size_t(columns) * sizeof(float);
    std::memcpy(y, x, bytes);
    std::vector<float> partial(static_cast<size_t>(rows > block ? columns : 0));
    for (int64_t row = 1; row < std::min(rows, block); ++row)
        into(y, x + row * stride, columns);
    for (int64_t start = block; start < rows; start += block) {
        std::memcpy(partial.data(), x + start * stride, bytes);
        for (int64_t row = start + 1; row < std::min(rows, start + block); ++row)
            into(partial.data(), x + row * stride, columns);
        into(y, partial.data(), columns);
    }
}

void reduceFloat32(ReductionOp op, const float *x, float *y, const ReductionShape &shape) {
    if (shape.inner == 1) return reduceRows(op, x, y, shape.outer, shape.reduced);
    if (shape.reduced == 0) {
        std::fill_n(y, shape.outer * shape.inner, 0.0f);
        return;
    }
    if (shape.outer == 1) { // threads share the columns
        const int64_t grain = std::max<int64_t>(64, lightGrain / shape.reduced);
        parallelFor(shape.inner, grain, [&](int64_t begin, int64_t end) {
            reductionColumns(op, x + begin, y + begin, shape.reduced, shape.inner, end - begin);
        });
        return;
    }
    const int64_t block = shape.reduced * shape.inner;
    parallelFor(
        shape.outer, std::max<int64_t>(1, lightGrain / std::max<int64_t>(block, 1)), [&](int64_t begin, int64_t end) {
            for (int64_t o = begin; o < end; ++o)
                reductionColumns(op, x + o * block, y + o * shape.inner, shape.reduced, shape.inner, shape.inner);
        });
}

/** The form of the reduction if the reduced axes (of more than one element) stand together, else nothing. */
std::optional<ReductionShape> reductionShape(const Dims &shape, const AxisSet &axes) {
    ReductionShape result;
    enum { Before, Inside, Behind } place = Before;
    for (int i = 0; i < shape.rank(); ++i) {
        if (shape[i] == 1) continue;
        const bool isReduced = axes[size_t(i)];
        if (isReduced && place == Behind) return std::nullopt;
        if (isReduced)
            place = Inside;
        else if (place == Inside)
            place = Behind;
        (isReduced ? result.reduced : place == Before ? result.outer : result.inner) *= shape[i];
    }
    return result;
}

ReductionShape rowsShape(const Dims &shape, const AxisSet &axes) {
    ReductionShape result;
    for (int i = 0; i < shape.rank(); ++i)
        (axes[size_t(i)] ? result.reduced : result.outer) *= shape[i];
    return result;
}

bool isHalfType(DType dtype) {
    return dtype == DType::Float16 || dtype == DType::BFloat16;
}

AxisSet only(int axis) {
    AxisSet axes = {};
    axes[size_t(axis)] = true;
    return axes;
}

template<class T> bool isNan(T x) {
    return x != x;
}

/** The extreme by the fast loop, then its first place: two passes, but both are vector code. */
int64_t extremePlace(ReductionOp op, const float *row, int64_t count) {
    const float extreme = float(float32Kernels().reduceRow[size_t(op)](row, count));
    const float *end = row + count;
    const float *place = isNan(extreme) ? std::find_if(row, end, isNan<float>) : std::find(row, end, extreme);
    return place - row;
}

template<class T> int64_t extremePlace(ReductionOp op, const T *row, int64_t count) {
    int64_t best = 0;
    for (int64_t i = 1; i < count && !isNan(row[best]); ++i)
        if (isNan(row[i]) || (op == ReductionOp::Max ? row[i] > row[best] : row[i] < row[best])) best = i;
    return best;
}

} // namespace

Tensor withReducedLast(const Tensor &x, const AxisSet &axes) {
    Dims order;
    for (int i = 0; i < x.rank(); ++i)
        if (!axes[size_t(i)]) order.push(i);
    for (int i = 0; i < x.rank(); ++i)
        if (axes[size_t(i)]) order.push(i);
    return x.permuted(order).contiguous();
}

Dims keptShape(const Dims &shape, const AxisSet &axes) {
    Dims kept;
    for (int i = 0; i < shape.rank(); ++i)
        if (!axes[size_t(i)]) kept.push(shape[i]);
    return kept;
}

int64_t reducedCount(const Dims &shape, const AxisSet &axes) {
    int64_t count = 1;
    for (int i = 0; i < shape.rank(); ++i)
        if (axes[size_t(i)]) count *= shape[i];
    return count;
}

Tensor computeReduction(ReductionOp op, const Tensor &x, const AxisSet &axes) {
    assert(x.dtype() != DType::Bool);
    if (isComplex(x.dtype()) && op == ReductionOp::Sum) return complexSum(x, axes);
    if (isHalfType(x.dtype())) return computeReduction(op, x.cast(DType::Float32), axes).cast(x.dtype());
    const std::optional<ReductionShape> direct = reductionShape(x.shape(), axes);
    const Tensor in = direct ? x.contiguous() : withReducedLast(x, axes);
    const ReductionShape shape = direct ? *direct : rowsShape(x.shape(), axes);
    Tensor out(keptShape(x.shape(), axes), x.dtype());
    if (out.count() == 0) return out;
    visitDType(x.dtype(), [&]<class T>(TypeTag<T>) {
        if constexpr (std::is_same_v<T, float>)
            reduceFloat32(op, in.data<float>(), out.mutableData<float>(), shape);
        else if constexpr (!isHalf<T> && !std::is_same_v<T, bool>)
            reduceGeneric(op, in.data<T>(), out.mutableData<T>(), shape);
    });
    return out;
}

Tensor computeExtremePlace(ReductionOp op, const Tensor &x, int axis) {
    const AxisSet axes = only(axis);
    const Tensor in = withReducedLast(x, axes);
    Tensor out(keptShape(x.shape(), axes), DType::Int64);
    const int64_t count = x.shape()[axis];
    visitDType(in.dtype(), [&]<class T>(TypeTag<T>) {
        const T *from = reinterpret_cast<const T *>(in.rawData());
        int64_t *to = out.mutableData<int64_t>();
        parallelFor(out.count(), std::max<int64_t>(1, heavyGrain / std::max<int64_t>(count, 1)),
                    [=](int64_t begin, int64_t end) {
                        for (int64_t i = begin; i < end; ++i)
                            to[i] = extremePlace(op, from + i * count, count);
                    });
    });
    return out;
}

} // namespace jitscope::inline ops
