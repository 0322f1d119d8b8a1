// SPDX-License-Identifier: Apache-2.0
// Folds of axes.
//
// Every fold is brought to one of two forms: rows (the folded axes are the last: each row becomes one number) or
// columns (they stand before axes that stay: whole rows are added into a row of results). Anything else is packed into
// rows.
#include "engine/ops/kernels/reduce.h"

#include "engine/base/threadpool.h"
#include "engine/ops/kernels/generic.h"
#include "engine/ops/kernels/rows.h"
#include "engine/tensor/elements.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <vector>

namespace jitscope {

namespace {

/** outer x folded x inner, of a tensor in that order. */
struct FoldShape {
    int64_t outer = 1, folded = 1, inner = 1;
};

template<FoldOp op, class T> T combined(T a, T b) {
    if constexpr (op == FoldOp::Sum) return generic::computed<BinaryOp::Add>(a, b);
    if constexpr (op == FoldOp::Max) return generic::computed<BinaryOp::Maximum>(a, b);
    if constexpr (op == FoldOp::Min) return generic::computed<BinaryOp::Minimum>(a, b);
}

template<FoldOp op, class T> void foldGeneric(const T *x, T *y, const FoldShape &shape) {
    parallelFor(shape.outer, std::max<int64_t>(1, heavyGrain / std::max<int64_t>(shape.folded * shape.inner, 1)),
                [&](int64_t begin, int64_t end) {
                    for (int64_t o = begin; o < end; ++o) {
                        const T *from = x + o * shape.folded * shape.inner;
                        T *to = y + o * shape.inner;
                        for (int64_t i = 0; i < shape.inner; ++i)
                            to[i] = op == FoldOp::Sum ? T(0) : from[i];
                        for (int64_t f = op == FoldOp::Sum ? 0 : 1; f < shape.folded; ++f)
                            for (int64_t i = 0; i < shape.inner; ++i)
                                to[i] = combined<op>(to[i], from[f * shape.inner + i]);
                    }
                });
}

template<class T> void foldGeneric(FoldOp op, const T *x, T *y, const FoldShape &shape) {
    switch (op) {
    case FoldOp::Sum:
        return foldGeneric<FoldOp::Sum>(x, y, shape);
    case FoldOp::Max:
        return foldGeneric<FoldOp::Max>(x, y, shape);
    case FoldOp::Min:
        return foldGeneric<FoldOp::Min>(x, y, shape);
    }
}

void foldRows(FoldOp op, const float *x, float *y, int64_t rows, int64_t count) {
    const auto fold = float32Kernels().foldRow[size_t(op)];
    // One long row is cut, and the parts are folded once more.
    constexpr int64_t longRow = 1 << 18;
    if (rows == 1 && count > longRow) {
        const int64_t parts = (count + longRow - 1) / longRow;
        std::vector<float> partial(static_cast<size_t>(parts));
        parallelFor(parts, 1, [&](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i)
                partial[size_t(i)] = float(fold(x + i * longRow, std::min(longRow, count - i * longRow)));
        });
        *y = float(fold(partial.data(), parts));
        return;
    }
    parallelFor(rows, std::max<int64_t>(1, lightGrain / std::max<int64_t>(count, 1)), [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row)
            y[row] = count == 0 ? 0.0f : float(fold(x + row * count, count));
    });
}

