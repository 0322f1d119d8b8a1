// SPDX-License-Identifier: Apache-2.0
// Loops over one row of float or double: softmax, normalisation and their gradients. Built for several instruction sets
// and chosen when the program first computes.
#pragma once

#include <array>
#include <cstdint>

namespace jitscope::inline ops {

struct RowMoments {
    double mean = 0, variance = 0; ///< of all elements, not of a sample
};

/** Rows are not empty; results do not overlap with arguments. */
template<class T> struct RowKernels {
    void (*softmax)(const T *x, T *y, int64_t count) = nullptr;
    void (*logSoftmax)(const T *x, T *y, int64_t count) = nullptr;
    /** dx = (dout - sum(dout * out)) * out */
    void (*softmaxGradient)(const T *dout, const T *out, T *dx, int64_t count) = nullptr;
    /** dx = dout - exp(out) * sum(dout) */
    void (*logSoftmaxGradient)(const T *dout, const T *out, T *dx, int64_t count) = nullptr;
    T (*largest)(const T *x, int64_t count) = nullptr;
    /** y = e^(x - top) of x <= top; gives their sum. */
    double (*exponentials)(const T *x, T top, T *y, int64_t count) = nullptr;
    double (*sum)(const T *x, int64_t count) = nullptr;
    /** sum((a - mean) * b) */
    double (*centredDot)(const T *a, T mean, const T *b, int64_t count) = nullptr;
    RowMoments (*moments)(const T *x, int64_t count) = nullptr;
    /** y = (x - mean) * factor * gamma + beta */
    void (*normalise)(const T *x, T mean, T factor, const T *gamma, const T *beta, T *y, int64_t count) = nullptr;
    /** The gradient of normalise where `mean` (unless it is fixed) and `factor` come from x. Adds to dgamma and dbeta.
     */
    void (*normaliseGradient)(const T *x, const T *dy, T mean, T factor, const T *gamma, T meanShare, T *dx, T *dgamma,
                              T *dbeta, int64_t count) = nullptr;
    /** y = (x - centre) * a + b */
    void (*scaleShift)(const T *x, T centre, T a, T b, T *y, int64_t count) = nullptr;
    /** z = a * x + b * y + c */
    void (*blend)(const T *x, T a, const T *y, T b, T c, T *z, int64_t count) = nullptr;
    /** y += a * x */
    void (*addScaled)(const T *x, T a, T *y, int64_t count) = nullptr;
};

struct RowTable {
    RowKernels<float> float32;
    RowKernels<double> float64;
};

/** For this processor. */
const RowTable &rowTable();

template<class T> const RowKernels<T> &rowKernels();
template<> inline const RowKernels<float> &rowKernels<float>() {
    return rowTable().float32;
}
template<> inline const RowKernels<double> &rowKernels<double>() {
    return rowTable().float64;
}

/** The tables that this processor can run, null for the others, the slowest first; for tests. */
std::array<const RowTable *, 3> runnableRowTables();

// One for each instruction set; defined by rows_baseline.cpp, rows_avx2.cpp, rows_avx512.cpp.
const RowTable &rowTableBaseline();
const RowTable &rowTableAvx2();
const RowTable &rowTableAvx512();

} // namespace jitscope::inline ops
