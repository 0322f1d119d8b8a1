// SPDX-License-Identifier: Apache-2.0
// A scalar function applied to every element of one, two or three tensors, for operators that need no loops of their
// own for each instruction set.
//
// `function` takes and gives the C++ type of the elements; the 16-bit floats are computed in float.
#pragma once

#include "engine/ops/kernels/rows.h"
#include "engine/tensor/elements.h"
#include "engine/tensor/tensor.h"

#include <cassert>

namespace jitscope::inline ops {

namespace detail {

template<class T> const T *elementsOf(const Tensor &tensor) {
    return reinterpret_cast<const T *>(tensor.rawData());
}
template<class T> T *elementsOf(Tensor &tensor) {
    return reinterpret_cast<T *>(tensor.mutableRawData());
}

inline bool isHalfType(DType dtype) {
    return dtype == DType::Float16 || dtype == DType::BFloat16;
}

template<class T, class Out, class Function>
void mapElements(const Tensor &x, Tensor &y, int64_t grain, Function function) {
    const T *from = elementsOf<T>(x);
    Out *to = elementsOf<Out>(y);
    parallelFor(x.count(), grain, [=](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            to[i] = function(from[i]);
    });
}

/** Rows of two operands; each kind of row has its own loop, which the compiler can turn into vector code. */
template<class T, class Out, class Function>
void mapPairs(const Tensor &a, const Tensor &b, Tensor &y, int64_t grain, Function function) {
    const PairWalk walk = pairWalk(y.shape(), a.shape(), b.shape());
    const RowKind kind = walk.kind();
    const T *left = elementsOf<T>(a), *right = elementsOf<T>(b);
    Out *out = elementsOf<Out>(y);
    forEachRow(walk, grain, [=](RowPlace place, int64_t count) {
        const T *x = left + place.a, *z = right + place.b;
        Out *to = out + place.out;
        if (kind == RowKind::VectorVector)
            for (int64_t i = 0; i < count; ++i)
                to[i] = function(x[i], z[i]);
        else if (kind == RowKind::VectorScalar)
            for (int64_t i = 0; i < count; ++i)
                to[i] = function(x[i], z[0]);
        else
            for (int64_t i = 0; i < count; ++i)
                to[i] = function(x[0], z[i]);
    });
}

template<class T, class Function>
void mapTriples(const Tensor &a, const Tensor &b, const Tensor &c, Tensor &y, int64_t grain, Function function) {
    const T *first = elementsOf<T>(a), *second = elementsOf<T>(b), *third = elementsOf<T>(c);
    T *to = elementsOf<T>(y);
    parallelFor(y.count(), grain, [=](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
            to[i] = function(first[i], second[i], third[i]);
    });
}

} // namespace detail

/** `function` of each element of a tensor of a floating dtype. */
template<class Function> Tensor mapFloats(const Tensor &x, int64_t grain, Function function) {
    if (detail::isHalfType(x.dtype())) return mapFloats(x.cast(DType::Float32), grain, function).cast(x.dtype());
    assert(info(x.dtype()).floating);
    const Tensor in = x.contiguous();
    Tensor out(in.shape(), in.dtype());
    if (in.dtype() == DType::Float32)
        detail::mapElements<float, float>(in, out, grain, function);
    else
        detail::mapElements<double, double>(in, out, grain, function);
    return out;
}

/** `function` of each element of a tensor of an integer dtype other than Bool. */
template<class Function> Tensor mapIntegers(const Tensor &x, int64_t grain, Function function) {
    const Tensor in = x.contiguous();
    Tensor out(in.shape(), in.dtype());
    visitDType(in.dtype(), [&]<class T>(TypeTag<T>) {
        if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
            detail::mapElements<T, T>(in, out, grain, function);
        else
            assert(false && "refused by the operator's rule");
    });
    return out;
}

/** A truth for each element of a tensor of a floating dtype. */
template<class Function> Tensor mapFloatsToBools(const Tensor &x, Function function) {
    if (detail::isHalfType(x.dtype())) return mapFloatsToBools(x.cast(DType::Float32), function);
    assert(info(x.dtype()).floating);
    const Tensor in = x.contiguous();
    Tensor out(in.shape(), DType::Bool);
    if (in.dtype() == DType::Float32)
        detail::mapElements<float, bool>(in, out, lightGrain, function);
    else
        detail::mapElements<double, bool>(in, out, lightGrain, function);
    return out;
}

/** `function(a, b)` of operands of one floating dtype that broadcast to `shape`. */
template<class Function>
Tensor mapFloats(const Tensor &a, const Tensor &b, const Dims &shape, int64_t grain, Function function) {
    assert(a.dtype() == b.dtype());
    const DType dtype = a.dtype();
    if (detail::isHalfType(dtype))
        return mapFloats(a.cast(DType::Float32), b.cast(DType::Float32), shape, grain, function).cast(dtype);
    assert(info(dtype).floating);
    const Tensor left = a.contiguous(), right = b.contiguous();
    Tensor out(shape, dtype);
    if (dtype == DType::Float32)
        detail::mapPairs<float, float>(left, right, out, grain, function);
    else
        detail::mapPairs<double, double>(left, right, out, grain, function);
    return out;
}

/** `function(a, b)` of operands of one integer dtype; Bool where `function` takes it. */
template<class Function>
Tensor mapIntegers(const Tensor &a, const Tensor &b, const Dims &shape, int64_t grain, Function function) {
    assert(a.dtype() == b.dtype());
    const Tensor left = a.contiguous(), right = b.contiguous();
    Tensor out(shape, a.dtype());
    visitDType(a.dtype(), [&]<class T>(TypeTag<T>) {
        if constexpr (std::is_integral_v<T> && std::is_invocable_v<Function, T, T>)
            detail::mapPairs<T, T>(left, right, out, grain, function);
        else
            assert(false && "refused by the operator's rule");
    });
    return out;
}

/** `function(a, b, c)` of operands of one floating dtype that broadcast to `shape`. */
template<class Function>
Tensor mapFloats(const Tensor &a, const Tensor &b, const Tensor &c, const Dims &shape, int64_t grain,
                 Function function) {
    assert(a.dtype() == b.dtype() && b.dtype() == c.dtype());
    const DType dtype = a.dtype();
    const auto ready = [&shape](const Tensor &x, DType computed) {
        return x.cast(computed).broadcastTo(shape).contiguous();
    };
    const DType computed = dtype == DType::Float64 ? DType::Float64 : DType::Float32;
    const Tensor first = ready(a, computed), second = ready(b, computed), third = ready(c, computed);
    Tensor out(shape, computed);
    if (computed == DType::Float32)
        detail::mapTriples<float>(first, second, third, out, grain, function);
    else
        detail::mapTriples<double>(first, second, third, out, grain, function);
    return out.cast(dtype);
}

/** `block(from, to, count)` of packed float32 elements, at most blockSize at once: for functions that are several calls
    of the float32 loops, whose results in between then stay in the cache. The 16-bit floats go through float32. */
constexpr int64_t blockSize = 1024;

template<class Block> Tensor mapBlocks(const Tensor &x, Block block) {
    const Tensor in = x.cast(DType::Float32).contiguous();
    Tensor out(in.shape(), DType::Float32);
    const float *from = in.data<float>();
    float *to = out.mutableData<float>();
    parallelFor(in.count(), heavyGrain, [=](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; i += blockSize)
            block(from + i, to + i, std::min(blockSize, end - i));
    });
    return out.cast(x.dtype());
}

} // namespace jitscope::inline ops
