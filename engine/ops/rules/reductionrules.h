// SPDX-License-Identifier: Apache-2.0
// What operators that reduce axes share: which axes, which shape is left, rows to reduce, and the way back of
// gradients.
#pragma once

#include "engine/ops/gradient.h"
#include "engine/ops/kernels/mapped.h"
#include "engine/ops/kernels/reduce.h"
#include "engine/ops/rules/rules.h"

#include <functional>

namespace jitscope::inline ops {

/** The axes that argument `index` names (an int or a tuple), or all for None, for an empty tuple and without it. */
AxisSet reducedAxes(std::string_view op, TypeSpan arguments, size_t index, int rank);

/** In which sums and products are counted: Int64 for bools, signed integers and UInt8, as MindSpore does; the dtype
    itself for floats and the larger unsigned integers. */
DType countedIn(DType dtype);

/** The shape that is left; reduced axes stay with size 1 where `keepsAxes`. */
Dims reducedShape(const Dims &shape, const AxisSet &axes, bool keepsAxes);

/** A term of the result's shape broadcast to the shape of parameter 0; the axes and whether they were kept are told by
    two other parameters. */
Term broadcastBack(Gradient &g, size_t axesParameter, size_t keepParameter, Term reduced);

/** A term of the result's shape with the reduced axes as size 1, ready to broadcast. */
Term withAxes(Gradient &g, size_t axesParameter, size_t keepParameter, Term reduced);

/** The slope of a product of rows: for each element of x the product of the others of its row. Of a row with one 0 only
    that place has a slope, of one with several none. `sums` and `products` fold rows, and give each element its own
   row's. */
Term productOfOthers(Gradient &g, Term x, const std::function<Term(Term)> &sums,
                     const std::function<Term(Term)> &products);

OpCost reductionCost(TypeSpan arguments, const Abstract &result);

/** `row(elements, count)` of every row of a tensor of a floating dtype whose reduced axes were brought last; it
   computes in double and gives one. The result has the axes that stay, and the dtype of x. */
template<class Row> Tensor reduceFloats(const Tensor &x, const AxisSet &axes, Row row) {
    if (detail::isHalfType(x.dtype())) return reduceFloats(x.cast(DType::Float32), axes, row).cast(x.dtype());
    const Tensor in = withReducedLast(x, axes);
    Tensor out(keptShape(x.shape(), axes), x.dtype());
    const int64_t count = reducedCount(x.shape(), axes);
    const auto run = [&]<class T>(const T *from, T *to) {
        parallelFor(out.count(), std::max<int64_t>(1, heavyGrain / std::max<int64_t>(count, 1)),
                    [=](int64_t begin, int64_t end) {
                        for (int64_t i = begin; i < end; ++i)
                            to[i] = T(row(from + i * count, count));
                    });
    };
    if (x.dtype() == DType::Float32)
        run(in.data<float>(), out.mutableData<float>());
    else
        run(in.data<double>(), out.mutableData<double>());
    return out;
}

} // namespace jitscope::inline ops
