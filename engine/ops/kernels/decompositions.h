// SPDX-License-Identifier: Apache-2.0
// Factorisations of single matrices in double precision, row-major and packed. The one user of Eigen's decompositions.
#pragma once

#include <complex>
#include <cstdint>

namespace jitscope::inline ops::decompositions {

/** A row-major matrix in someone's memory. */
template<class Number> struct MatrixOf {
    const Number *data = nullptr;
    int64_t rows = 0, columns = 0;
};
using MatrixView = MatrixOf<double>;
using ComplexMatrixView = MatrixOf<std::complex<double>>;

enum class Success : uint8_t { Yes, No };

template<class Number> struct Determinant {
    Number sign = 1;      ///< of magnitude 1, or 0
    double logarithm = 0; ///< of the magnitude
};

Determinant<double> determinant(MatrixView a);
Determinant<std::complex<double>> determinant(ComplexMatrixView a);

/** The inverse into `out`; No for a singular matrix. */
Success inverse(MatrixView a, double *out);
Success inverse(ComplexMatrixView a, std::complex<double> *out);

/** x of a * x = b into `x`, which has b's form; No for a singular matrix. */
Success solve(MatrixView a, MatrixView b, double *x);
Success solve(ComplexMatrixView a, ComplexMatrixView b, std::complex<double> *x);

enum class Triangle : uint8_t { Lower, Upper, UnitLower, UnitUpper };

/** The same with only one triangle of `a` read. */
Success solveTriangular(MatrixView a, Triangle triangle, MatrixView b, double *x);

/** The lower triangle L with L * transpose(L) = a into `l`; No where a is not positive definite. */
Success cholesky(MatrixView a, double *l);

/** a = q * r with q of `rows x width` and r of `width x columns`. Width: rows, or the smaller size of a. */
void qr(MatrixView a, int64_t width, double *q, double *r);

/** a = u * diag(s) * transpose(v), s falling; u (rows x uColumns) and v (columns x vColumns) may be null. */
void svd(MatrixView a, double *s, double *u, int64_t uColumns, double *v, int64_t vColumns);

/** Eigenvalues of the symmetric `a` (its lower triangle is read), rising, and the vectors as columns of `v`. */
void eigenSymmetric(MatrixView a, double *values, double *v);

/** Eigenvalues of `n` x `n` numbers, in no order, and unit vectors as columns of `v` unless it is null, in the
   precision of the numbers: what MindSpore's own vectors are turned by hangs on how they were rounded. NaN where there
   are infinite numbers, or none are found. */
void eigen(const std::complex<float> *a, int64_t n, std::complex<float> *values, std::complex<float> *v);
void eigen(const std::complex<double> *a, int64_t n, std::complex<double> *values, std::complex<double> *v);

} // namespace jitscope::inline ops::decompositions
