// SPDX-License-Identifier: Apache-2.0
// Products of row-major matrices by Eigen, built for several instruction sets: the seam around the dense-math library.
#pragma once

#include <cstdint>

namespace jitscope {

/** c (rows x columns) = a (rows x depth) * b (depth x columns), all row-major and packed but for transposed operands:
    their storage is depth x rows or columns x depth. `strideA` is the distance of stored rows of a, and so on. */
struct GemmShape {
    int64_t rows = 0, columns = 0, depth = 0;
    bool transposedA = false, transposedB = false;
    int64_t strideA = 0, strideB = 0;
};

struct GemmKernels {
    void (*float32)(const GemmShape &shape, const float *a, const float *b, float *c);
    void (*float64)(const GemmShape &shape, const double *a, const double *b, double *c);
};

/** For this processor. */
const GemmKernels &gemmKernels();

// One for each instruction set; defined by gemm_baseline.cpp, gemm_avx2.cpp, gemm_avx512.cpp.
const GemmKernels &gemmKernelsBaseline();
const GemmKernels &gemmKernelsAvx2();
const GemmKernels &gemmKernelsAvx512();

} // namespace jitscope
