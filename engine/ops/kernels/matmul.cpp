// SPDX-License-Identifier: Apache-2.0
// Matrix products: cuts them into blocks of rows for the threads and finishes each block while it is in the cache.
//
// Eigen's product was measured against oneDNN 2.6 for this: they are within a few percent of each other and of the peak
// with AVX-512, but oneDNN takes 30 ms to load and 10 ms and more to compile the kernel of each new shape, which an
// eager program feels. A library that is better some day goes behind gemmKernels().
#include "engine/ops/kernels/matmul.h"

#include "engine/base/threadpool.h"
#include "engine/ops/kernels/float32kernels.h"
#include "engine/ops/kernels/gemm.h"
#include "engine/ops/kernels/generic.h"
#include "engine/ops/kernels/isa.h"
#include "engine/tensor/elements.h"

#include <algorithm>
#include <cassert>

namespace jitscope {

const GemmKernels &gemmKernels() {
    static const GemmKernels &chosen = chosenIsa() == Isa::Avx512 ? gemmKernelsAvx512()
                                       : chosenIsa() == Isa::Avx2 ? gemmKernelsAvx2()
                                                                  : gemmKernelsBaseline();
    return chosen;
}

namespace {

/** Below this much work a second thread costs more than it brings. */
constexpr double parallelFlops = 400e3;

void gemmOf(const GemmShape &shape, const float *a, const float *b, float *c) {
    gemmKernels().float32(shape, a, b, c);
}

void gemmOf(const GemmShape &shape, const double *a, const double *b, double *c) {
    gemmKernels().float64(shape, a, b, c);
}

/** Integers: plain loops, wrapping around. */
template<class T> void gemmOf(const GemmShape &shape, const T *a, const T *b, T *c) {
    for (int64_t i = 0; i < shape.rows; ++i) {
        std::fill_n(c + i * shape.columns, shape.columns, T(0));
        for (int64_t k = 0; k < shape.depth; ++k) {
            const T left = a[shape.transposedA ? k * shape.strideA + i : i * shape.strideA + k];
            for (int64_t j = 0; j < shape.columns; ++j) {
                const T right = b[shape.transposedB ? j * shape.strideB + k : k * shape.strideB + j];
                T &sum = c[i * shape.columns + j];
                sum = generic::computed<BinaryOp::Add>(sum, generic::computed<BinaryOp::Mul>(left, right));
            }
        }
    }
}

void finish(float *row, const float *bias, Epilogue epilogue, int64_t count) {
    const Float32Kernels &kernels = float32Kernels();
    const auto add = kernels.binary[size_t(BinaryOp::Add)][size_t(RowKind::VectorVector)];
    const auto relu = kernels.unary[size_t(UnaryOp::ReLU)];
    if (bias && epilogue == Epilogue::Relu)
        kernels.addRowRelu(row, bias, row, count);
    else if (bias)
        add(row, bias, row, count);
    else if (epilogue == Epilogue::Relu)
        relu(row, row, count);
}

template<class T> void finish(T *row, const T *bias, Epilogue epilogue, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
        if (bias) row[i] = generic::computed<BinaryOp::Add>(row[i], bias[i]);
        if (epilogue == Epilogue::Relu) row[i] = generic::computed<UnaryOp::ReLU>(row[i]);
    }
}

/** Where the matrices of one batch entry start, in elements. */
struct BatchPlaces {
    std::vector<int64_t> a, b;
};

Dims batchOf(const Dims &shape) {
    return Dims(shape.span().first(size_t(shape.rank()) - 2));
}

std::vector<int64_t> placesOf(const Dims &own, const Dims &batch, int64_t matrixCount) {
    const Dims ownBatch = batchOf(own);
    // A tensor that holds the number of each matrix, stretched as the operand is: its elements are the places.
    Tensor numbers(ownBatch, DType::Int64);
    for (int64_t i = 0; i < numbers.count(); ++i)
        numbers.mutableData<int64_t>()[i] = i * matrixCount;
    const Tensor stretched = numbers.broadcastTo(batch).contiguous();
    return {stretched.data<int64_t>(), stretched.data<int64_t>() + stretched.count()};
}

template<class T> void multiply(const MatmulPlan &plan, const Tensor &a, const Tensor &b, const T *bias, Tensor &out) {
    const Dims &shapeA = a.shape(), &shapeB = b.shape();
    GemmShape whole;
    whole.rows = plan.shape[plan.shape.rank() - 2];
    whole.columns = plan.shape.back();
    whole.depth = plan.transposedA ? shapeA[shapeA.rank() - 2] : shapeA.back();
    whole.transposedA = plan.transposedA;
    whole.transposedB = plan.transposedB;
    whole.strideA = shapeA.back();
    whole.strideB = shapeB.back();

    const Dims batch = batchOf(plan.shape);
    const BatchPlaces places = {placesOf(shapeA, batch, whole.rows * whole.depth),
                                placesOf(shapeB, batch, whole.depth * whole.columns)};
    const int64_t entries = batch.product();
    const double flops = 2.0 * double(out.count()) * double(std::max<int64_t>(whole.depth, 1));
    const int64_t threads = flops < parallelFlops ? 1 : threadCount();

    // Whole matrices if there are enough of them, else blocks of rows that are a multiple of the kernels' own.
    const int64_t blocks = entries >= 2 * threads ? 1 : threads;
    const int64_t blockRows = std::max<int64_t>((whole.rows + blocks - 1) / blocks + 15, 16) / 16 * 16;
    const int64_t blocksPerMatrix = (whole.rows + blockRows - 1) / blockRows;
    const auto computeBlock = [&](int64_t task) {
        const int64_t entry = task / blocksPerMatrix, firstRow = task % blocksPerMatrix * blockRows;
        GemmShape shape = whole;
        shape.rows = std::min(blockRows, whole.rows - firstRow);
        const T *left = reinterpret_cast<const T *>(a.rawData()) + places.a[size_t(entry)] +
                        (plan.transposedA ? firstRow : firstRow * whole.strideA);
        const T *right = reinterpret_cast<const T *>(b.rawData()) + places.b[size_t(entry)];
        T *to = reinterpret_cast<T *>(out.mutableRawData()) + (entry * whole.rows + firstRow) * whole.columns;
        gemmOf(shape, left, right, to);
        if (bias || plan.epilogue != Epilogue::None)
            for (int64_t row = 0; row < shape.rows; ++row)
                finish(to + row * whole.columns, bias, plan.epilogue, whole.columns);
    };
    const int64_t tasks = entries * blocksPerMatrix;
    parallelFor(tasks, threads == 1 ? tasks : 1, [&](int64_t begin, int64_t end) {
        for (int64_t task = begin; task < end; ++task)
            computeBlock(task);
    });
}

} // namespace

Tensor computeMatmul(const MatmulPlan &plan, const Tensor &a, const Tensor &b, const Tensor &bias) {
    assert(a.dtype() == b.dtype() && a.dtype() != DType::Bool);
    const DType dtype = a.dtype();
    if (dtype == DType::Float16 || dtype == DType::BFloat16) {
        const Tensor wideBias = bias.defined() ? bias.cast(DType::Float32) : Tensor();
        return computeMatmul(plan, a.cast(DType::Float32), b.cast(DType::Float32), wideBias).cast(dtype);
    }
    const Tensor left = a.contiguous(), right = b.contiguous();
    const Tensor row = bias.defined() ? bias.contiguous() : Tensor();
    Tensor out(plan.shape, dtype);
    if (out.count() == 0) return out;
    visitDType(dtype, [&]<class T>(TypeTag<T>) {
        if constexpr (!isHalf<T> && !std::is_same_v<T, bool>)
            multiply<T>(plan, left, right, row.defined() ? row.data<T>() : nullptr, out);
    });
    return out;
}

} // namespace jitscope
