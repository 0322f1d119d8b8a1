// SPDX-License-Identifier: Apache-2.0
// Element-wise operators: picks the loops of the dtype and runs them over rows.
#include "engine/ops/kernels/elementwise.h"

#include "engine/ops/kernels/complexmath.h"
#include "engine/ops/kernels/generic.h"
#include "engine/ops/kernels/rows.h"
#include "engine/tensor/elements.h"

#include <cassert>
#include <utility>

namespace jitscope::inline ops {

namespace {

bool isHalfType(DType dtype) {
    return dtype == DType::Float16 || dtype == DType::BFloat16;
}

template<class T> const T *elements(const Tensor &tensor) {
    return reinterpret_cast<const T *>(tensor.rawData());
}
template<class T> T *elements(Tensor &tensor) {
    return reinterpret_cast<T *>(tensor.mutableRawData());
}

int64_t grainOf(UnaryOp op) {
    const bool light = generic::isIntegral(op) || op == UnaryOp::Sqrt || op == UnaryOp::Reciprocal;
    return light ? lightGrain : heavyGrain;
}

int64_t grainOf(BinaryOp op) {
    const bool heavy = op == BinaryOp::Pow || op == BinaryOp::FloorDiv || op == BinaryOp::FloorMod;
    return heavy ? heavyGrain / 4 : lightGrain;
}

/** Calls `visitor` with the operator as a constant of its type. */
template<class Op, int count, class Visitor> void visitOp(Op op, Visitor visitor) {
    [&]<int... i>(std::integer_sequence<int, i...>) {
        (void)((op == Op(i) && (visitor(std::integral_constant<Op, Op(i)>{}), true)) || ...);
    }
    (std::make_integer_sequence<int, count>{});
}

template<UnaryOp op, class T> void unaryLoop(const T *x, T *y, int64_t count) {
    parallelFor(count, heavyGrain, [=](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            y[i] = generic::computed<op>(x[i]);
    });
}

template<class T> void unaryOf(UnaryOp op, const Tensor &x, Tensor &y) {
    visitOp<UnaryOp, unaryOpCount>(op, [&](auto constant) {
        constexpr UnaryOp known = decltype(constant)::value;
        if constexpr (std::is_same_v<T, double> || generic::isIntegral(known))
            unaryLoop<known>(elements<T>(x), elements<T>(y), x.count());
    });
}

/** The rows of a pair with `function(a, b)` for each element. */
template<class T, class Out, class Function>
void pairLoop(const PairWalk &walk, int64_t grain, const T *a, const T *b, Out *y, Function function) {
    const int64_t stepA = walk.kind() == RowKind::ScalarVector ? 0 : 1;
    const int64_t stepB = walk.kind() == RowKind::VectorScalar ? 0 : 1;
    forEachRow(walk, grain, [&](RowPlace place, int64_t count) {
        for (int64_t i = 0; i < count; ++i)
            y[place.out + i] = function(a[place.a + i * stepA], b[place.b + i * stepB]);
    });
}

/** Float32 loops, cut into rows. */
template<class Rows, class Out>
void float32Rows(const Rows &rows, const PairWalk &walk, int64_t grain, const Tensor &a, const Tensor &b, Out *y) {
    const auto row = rows[size_t(walk.kind())];
    const float *left = a.data<float>(), *right = b.data<float>();
    forEachRow(walk, grain,
               [&](RowPlace place, int64_t count) { row(left + place.a, right + place.b, y + place.out, count); });
}

template<class T> void binaryOf(BinaryOp op, const PairWalk &walk, const Tensor &a, const Tensor &b, Tensor &y) {
    visitOp<BinaryOp, binaryOpCount>(op, [&](auto constant) {
        pairLoop(walk, grainOf(op), elements<T>(a), elements<T>(b), elements<T>(y),
                 [](T left, T right) -> T { return generic::computed<decltype(constant)::value>(left, right); });
    });
}

template<class T> void compareOf(CompareOp op, const PairWalk &walk, const Tensor &a, const Tensor &b, Tensor &y) {
    visitOp<CompareOp, compareOpCount>(op, [&](auto constant) {
        pairLoop(walk, lightGrain, elements<T>(a), elements<T>(b), elements<bool>(y),
                 [](T left, T right) { return generic::computed<decltype(constant)::value>(left, right); });
    });
}

} // namespace

Tensor computeUnary(UnaryOp op, const Tensor &x) {
    const Tensor in = x.contiguous();
    if (isHalfType(in.dtype())) return computeUnary(op, in.cast(DType::Float32)).cast(in.dtype());
    Tensor out(in.shape(), in.dtype());
    if (in.dtype() == DType::Float32) {
        const auto loop = float32Kernels().unary[size_t(op)];
        const float *from = in.data<float>();
        float *to = out.mutableData<float>();
        parallelFor(in.count(), grainOf(op),
                    [=](int64_t begin, int64_t end) { loop(from + begin, to + begin, end - begin); });
        return out;
    }
    visitDType(in.dtype(), [&]<class T>(TypeTag<T>) {
        if constexpr (std::is_same_v<T, double> || (std::is_integral_v<T> && !std::is_same_v<T, bool>))
            unaryOf<T>(op, in, out);
        else
            assert(false && "refused by the operator's rule");
    });
    return out;
}

Tensor computeBinary(BinaryOp op, const Tensor &a, const Tensor &b, const Dims &shape) {
    assert(a.dtype() == b.dtype());
    const DType dtype = a.dtype();
    if (isComplex(dtype)) return computeComplexBinary(op, a, b, shape);
    if (isHalfType(dtype)) return computeBinary(op, a.cast(DType::Float32), b.cast(DType::Float32), shape).cast(dtype);
    const auto [left, right, walk] = pairRows(shape, a, b);
    Tensor out(shape, dtype);
    visitDType(dtype, [&]<class T>(TypeTag<T>) {
        if constexpr (std::is_same_v<T, float>)
            float32Rows(float32Kernels().binary[size_t(op)], walk, grainOf(op), left, right, out.mutableData<float>());
        else if constexpr (!isHalf<T>)
            binaryOf<T>(op, walk, left, right, out);
    });
    return out;
}

Tensor computeCompare(CompareOp op, const Tensor &a, const Tensor &b, const Dims &shape) {
    assert(a.dtype() == b.dtype());
    if (isComplex(a.dtype())) return computeComplexCompare(op, a, b, shape);
    if (isHalfType(a.dtype())) return computeCompare(op, a.cast(DType::Float32), b.cast(DType::Float32), shape);
    const auto [left, right, walk] = pairRows(shape, a, b);
    Tensor out(shape, DType::Bool);
    visitDType(a.dtype(), [&]<class T>(TypeTag<T>) {
        if constexpr (std::is_same_v<T, float>)
            float32Rows(float32Kernels().compare[size_t(op)], walk, lightGrain, left, right, out.mutableData<bool>());
        else if constexpr (!isHalf<T>)
            compareOf<T>(op, walk, left, right, out);
    });
    return out;
}

Tensor computeLogical(LogicalOp op, const Tensor &a, const Tensor &b, const Dims &shape) {
    const auto [left, right, walk] = pairRows(shape, a, b);
    Tensor out(shape, DType::Bool);
    const auto run = [&](auto function) {
        pairLoop(walk, lightGrain, left.data<bool>(), right.data<bool>(), out.mutableData<bool>(), function);
    };
    switch (op) {
    case LogicalOp::And:
        run([](bool x, bool y) { return x && y; });
        break;
    case LogicalOp::Or:
        run([](bool x, bool y) { return x || y; });
        break;
    case LogicalOp::Xor:
        run([](bool x, bool y) { return x != y; });
        break;
    }
    return out;
}

Tensor computeLogicalNot(const Tensor &x) {
    const Tensor in = x.contiguous();
    Tensor out(in.shape(), DType::Bool);
    for (int64_t i = 0; i < in.count(); ++i)
        out.mutableData<bool>()[i] = !in.data<bool>()[i];
    return out;
}

Tensor computeSelect(const Tensor &condition, const Tensor &a, const Tensor &b, const Dims &shape) {
    assert(a.dtype() == b.dtype());
    const auto broadcast = [&shape](const Tensor &tensor) { return tensor.broadcastTo(shape).contiguous(); };
    const Tensor flags = broadcast(condition), left = broadcast(a), right = broadcast(b);
    Tensor out(shape, a.dtype());
    visitAnyDType(a.dtype(), [&]<class T>(TypeTag<T>) {
        const bool *flag = flags.data<bool>();
        const T *x = elements<T>(left), *y = elements<T>(right);
        T *to = elements<T>(out);
        parallelFor(out.count(), lightGrain, [=](int64_t begin, int64_t end) {
            for (int64_t i = begin; i < end; ++i)
                to[i] = flag[i] ? x[i] : y[i];
        });
    });
    return out;
}

} // namespace jitscope::inline ops
