// SPDX-License-Identifier: Apache-2.0
// The loops of tilekernels.h. Included once by each tiles_<instruction set>.cpp, which says how wide its vectors are
// and how many of them a tile holds; see float32math.h for why nothing here may be a function that the linker can
// merge.
#pragma once

#include "engine/ops/kernels/tilekernels.h"
#include "engine/ops/kernels/vectors.h"
#include "engine/ops/kernels/winogradloops.h"

namespace jitscope::inline ops {
namespace {

/** The sums of `rows` x (vectors * lanes) elements stay in registers over the whole depth. */
template<class T, int lanes, int vectors, int panelRows, int rows>
void tile(int64_t depth, const T *a, const T *b, T *c, int64_t strideC, SumStart start) {
    using V = Vector<T, lanes>;
    V sums[rows][vectors] = {};
    for (int64_t k = 0; k < depth; ++k) {
        V right[vectors];
#pragma GCC unroll 16
        for (int v = 0; v < vectors; ++v)
            right[v] = loaded<V>(b + v * lanes);
#pragma GCC unroll 16
        for (int i = 0; i < rows; ++i) {
            const V left = spreadOut<V>(a[i]);
#pragma GCC unroll 16
            for (int v = 0; v < vectors; ++v)
                sums[i][v] += left * right[v];
        }
        a += panelRows;
        b += vectors * lanes;
    }
#pragma GCC unroll 16
    for (int i = 0; i < rows; ++i)
#pragma GCC unroll 16
        for (int v = 0; v < vectors; ++v) {
            T *to = c + i * strideC + v * lanes;
            store(to, start == SumStart::Zero ? sums[i][v] : sums[i][v] + loaded<V>(to));
        }
}

/** Four lines become four columns; the loads and stores are vectors, the turn is in registers. */
template<class T> inline void packFour(const T *from, int64_t lineStride, int64_t depth, T *to, int64_t width) {
    using V = Vector<T, 4>;
    using Places = Vector<Bits<T>, 4>;
    int64_t k = 0;
    for (; k + 4 <= depth; k += 4) {
        const V a = loaded<V>(from + k), b = loaded<V>(from + lineStride + k);
        const V c = loaded<V>(from + 2 * lineStride + k), d = loaded<V>(from + 3 * lineStride + k);
        const V lowAb = __builtin_shuffle(a, b, Places{0, 4, 1, 5}),
                highAb = __builtin_shuffle(a, b, Places{2, 6, 3, 7});
        const V lowCd = __builtin_shuffle(c, d, Places{0, 4, 1, 5}),
                highCd = __builtin_shuffle(c, d, Places{2, 6, 3, 7});
        store(to + k * width, __builtin_shuffle(lowAb, lowCd, Places{0, 1, 4, 5}));
        store(to + (k + 1) * width, __builtin_shuffle(lowAb, lowCd, Places{2, 3, 6, 7}));
        store(to + (k + 2) * width, __builtin_shuffle(highAb, highCd, Places{0, 1, 4, 5}));
        store(to + (k + 3) * width, __builtin_shuffle(highAb, highCd, Places{2, 3, 6, 7}));
    }
    for (; k < depth; ++k)
        for (int line = 0; line < 4; ++line)
            to[k * width + line] = from[line * lineStride + k];
}

template<class T>
void packLines(const T *from, int64_t lineStride, int64_t depthStride, int64_t lines, int64_t depth, T *to,
               int64_t width) {
    int64_t line = 0;
    if (depthStride == 1)
        for (; line + 4 <= lines; line += 4)
            packFour(from + line * lineStride, lineStride, depth, to + line, width);
    if (line < lines)
        for (int64_t k = 0; k < depth; ++k)
            for (int64_t l = line; l < lines; ++l)
                to[k * width + l] = from[l * lineStride + k * depthStride];
    if (lines < width)
        for (int64_t k = 0; k < depth; ++k)
            for (int64_t l = lines; l < width; ++l)
                to[k * width + l] = T(0);
}

template<class T>
void transpose(const T *from, int64_t fromStride, int64_t rows, int64_t columns, T *to, int64_t toStride) {
    int64_t row = 0;
    for (; row + 4 <= rows; row += 4)
        packFour(from + row * fromStride, fromStride, columns, to + row, toStride);
    for (; row < rows; ++row)
        for (int64_t column = 0; column < columns; ++column)
            to[column * toStride + row] = from[row * fromStride + column];
}

/** Whole panels of neighbouring lines, the commonest layout. */
template<class T, int panel> void packNeighbours(const T *from, int64_t depthStride, int64_t depth, T *to) {
    for (int64_t k = 0; k < depth; ++k)
        __builtin_memcpy(to + k * panel, from + k * depthStride, panel * sizeof(T));
}

template<class T, int tileRows, int tileColumns>
void pack(const T *from, int64_t lineStride, int64_t depthStride, int64_t lines, int64_t depth, T *to, int64_t width) {
    if (lineStride == 1 && lines == tileColumns && width == tileColumns)
        return packNeighbours<T, tileColumns>(from, depthStride, depth, to);
    if (lineStride == 1 && lines == tileRows && width == tileRows)
        return packNeighbours<T, tileRows>(from, depthStride, depth, to);
    packLines(from, lineStride, depthStride, lines, depth, to, width);
}

/** Written out as the operators compute: a sum, then the difference times the scale plus the shift. */
template<class T>
void finish(T *c, int64_t strideC, int64_t rows, int64_t columns, const LineTerms<T> &ofRows,
            const LineTerms<T> &ofColumns) {
    for (int64_t i = 0; i < rows; ++i) {
        T *__restrict row = c + i * strideC;
        if (ofRows.bias)
            for (int64_t j = 0; j < columns; ++j)
                row[j] += ofRows.bias[i];
        if (ofColumns.bias)
            for (int64_t j = 0; j < columns; ++j)
                row[j] += ofColumns.bias[j];
        if (ofRows.scale) {
            const T centre = ofRows.centre[i], scale = ofRows.scale[i], shift = ofRows.shift[i];
            for (int64_t j = 0; j < columns; ++j)
                row[j] = (row[j] - centre) * scale + shift;
        }
        if (ofColumns.scale)
            for (int64_t j = 0; j < columns; ++j)
                row[j] = (row[j] - ofColumns.centre[j]) * ofColumns.scale[j] + ofColumns.shift[j];
    }
}

template<class T, int lanes, int vectors, int panelRows, int rows> constexpr void addTiles(TileKernels<T> &kernels) {
    kernels.tiles[rows] = tile<T, lanes, vectors, panelRows, rows>;
    if constexpr (rows > 1) addTiles<T, lanes, vectors, panelRows, rows - 1>(kernels);
}

template<class T, int lanes, int vectors, int rows> constexpr TileKernels<T> tileKernels() {
    static_assert(rows <= maxTileRows && lanes * vectors <= maxTileColumns);
    TileKernels<T> kernels;
    kernels.rows = rows;
    kernels.columns = lanes * vectors;
    addTiles<T, lanes, vectors, rows, rows>(kernels);
    kernels.pack = pack<T, rows, lanes * vectors>;
    kernels.transpose = transpose<T>;
    kernels.finish = finish<T>;
    return kernels;
}

/** Vectors of `bytes`; a tile of `rows` rows and two vectors across. */
template<int bytes, int rows> constexpr TileTable tileTableOf() {
    return {tileKernels<float, bytes / 4, 2, rows>(), tileKernels<double, bytes / 8, 2, rows>(),
            WinogradLoops<Vector<float, bytes / 4>>::kernels()};
}

} // namespace
} // namespace jitscope::inline ops
