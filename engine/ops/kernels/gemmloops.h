// SPDX-License-Identifier: Apache-2.0
// Eigen's matrix product, included once by each gemm_<instruction set>.cpp.
//
// The including file renames Eigen's namespace (#define Eigen ...), because the linker keeps one copy of each of
// Eigen's templates: under one name that might be the one compiled for AVX-512, on every machine.
#pragma once

#include "engine/ops/kernels/gemm.h"

#include <Eigen/Core>

namespace jitscope {
namespace {

template<class T, int order> using StoredMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, order>;
template<class T, int order>
using MatrixView = Eigen::Map<const StoredMatrix<T, order>, Eigen::Unaligned, Eigen::OuterStride<>>;

/** A transposed row-major matrix is the same storage read column-major. */
template<class T, int orderA, int orderB> void product(const GemmShape &shape, const T *a, const T *b, T *c) {
    const MatrixView<T, orderA> left(a, shape.rows, shape.depth, Eigen::OuterStride<>(shape.strideA));
    const MatrixView<T, orderB> right(b, shape.depth, shape.columns, Eigen::OuterStride<>(shape.strideB));
    Eigen::Map<StoredMatrix<T, Eigen::RowMajor>> result(c, shape.rows, shape.columns);
    result.noalias() = left * right;
}

template<class T> void gemm(const GemmShape &shape, const T *a, const T *b, T *c) {
    constexpr int row = Eigen::RowMajor, column = Eigen::ColMajor;
    if (shape.transposedA)
        shape.transposedB ? product<T, column, column>(shape, a, b, c) : product<T, column, row>(shape, a, b, c);
    else
        shape.transposedB ? product<T, row, column>(shape, a, b, c) : product<T, row, row>(shape, a, b, c);
}

constexpr GemmKernels gemmTable = {gemm<float>, gemm<double>};

} // namespace
} // namespace jitscope
