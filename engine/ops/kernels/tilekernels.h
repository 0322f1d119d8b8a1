// SPDX-License-Identifier: Apache-2.0
// The innermost loops of matrix products, built for several instruction sets and chosen when the program first
// computes.
#pragma once

#include "engine/ops/kernels/gemm.h"

#include <array>

namespace jitscope::inline ops {

constexpr int maxTileRows = 12;
constexpr int maxTileColumns = 32;

template<class T> struct TileKernels {
    /** c (rows x `columns`) from panels: `rows` elements of a and `columns` of b for each step of the depth. */
    using Tile = void (*)(int64_t depth, const T *a, const T *b, T *c, int64_t strideC, SumStart start);

    int rows = 0;                                 ///< of a whole tile, and the width of panels of a
    int columns = 0;                              ///< of every tile, and the width of panels of b
    std::array<Tile, maxTileRows + 1> tiles = {}; ///< by the number of rows in use, from 1
    /** to[k * width + line] = from[line * lineStride + k * depthStride]; lines from `lines` on become 0. */
    void (*pack)(const T *from, int64_t lineStride, int64_t depthStride, int64_t lines, int64_t depth, T *to,
                 int64_t width) = nullptr;
    /** to[column * toStride + row] = from[row * fromStride + column]. */
    void (*transpose)(const T *from, int64_t fromStride, int64_t rows, int64_t columns, T *to,
                      int64_t toStride) = nullptr;
    /** c with the terms of its rows, then of its columns. */
    void (*finish)(T *c, int64_t strideC, int64_t rows, int64_t columns, const LineTerms<T> &ofRows,
                   const LineTerms<T> &ofColumns) = nullptr;
};

/** The three changes of domain of winograd.cpp; each works on as many neighbouring channels as a panel of b is wide, or
   a multiple of a vector. */
struct WinogradKernels {
    /** From nine rows of `width` filters to 36 rows, `step` apart. */
    void (*filters)(const float *nine, int64_t width, float *to, int64_t step) = nullptr;
    /** From 6 x 6 places (`placeStride` and `rowStride` apart) of `channels` to 36 rows, `step` apart. */
    void (*image)(const float *from, int64_t placeStride, int64_t rowStride, int64_t channels, float *to,
                  int64_t step) = nullptr;
    /** From 36 rows to 4 x 4 places, with `bias` added to each channel. */
    void (*result)(const float *from, int64_t step, int64_t channels, const float *bias, float *to, int64_t placeStride,
                   int64_t rowStride) = nullptr;
};

struct TileTable {
    TileKernels<float> float32;
    TileKernels<double> float64;
    WinogradKernels winograd;
};

/** For this processor. */
const TileTable &tileTable();

template<class T> const TileKernels<T> &tileKernels();
template<> inline const TileKernels<float> &tileKernels<float>() {
    return tileTable().float32;
}
template<> inline const TileKernels<double> &tileKernels<double>() {
    return tileTable().float64;
}

/** The tables that this processor can run, null for the others, the slowest first; for tests and benchmarks. */
std::array<const TileTable *, 3> runnableTileTables();

// One for each instruction set; defined by tiles_baseline.cpp, tiles_avx2.cpp, tiles_avx512.cpp.
const TileTable &tileTableBaseline();
const TileTable &tileTableAvx2();
const TileTable &tileTableAvx512();

} // namespace jitscope::inline ops
