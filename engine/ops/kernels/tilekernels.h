// SPDX-License-Identifier: Apache-2.0
// The innermost loops of matrix products, built for several instruction sets and chosen when the program first
// computes.
#pragma once

#include "engine/ops/kernels/gemm.h"

#include <array>

namespace jitscope::inline ops {

constexpr int maxTileRows = 14;
constexpr int maxTileVectors = 2;
constexpr int maxTileColumns = 32;
/** Up to so many rows a b whose lines lie across is read where it lies. Against packing it, two threads of an EPYC took
    0.39 to 0.63 of the time for one row with AVX-512 and 0.67 to 0.74 for eight, and gained nothing with more; with
    AVX2, which has half of the registers, 0.62 to 0.80 for one and 0.70 to 1 for four (1024 x 1024 to 4096 x 4096). */
constexpr int maxTurnedRows = 8, maxTurnedRowsFewRegisters = 4;

/** What a tile reads: element (i, k) of a is at a[i * rowStrideA + k * depthStrideA], so that a may be a panel or lie
    as it was given; `columns` neighbours of b for each step of the depth, and as many as fill a vector are read. */
template<class T> struct TileOperands {
    int64_t depth = 0;
    const T *a = nullptr;
    int64_t rowStrideA = 1, depthStrideA = 0;
    const T *b = nullptr;
    int64_t strideB = 0;
};

template<class T> struct TileKernels {
    /** c (rows x columns) = [c +] a * b. */
    using Tile = void (*)(const TileOperands<T> &operands, T *c, int64_t strideC, int64_t columns, SumStart start);

    int rows = 0;    ///< of a whole tile, and the width of panels of a
    int columns = 0; ///< of a whole tile, and the width of panels of b
    /** By the vectors and the rows in use, both from 1. */
    std::array<std::array<Tile, maxTileRows + 1>, maxTileVectors + 1> tiles = {};
    int turnedRows = 0; ///< the most that multiplyTurned() computes at once
    /** By the rows, from 1: a vector across, whose lines lie across in b, `strideB` apart. */
    std::array<Tile, maxTurnedRows + 1> turnedTiles = {};
    /** to[k * width + line] = from[line * lineStride + k * depthStride]; lines from `lines` on become 0. */
    void (*pack)(const T *from, int64_t lineStride, int64_t depthStride, int64_t lines, int64_t depth, T *to,
                 int64_t width) = nullptr;
    /** Whole panels of b one after the other from rows `depthStride` apart. */
    void (*packPanels)(const T *from, int64_t depthStride, int64_t panels, int64_t depth, T *to) = nullptr;
    /** to[column * toStride + row] = from[row * fromStride + column]. */
    void (*transpose)(const T *from, int64_t fromStride, int64_t rows, int64_t columns, T *to,
                      int64_t toStride) = nullptr;
    /** c with the terms of its rows, then of its columns. */
    void (*finish)(T *c, int64_t strideC, int64_t rows, int64_t columns, const LineTerms<T> &ofRows,
                   const LineTerms<T> &ofColumns) = nullptr;

    /** c (height x width) = [c +] a * b, for a part of a tile or all of it. */
    void multiply(const TileOperands<T> &operands, int64_t height, int64_t width, T *c, int64_t strideC,
                  SumStart start) const {
        tiles[width > columns / maxTileVectors ? 2 : 1][size_t(height)](operands, c, strideC, width, start);
    }
    /** The same with lines of b that lie across; `width` is a multiple of a vector. */
    void multiplyTurned(TileOperands<T> operands, int64_t height, int64_t width, T *c, int64_t strideC,
                        SumStart start) const {
        const int64_t lanes = columns / maxTileVectors;
        for (int64_t j = 0; j < width; j += lanes, operands.b += lanes * operands.strideB)
            turnedTiles[size_t(height)](operands, c + j, strideC, lanes, start);
    }
    /** From panels: `rows` elements of a and `columns` of b for each step of the depth. */
    TileOperands<T> panels(int64_t depth, const T *a, const T *b) const { return {depth, a, 1, rows, b, columns}; }
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

/** Products of bfloat16 by the processor's own instruction: an element is a pair of neighbours along the depth, the
   first in the low half, and sums are float32. A subnormal number counts as zero there. */
struct Bfloat16Kernels {
    TileKernels<float> tiles;
    /** Each two of `lines` lines become one, to[k * toStride + j] = the pair of from[2 * k * stride + j] and
        from[(2 * k + 1) * stride + j]; beside the last of an odd number stands 0. */
    void (*joinLines)(const uint16_t *from, int64_t stride, int64_t lines, int64_t columns, uint32_t *to,
                      int64_t toStride) = nullptr;
    /** To the nearest bfloat16, halves to even. */
    void (*round)(const float *from, int64_t stride, int64_t rows, int64_t columns, uint16_t *to,
                  int64_t toStride) = nullptr;
};

/** Null where the processor has no such instruction, or another instruction set was asked for. */
const Bfloat16Kernels *bfloat16Kernels();

/** The tables that this processor can run, null for the others, the slowest first; for tests and benchmarks. */
std::array<const TileTable *, 3> runnableTileTables();

// One for each instruction set; defined by tiles_baseline.cpp, tiles_avx2.cpp, tiles_avx512.cpp.
const TileTable &tileTableBaseline();
const TileTable &tileTableAvx2();
const TileTable &tileTableAvx512();
const Bfloat16Kernels &bfloat16KernelsAvx512(); // tiles_avx512bf16.cpp

} // namespace jitscope::inline ops
