// SPDX-License-Identifier: Apache-2.0
// Factorisations of single matrices, by Eigen.
#include "engine/ops/kernels/decompositions.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include <cmath>
#include <limits>

namespace jitscope::inline ops::decompositions {

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Dense = Eigen::MatrixXd;

Eigen::Map<const RowMajor> mapped(MatrixView a) {
    return {a.data, a.rows, a.columns};
}

Eigen::Map<RowMajor> mapped(double *out, int64_t rows, int64_t columns) {
    return {out, rows, columns};
}

template<class Number> using DenseOf = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic>;
template<class Number> using RowMajorOf = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template<class Number> DenseOf<Number> denseOf(MatrixOf<Number> a) {
    return Eigen::Map<const RowMajorOf<Number>>(a.data, a.rows, a.columns);
}

template<class Number> using Lu = Eigen::PartialPivLU<DenseOf<Number>>;

/** A pivot of exactly 0, as LAPACK tells it. */
template<class Number> bool isSingular(const Lu<Number> &lu) {
    return (lu.matrixLU().diagonal().array() == Number(0)).any();
}

template<class Number> Determinant<Number> determinantOf(MatrixOf<Number> a) {
    if (a.rows == 0) return {};
    const Lu<Number> lu(denseOf(a));
    Determinant<Number> result = {Number(double(lu.permutationP().determinant())), 0};
    for (int64_t i = 0; i < a.rows; ++i) {
        const Number pivot = lu.matrixLU()(i, i);
        const double magnitude = std::abs(pivot);
        if (magnitude == 0) return {0, -std::numeric_limits<double>::infinity()};
        result.sign *= pivot / magnitude;
        result.logarithm += std::log(magnitude);
    }
    return result;
}

template<class Number> Success inverseOf(MatrixOf<Number> a, Number *out) {
    if (a.rows == 0) return Success::Yes;
    const Lu<Number> lu(denseOf(a));
    if (isSingular<Number>(lu)) return Success::No;
    Eigen::Map<RowMajorOf<Number>>(out, a.rows, a.rows) = lu.inverse();
    return Success::Yes;
}

template<class Number> Success solved(MatrixOf<Number> a, MatrixOf<Number> b, Number *x) {
    if (a.rows == 0) return Success::Yes;
    const Lu<Number> lu(denseOf(a));
    if (isSingular<Number>(lu)) return Success::No;
    Eigen::Map<RowMajorOf<Number>>(x, b.rows, b.columns) = lu.solve(denseOf(b));
    return Success::Yes;
}

template<class Number> void eigenOf(const Number *a, int64_t n, Number *values, Number *v) {
    using Matrix = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    if (n == 0) return;
    const Eigen::Map<const Matrix> matrix(a, n, n);
    Eigen::ComplexEigenSolver<Matrix> solver(n);
    if (matrix.allFinite()) solver.compute(matrix, v != nullptr);
    const bool isFound = matrix.allFinite() && solver.info() == Eigen::Success;
    const Number unknown(std::numeric_limits<double>::quiet_NaN());
    Eigen::Map<Matrix> w(values, 1, n);
    w.setConstant(unknown);
    if (isFound) w = solver.eigenvalues().transpose();
    if (!v) return;
    Eigen::Map<Matrix> vectors(v, n, n);
    vectors.setConstant(unknown);
    if (isFound) vectors = solver.eigenvectors();
}

} // namespace

Determinant<double> determinant(MatrixView a) {
    return determinantOf(a);
}

Determinant<std::complex<double>> determinant(ComplexMatrixView a) {
    return determinantOf(a);
}

Success inverse(MatrixView a, double *out) {
    return inverseOf(a, out);
}

Success inverse(ComplexMatrixView a, std::complex<double> *out) {
    return inverseOf(a, out);
}

Success solve(MatrixView a, MatrixView b, double *x) {
    return solved(a, b, x);
}

Success solve(ComplexMatrixView a, ComplexMatrixView b, std::complex<double> *x) {
    return solved(a, b, x);
}

Success solveTriangular(MatrixView a, Triangle triangle, MatrixView b, double *x) {
    const auto matrix = mapped(a);
    auto result = mapped(x, b.rows, b.columns);
    result = mapped(b);
    const bool isUnit = triangle == Triangle::UnitLower || triangle == Triangle::UnitUpper;
    if (!isUnit && (matrix.diagonal().array() == 0).any()) return Success::No;
    switch (triangle) {
    case Triangle::Lower:
        matrix.triangularView<Eigen::Lower>().solveInPlace(result);
        break;
    case Triangle::Upper:
        matrix.triangularView<Eigen::Upper>().solveInPlace(result);
        break;
    case Triangle::UnitLower:
        matrix.triangularView<Eigen::UnitLower>().solveInPlace(result);
        break;
    case Triangle::UnitUpper:
        matrix.triangularView<Eigen::UnitUpper>().solveInPlace(result);
        break;
    }
    return Success::Yes;
}

Success cholesky(MatrixView a, double *l) {
    if (a.rows == 0) return Success::Yes;
    const Eigen::LLT<Dense> factor{Dense(mapped(a))};
    if (factor.info() != Eigen::Success) return Success::No;
    mapped(l, a.rows, a.rows) = Dense(factor.matrixL());
    return Success::Yes;
}

void qr(MatrixView a, int64_t width, double *q, double *r) {
    if (a.rows == 0 || a.columns == 0) {
        mapped(q, a.rows, width).setIdentity();
        return;
    }
    const Eigen::HouseholderQR<Dense> factor{Dense(mapped(a))};
    mapped(q, a.rows, width) = factor.householderQ() * Dense::Identity(a.rows, width);
    Dense upper = factor.matrixQR().topRows(std::min(a.rows, a.columns)).triangularView<Eigen::Upper>();
    auto result = mapped(r, width, a.columns);
    result.setZero();
    result.topRows(upper.rows()) = upper;
}

void svd(MatrixView a, double *s, double *u, int64_t uColumns, double *v, int64_t vColumns) {
    const int64_t rank = std::min(a.rows, a.columns);
    if (rank == 0) {
        if (u) mapped(u, a.rows, uColumns).setIdentity();
        if (v) mapped(v, a.columns, vColumns).setIdentity();
        return;
    }
    unsigned options = 0;
    if (u) options |= uColumns == rank ? Eigen::ComputeThinU : Eigen::ComputeFullU;
    if (v) options |= vColumns == rank ? Eigen::ComputeThinV : Eigen::ComputeFullV;
    const Eigen::BDCSVD<Dense> factor(Dense(mapped(a)), options);
    mapped(s, 1, rank) = factor.singularValues().transpose();
    if (u) mapped(u, a.rows, uColumns) = factor.matrixU();
    if (v) mapped(v, a.columns, vColumns) = factor.matrixV();
}

void eigenSymmetric(MatrixView a, double *values, double *v) {
    if (a.rows == 0) return;
    const Eigen::SelfAdjointEigenSolver<Dense> solver{Dense(mapped(a))};
    mapped(values, 1, a.rows) = solver.eigenvalues().transpose();
    mapped(v, a.rows, a.rows) = solver.eigenvectors();
}

void eigen(const std::complex<float> *a, int64_t n, std::complex<float> *values, std::complex<float> *v) {
    eigenOf(a, n, values, v);
}

void eigen(const std::complex<double> *a, int64_t n, std::complex<double> *values, std::complex<double> *v) {
    eigenOf(a, n, values, v);
}

} // namespace jitscope::inline ops::decompositions
