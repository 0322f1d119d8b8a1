// SPDX-License-Identifier: Apache-2.0
// Matrix products of tensors: finds the matrices inside them, whatever their strides, and the kernels of their dtype.
#include "engine/ops/kernels/matmul.h"

#include "engine/base/threadpool.h"
#include "engine/ops/kernels/bfloat16pairs.h"
#include "engine/ops/kernels/complexmath.h"
#include "engine/ops/kernels/generic.h"
#include "engine/ops/kernels/tilekernels.h"
#include "engine/tensor/elements.h"
#include "engine/tensor/keptforms.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <vector>

namespace jitscope::inline ops {

namespace {

/** Integers: plain loops, wrapping around; a row of b at a time, so that memory is read in its order. */
template<class T> void multiplyPlain(const Product<T> &p) {
    for (int64_t i = 0; i < p.rows; ++i) {
        T *row = p.c.data + i * p.c.rowStride;
        for (int64_t j = 0; j < p.columns; ++j)
            row[j] = p.epilogue.columns.bias ? p.epilogue.columns.bias[j] : T(0);
        for (int64_t k = 0; k < p.depth; ++k) {
            const T left = p.a.data[i * p.a.rowStride + k * p.a.columnStride];
            const T *right = p.b.data + k * p.b.rowStride;
            for (int64_t j = 0; j < p.columns; ++j)
                row[j] = generic::computed<BinaryOp::Add>(
                    row[j], generic::computed<BinaryOp::Mul>(left, right[j * p.b.columnStride]));
        }
        if (p.epilogue.function) applyFunction(*p.epilogue.function, row, p.columns, 1, p.columns);
    }
}

Dims batchOf(const Dims &shape) {
    return Dims(shape.span().first(size_t(shape.rank()) - 2));
}

/** Where the matrices of all entries of a batch start, in elements. */
std::vector<int64_t> placesOf(const Tensor &operand, const Dims &batch) {
    const Dims own = batchOf(operand.shape());
    const int added = batch.rank() - own.rank();
    std::vector<int64_t> places(static_cast<size_t>(batch.product()));
    for (size_t entry = 0; entry < places.size(); ++entry) {
        int64_t rest = int64_t(entry);
        for (int i = batch.rank() - 1; i >= added; --i) {
            if (own[i - added] != 1) places[entry] += rest % batch[i] * operand.strides()[i - added];
            rest /= batch[i];
        }
    }
    return places;
}

/** The last two axes, read the other way round where the product wants them so. */
template<class T> Matrix<const T> matrixOf(const Tensor &operand, bool transposed) {
    const int rank = operand.rank();
    const Matrix<const T> matrix = {reinterpret_cast<const T *>(operand.rawData()), operand.strides()[rank - 2],
                                    operand.strides()[rank - 1]};
    return transposed ? matrix.transposed() : matrix;
}

/** A batch of row-major matrices times one matrix is one product with all their rows. */
bool isOneProduct(const MatmulPlan &plan, const Tensor &a, const Tensor &b) {
    return !plan.transposedA && a.isContiguous() && batchOf(b.shape()).product() == 1 &&
           a.count() / std::max<int64_t>(a.shape().back(), 1) ==
               batchOf(plan.shape).product() * plan.shape[plan.shape.rank() - 2];
}

/** How the elements of a product are computed. */
template<class T> struct Way {
    void (*run)(const Product<T> &product) = nullptr;
    const OfPairs *pairs = nullptr;
    const PanelSource<T> *source = nullptr; ///< instead of b, which is one matrix
};

/** What is computed in T, of tensors of that dtype or (b) of another floating one. */
template<class T> constexpr DType computedDType = std::is_same_v<T, double> ? DType::Float64 : DType::Float32;

bool isOfHalves(const Tensor &tensor) {
    return tensor.dtype() == DType::Float16 || tensor.dtype() == DType::BFloat16;
}

/** All panels of a weight, which is b, where they are kept. */
template<class T> KeptForm panelsOf(const Product<T> &product, const Tensor &b, bool transposed) {
    if (!b.storage()->keepsForms() || !gainsByPanels(product)) return nullptr;
    const int depthAxis = b.rank() - (transposed ? 1 : 2);
    const FormKey key = {product.pairs ? FormKind::PairPanels : FormKind::Panels,
                         b.dtype(),
                         b.offset(),
                         {b.shape()[depthAxis], product.columns, product.b.rowStride, product.b.columnStride}};
    return keptForm(*b.storage().get(), key, size_t(panelElements(product)) * sizeof(T), [&](std::byte *to) {
        const Tensor computed = product.pairs && isOfHalves(b) ? bfloat16Pairs(b, depthAxis, *product.pairs->kernels)
                                                               : b.cast(computedDType<T>);
        Product<T> whole = product;
        whole.b = matrixOf<T>(computed, transposed);
        fillPanels(whole, reinterpret_cast<T *>(to));
    });
}

/** A product by one matrix: by the panels of a weight, or by its elements. */
template<class T> void multiplyOne(Product<T> product, const Tensor &b, bool transposed, const Way<T> &way) {
    if constexpr (std::is_floating_point_v<T>) {
        const KeptForm panels = panelsOf(product, b, transposed);
        product.panels = reinterpret_cast<const T *>(panels.get());
        if (panels) return way.run(product);
        product.source = way.source;
        if (isOfHalves(b) && !product.source) {
            const Tensor computed = b.cast(computedDType<T>);
            product.b = matrixOf<T>(computed, transposed);
            return way.run(product);
        }
    }
    way.run(product);
}

/** Halves may be left to be made float32 in `b`, which a weight needs once. */
template<class T>
void multiplyEntries(const MatmulPlan &plan, const Tensor &a, const Tensor &b, const T *bias, Tensor &out,
                     const Way<T> &way) {
    Product<T> product;
    product.rows = plan.shape[plan.shape.rank() - 2];
    product.columns = plan.shape.back();
    product.depth = plan.transposedA ? a.shape()[a.rank() - 2] : a.shape().back();
    product.a = matrixOf<T>(a, plan.transposedA);
    product.b = matrixOf<T>(b, plan.transposedB);
    product.pairs = way.pairs;
    if (!way.pairs) product.c = {reinterpret_cast<T *>(out.mutableRawData()), product.columns, 1};
    product.epilogue.columns.bias = bias;
    product.epilogue.function = plan.function;
    const Dims batch = batchOf(plan.shape);
    const int64_t entries = batch.product();
    if (entries == 1 || isOneProduct(plan, a, b)) {
        if (entries > 1) product.a.rowStride = product.depth;
        product.rows *= entries;
        return multiplyOne(product, b, plan.transposedB, way);
    }
    if constexpr (std::is_floating_point_v<T>)
        if (isOfHalves(b) && !way.source) return multiplyEntries<T>(plan, a, b.cast(computedDType<T>), bias, out, way);
    const std::vector<int64_t> placesA = placesOf(a, batch), placesB = placesOf(b, batch);
    const auto runEntries = [&](int64_t begin, int64_t end) {
        for (int64_t entry = begin; entry < end; ++entry) {
            Product<T> one = product;
            one.a.data += placesA[size_t(entry)];
            one.b.data += placesB[size_t(entry)];
            one.source = way.source;
            const int64_t place = entry * one.rows * one.columns;
            OfPairs pairs;
            if (way.pairs) {
                pairs = {way.pairs->kernels, way.pairs->rounded + place, way.pairs->rowStride};
                one.pairs = &pairs;
            } else {
                one.c.data += place;
            }
            way.run(one);
        }
    };
    // Whole matrices for each thread if there are enough of them; else the threads share each product.
    if (entries < 2 * threadCount()) return runEntries(0, entries);
    parallelFor(entries, int64_t(std::max(1.0, 200e3 / std::max(product.flops(), 1.0))), runEntries);
}

template<class T> constexpr Way<T> wayOf() {
    if constexpr (std::is_floating_point_v<T>)
        return {multiply<T>};
    else
        return {multiplyPlain<T>};
}

/** The lines of b, if it is one matrix whose lines lie along and which is wide enough for panels. */
std::optional<JoinedLines> joinedLines(const MatmulPlan &plan, const Tensor &b, const Bfloat16Kernels &kernels) {
    const Matrix<const uint16_t> lines = matrixOf<uint16_t>(b, plan.transposedB);
    if (b.rank() != 2 || lines.columnStride != 1 || plan.shape.back() <= kernels.tiles.columns / 2) return {};
    return JoinedLines(lines.data, lines.rowStride, b.shape()[plan.transposedB ? 1 : 0], kernels);
}

} // namespace

Tensor multiplyBfloat16(const MatmulPlan &plan, const Tensor &a, const Tensor &b, const Tensor &bias,
                        const Bfloat16Kernels &kernels) {
    Tensor out(plan.shape, DType::BFloat16);
    if (out.count() == 0) return out;
    const Tensor pairsOfA = bfloat16Pairs(a, a.rank() - (plan.transposedA ? 2 : 1), kernels);
    const std::optional<JoinedLines> lines = joinedLines(plan, b, kernels);
    const Tensor pairsOfB = lines ? b : bfloat16Pairs(b, b.rank() - (plan.transposedB ? 1 : 2), kernels);
    const Tensor row = bias.defined() ? bias.cast(DType::Float32).contiguous() : Tensor();
    const OfPairs pairs = {&kernels, reinterpret_cast<uint16_t *>(out.mutableRawData()), plan.shape.back()};
    multiplyEntries<float>(plan, pairsOfA, pairsOfB, row.defined() ? row.data<float>() : nullptr, out,
                           {multiply<float>, &pairs, lines ? &*lines : nullptr});
    return out;
}

Tensor computeMatmul(const MatmulPlan &plan, const Tensor &a, const Tensor &b, const Tensor &bias) {
    assert(a.dtype() == b.dtype() && a.dtype() != DType::Bool);
    const DType dtype = a.dtype();
    if (isComplex(dtype)) return complexMatmul(plan, a, b);
    if (dtype == DType::BFloat16)
        if (const Bfloat16Kernels *kernels = bfloat16Kernels()) return multiplyBfloat16(plan, a, b, bias, *kernels);
    if (isOfHalves(a)) {
        Tensor out(plan.shape, DType::Float32);
        const Tensor row = bias.defined() ? bias.cast(DType::Float32).contiguous() : Tensor();
        if (out.count() > 0)
            multiplyEntries<float>(plan, a.cast(DType::Float32), b, row.defined() ? row.data<float>() : nullptr, out,
                                   wayOf<float>());
        return out.cast(dtype);
    }
    const Tensor row = bias.defined() ? bias.contiguous() : Tensor();
    Tensor out(plan.shape, dtype);
    if (out.count() == 0) return out;
    visitDType(dtype, [&]<class T>(TypeTag<T>) {
        if constexpr (!isHalf<T> && !std::is_same_v<T, bool>)
            multiplyEntries<T>(plan, a, b, row.defined() ? row.data<T>() : nullptr, out, wayOf<T>());
    });
    return out;
}

} // namespace jitscope::inline ops