/** Sums in two levels, so that the error grows with the square root of the number of rows only. */
void foldColumns(FoldOp op, const float *x, float *y, int64_t rows, int64_t stride, int64_t columns) {
    constexpr int64_t block = 128;
    const auto into = float32Kernels().foldInto[size_t(op)];
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

void foldFloat32(FoldOp op, const float *x, float *y, const FoldShape &shape) {
    if (shape.inner == 1) return foldRows(op, x, y, shape.outer, shape.folded);
    if (shape.folded == 0) {
        std::fill_n(y, shape.outer * shape.inner, 0.0f);
        return;
    }
    if (shape.outer == 1) { // threads share the columns
        const int64_t grain = std::max<int64_t>(64, lightGrain / shape.folded);
        parallelFor(shape.inner, grain, [&](int64_t begin, int64_t end) {
            foldColumns(op, x + begin, y + begin, shape.folded, shape.inner, end - begin);
        });
        return;
    }
    const int64_t block = shape.folded * shape.inner;
    parallelFor(shape.outer, std::max<int64_t>(1, lightGrain / std::max<int64_t>(block, 1)),
                [&](int64_t begin, int64_t end) {
                    for (int64_t o = begin; o < end; ++o)
                        foldColumns(op, x + o * block, y + o * shape.inner, shape.folded, shape.inner, shape.inner);
                });
}

/** The form of the fold if the folded axes (of more than one element) stand together, else nothing. */
std::optional<FoldShape> foldShape(const Dims &shape, const AxisSet &axes) {
    FoldShape result;
    enum { Before, Inside, Behind } place = Before;
    for (int i = 0; i < shape.rank(); ++i) {
        if (shape[i] == 1) continue;
        const bool isFolded = axes[size_t(i)];
        if (isFolded && place == Behind) return std::nullopt;
        if (isFolded)
            place = Inside;
        else if (place == Inside)
            place = Behind;
        (isFolded ? result.folded : place == Before ? result.outer : result.inner) *= shape[i];
    }
    return result;
}

FoldShape rowsShape(const Dims &shape, const AxisSet &axes) {
    FoldShape result;
    for (int i = 0; i < shape.rank(); ++i)
        (axes[size_t(i)] ? result.folded : result.outer) *= shape[i];
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
int64_t extremePlace(FoldOp op, const float *row, int64_t count) {
    const float extreme = float(float32Kernels().foldRow[size_t(op)](row, count));
    const float *end = row + count;
    const float *place = isNan(extreme) ? std::find_if(row, end, isNan<float>) : std::find(row, end, extreme);
    return place - row;
}

template<class T> int64_t extremePlace(FoldOp op, const T *row, int64_t count) {
    int64_t best = 0;
    for (int64_t i = 1; i < count && !isNan(row[best]); ++i)
        if (isNan(row[i]) || (op == FoldOp::Max ? row[i] > row[best] : row[i] < row[best])) best = i;
    return best;
}

} // namespace

Tensor withFoldedLast(const Tensor &x, const AxisSet &axes) {
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

int64_t foldedCount(const Dims &shape, const AxisSet &axes) {
    int64_t count = 1;
    for (int i = 0; i < shape.rank(); ++i)
        if (axes[size_t(i)]) count *= shape[i];
    return count;
}

Tensor computeFold(FoldOp op, const Tensor &x, const AxisSet &axes) {
    assert(x.dtype() != DType::Bool);
    if (isHalfType(x.dtype())) return computeFold(op, x.cast(DType::Float32), axes).cast(x.dtype());
    const std::optional<FoldShape> direct = foldShape(x.shape(), axes);
    const Tensor in = direct ? x.contiguous() : withFoldedLast(x, axes);
    const FoldShape shape = direct ? *direct : rowsShape(x.shape(), axes);
    Tensor out(keptShape(x.shape(), axes), x.dtype());
    if (out.count() == 0) return out;
    visitDType(x.dtype(), [&]<class T>(TypeTag<T>) {
        if constexpr (std::is_same_v<T, float>)
            foldFloat32(op, in.data<float>(), out.mutableData<float>(), shape);
        else if constexpr (!isHalf<T> && !std::is_same_v<T, bool>)
            foldGeneric(op, in.data<T>(), out.mutableData<T>(), shape);
    });
    return out;
}

Tensor computeExtremePlace(FoldOp op, const Tensor &x, int axis) {
    const AxisSet axes = only(axis);
    const Tensor in = withFoldedLast(x, axes);
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

} // namespace jitscope
