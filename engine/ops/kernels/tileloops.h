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

/** How many steps of the depth b is asked for before it is used: it streams from the second-level cache, and the
    processor itself looks only a line or two ahead. */
constexpr int64_t stepsAhead = 8;
constexpr int64_t cacheLine = 64;
constexpr int64_t squareAhead = 4 * cacheLine; ///< bytes between a square that is turned and what is asked for
constexpr int64_t deep = 128;                  ///< steps of the depth, in which a line of the result comes from memory

/** The first elements of lines, of which the address of every third is kept: the two after it are one stride and two
    strides further, which an instruction adds by itself. With an address for each line there would be no registers
    left. */
template<class T, int lines> struct LineStarts {
    const T *third[(lines + 2) / 3];
    int64_t stride;

    LineStarts(const T *first, int64_t lineStride)
        : stride(lineStride) {
#pragma GCC unroll 16
        for (int i = 0; i < (lines + 2) / 3; ++i)
            third[i] = first + i * 3 * lineStride;
    }
    const T &at(int line) const {
        return third[line / 3][line % 3 * stride];
    }
    void move(int64_t step) {
#pragma GCC unroll 16
        for (int i = 0; i < (lines + 2) / 3; ++i)
            third[i] += step;
    }
};

/** Asks for a row of the result, which is read or written when all is summed. */
template<class T, int elements> inline void askForRow(const T *row) {
    for (int place = 0; place < elements; place += int(cacheLine / sizeof(T)))
        __builtin_prefetch(row + place, 1);
}

/** One step of a sum: an element of a times one of b. */
struct MultiplyAdd {
    template<class V> static V of(V sum, V left, V right) { return sum + left * right; }
};

/** What tile() summed to where it belongs. */
template<class T, int lanes, int vectors, int rows, bool isWhole>
[[gnu::always_inline]] inline void storeSums(const Vector<T, lanes> (&sums)[rows][vectors], T *c, int64_t strideC,
                                             int64_t last, SumStart start) {
    using V = Vector<T, lanes>;
#pragma GCC unroll 16
    for (int i = 0; i < rows; ++i)
#pragma GCC unroll 16
        for (int v = 0; v < vectors; ++v) {
            T *to = c + i * strideC + v * lanes;
            if (isWhole || v + 1 < vectors)
                store(to, start == SumStart::Zero ? sums[i][v] : sums[i][v] + loaded<V>(to));
            else
                storeFirst(to, start == SumStart::Zero ? sums[i][v] : sums[i][v] + loadedFirst<V>(to, last), last);
        }
}

/** The sums of `rows` x (vectors * lanes) elements stay in registers over the whole depth. */
template<class T, int lanes, int vectors, int rows, class Step>
void tile(const TileOperands<T> &operands, T *c, int64_t strideC, int64_t columns, SumStart start) {
    using V = Vector<T, lanes>;
    V sums[rows][vectors] = {};
    LineStarts<T, rows> a(operands.a, operands.rowStrideA);
    const T *b = operands.b;
    const int64_t strideB = operands.strideB, strideA = operands.depthStrideA;
    if (operands.depth >= deep)
        for (int64_t row = 0; row < rows; ++row)
            askForRow<T, lanes * vectors>(c + row * strideC);
#pragma GCC unroll 2
    for (int64_t k = 0; k < operands.depth; ++k) {
        V right[vectors];
#pragma GCC unroll 16
        for (int v = 0; v < vectors; ++v) {
            right[v] = loaded<V>(b + v * lanes);
            if (v * int(sizeof(V)) % cacheLine == 0) __builtin_prefetch(b + v * lanes + stepsAhead * strideB);
        }
#pragma GCC unroll 16
        for (int i = 0; i < rows; ++i) {
            const V left = spreadOut<V>(a.at(i));
#pragma GCC unroll 16
            for (int v = 0; v < vectors; ++v)
                sums[i][v] = Step::of(sums[i][v], left, right[v]);
        }
        a.move(strideA);
        b += strideB;
    }
    const int64_t last = columns - (vectors - 1) * lanes; // lanes in use of the last vector
    if (last < lanes) return storeSums<T, lanes, vectors, rows, false>(sums, c, strideC, last, start);
    storeSums<T, lanes, vectors, rows, true>(sums, c, strideC, last, start);
}

/** The vector of four neighbours of each of `quads` lines, `lineStride` apart. Written out, as the compiler would load
    them one by one and join them where only one shuffle a cycle can be done; a load that inserts needs none. */
template<class T, int quads> inline Vector<T, 4 * quads> quadsOf(const T *from, [[maybe_unused]] int64_t lineStride) {
#if defined(__AVX2__)
    if constexpr (sizeof(T) == 4 && quads == 2)
        return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from)), _mm_loadu_ps(from + lineStride), 1);
#endif
#if defined(__AVX512F__)
    if constexpr (sizeof(T) == 4 && quads == 4) {
        __m512 all = _mm512_castps128_ps512(_mm_loadu_ps(from));
        all = _mm512_insertf32x4(all, _mm_loadu_ps(from + lineStride), 1);
        all = _mm512_insertf32x4(all, _mm_loadu_ps(from + 2 * lineStride), 2);
        return _mm512_insertf32x4(all, _mm_loadu_ps(from + 3 * lineStride), 3);
    }
    if constexpr (sizeof(T) == 8 && quads == 2)
        return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(from)), _mm256_loadu_pd(from + lineStride), 1);
#endif
    if constexpr (quads == 1) return loaded<Vector<T, 4>>(from);
}

/** Places of __builtin_shuffle that repeat in each quad of lanes: 0 to 3 of the first vector, 4 to 7 of the second. */
template<class T, int quads> inline Vector<Bits<T>, 4 * quads> inEachQuad(int a, int b, int c, int d) {
    const int chosen[] = {a, b, c, d};
    Vector<Bits<T>, 4 * quads> places;
    for (int lane = 0; lane < 4 * quads; ++lane) {
        const int place = chosen[lane % 4];
        places[lane] = lane / 4 * 4 + (place < 4 ? place : place - 4 + 4 * quads);
    }
    return places;
}

/** Four vectors become the columns of their quads: the first has the first lanes of all four, and so on. */
template<class T, int quads> [[gnu::always_inline]] inline void turnInQuads(Vector<T, 4 * quads> *four) {
    const auto lows = inEachQuad<T, quads>(0, 4, 1, 5), highs = inEachQuad<T, quads>(2, 6, 3, 7);
    const auto lowAb = __builtin_shuffle(four[0], four[1], lows), highAb = __builtin_shuffle(four[0], four[1], highs);
    const auto lowCd = __builtin_shuffle(four[2], four[3], lows), highCd = __builtin_shuffle(four[2], four[3], highs);
    const auto firsts = inEachQuad<T, quads>(0, 1, 4, 5), seconds = inEachQuad<T, quads>(2, 3, 6, 7);
    four[0] = __builtin_shuffle(lowAb, lowCd, firsts);
    four[1] = __builtin_shuffle(lowAb, lowCd, seconds);
    four[2] = __builtin_shuffle(highAb, highCd, firsts);
    four[3] = __builtin_shuffle(highAb, highCd, seconds);
}

/** Asks for the elements that follow on a part of the lines: on all of them, once for each line of the cache. */
template<class T, int quads> inline void askAhead(const T *from, int64_t lineStride, int64_t k) {
    constexpr int64_t elements = cacheLine / int64_t(sizeof(T)), turns = elements / 4;
    for (int64_t line = k / 4 % turns; line < 4 * quads; line += turns)
        __builtin_prefetch(from + line * lineStride + k + 3 * elements);
}

/** Places of __builtin_shuffle by whole quads: the quads of the first vector count from 0, then those of the second. */
template<class T, int quads> inline Vector<Bits<T>, 4 * quads> byQuads(const int (&chosen)[4]) {
    Vector<Bits<T>, 4 * quads> places;
    for (int lane = 0; lane < 4 * quads; ++lane)
        places[lane] = chosen[lane / 4] * 4 + lane % 4;
    return places;
}

/** As many lines as a vector has lanes become as many columns. */
template<class T, int quads> [[gnu::always_inline]] inline void turnSquare(Vector<T, 4 * quads> (&lines)[4 * quads]) {
#pragma GCC unroll 4
    for (int quad = 0; quad < quads; ++quad)
        turnInQuads<T, quads>(lines + 4 * quad);
    if constexpr (quads == 2) {
        const auto firsts = byQuads<T, quads>({0, 2}), seconds = byQuads<T, quads>({1, 3});
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) {
            const auto a = lines[i], b = lines[4 + i];
            lines[i] = __builtin_shuffle(a, b, firsts);
            lines[4 + i] = __builtin_shuffle(a, b, seconds);
        }
    }
    if constexpr (quads == 4) {
        const auto lows = byQuads<T, quads>({0, 1, 4, 5}), highs = byQuads<T, quads>({2, 3, 6, 7});
        const auto evens = byQuads<T, quads>({0, 2, 4, 6}), odds = byQuads<T, quads>({1, 3, 5, 7});
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) {
            const auto lowAb = __builtin_shuffle(lines[i], lines[4 + i], lows);
            const auto highAb = __builtin_shuffle(lines[i], lines[4 + i], highs);
            const auto lowCd = __builtin_shuffle(lines[8 + i], lines[12 + i], lows);
            const auto highCd = __builtin_shuffle(lines[8 + i], lines[12 + i], highs);
            lines[i] = __builtin_shuffle(lowAb, lowCd, evens);
            lines[4 + i] = __builtin_shuffle(lowAb, lowCd, odds);
            lines[8 + i] = __builtin_shuffle(highAb, highCd, evens);
            lines[12 + i] = __builtin_shuffle(highAb, highCd, odds);
        }
    }
}

/** 4 * quads lines become as many columns; the loads and stores are vectors, the turn is in registers. */
template<class T, int quads>
inline void packQuads(const T *from, int64_t lineStride, int64_t depth, T *to, int64_t width) {
    int64_t k = 0;
    for (; k + 4 <= depth; k += 4) {
        askAhead<T, quads>(from, lineStride, k);
        Vector<T, 4 * quads> lines[4];
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i)
            lines[i] = quadsOf<T, quads>(from + i * lineStride + k, 4 * lineStride);
        turnInQuads<T, quads>(lines);
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i)
            store(to + (k + i) * width, lines[i]);
    }
    for (; k < depth; ++k)
        for (int line = 0; line < 4 * quads; ++line)
            to[k * width + line] = from[line * lineStride + k];
}

/** tile() for few rows and a vector of lines of b that lie across, element (k, j) at b[j * strideB + k]: they are used
    once, so they are turned in registers instead of packed. Squares of them, because a line of the cache is read whole
    so: lines 4 KiB apart push each other out of the first-level cache. (By way of a panel on the stack it takes twice
    as long.) */
template<class T, int quads, int rows, class Step>
void turnedTile(const TileOperands<T> &operands, T *c, int64_t strideC, int64_t, SumStart start) {
    constexpr int lanes = 4 * quads;
    using V = Vector<T, lanes>;
    V sums[rows][1] = {};
    LineStarts<T, rows> a(operands.a, operands.rowStrideA);
    LineStarts<T, lanes> b(operands.b, operands.strideB);
    const int64_t strideA = operands.depthStrideA;
    int64_t k = 0;
    for (; k + lanes <= operands.depth; k += lanes) {
        V lines[lanes];
#pragma GCC unroll 16
        for (int line = 0; line < lanes; ++line) {
            lines[line] = loaded<V>(&b.at(line));
            __builtin_prefetch(&b.at(line) + squareAhead / int64_t(sizeof(T)), 0, 2);
        }
        b.move(lanes);
        turnSquare<T, quads>(lines);
#pragma GCC unroll 16
        for (int step = 0; step < lanes; ++step) {
#pragma GCC unroll 16
            for (int i = 0; i < rows; ++i)
                sums[i][0] = Step::of(sums[i][0], spreadOut<V>(a.at(i)), lines[step]);
            a.move(strideA);
        }
    }
    for (; k < operands.depth; ++k) {
        V right;
        for (int line = 0; line < lanes; ++line)
            right[line] = b.at(line);
        b.move(1);
#pragma GCC unroll 16
        for (int i = 0; i < rows; ++i)
            sums[i][0] = Step::of(sums[i][0], spreadOut<V>(a.at(i)), right);
        a.move(strideA);
    }
    storeSums<T, lanes, 1, rows, true>(sums, c, strideC, lanes, start);
}

/** Lines with consecutive elements, as many at once as vectors hold; returns how many are done: all, but for less than
    four. Where the last ones are no whole vector, some are turned twice. */
template<class T, int quads>
inline int64_t packAcross(const T *from, int64_t lineStride, int64_t lines, int64_t depth, T *to, int64_t width) {
    constexpr int64_t step = 4 * quads;
    int64_t line = 0;
    for (; line + step <= lines; line += step)
        packQuads<T, quads>(from + line * lineStride, lineStride, depth, to + line, width);
    if (line > 0 && line < lines) {
        packQuads<T, quads>(from + (lines - step) * lineStride, lineStride, depth, to + lines - step, width);
        return lines;
    }
    if constexpr (quads > 1)
        if (line < lines) return packAcross<T, quads / 2>(from, lineStride, lines, depth, to, width);
    return line;
}

/** Neighbouring lines, not a whole panel of them. */
template<class T, int quads>
void packSomeNeighbours(const T *from, int64_t depthStride, int64_t lines, int64_t depth, T *to, int64_t width) {
    constexpr int64_t lanes = 4 * quads;
    for (int64_t line = 0; line < lines; line += lanes) {
        const int64_t count = lines - line < lanes ? lines - line : lanes;
        for (int64_t k = 0; k < depth; ++k)
            storeFirst(to + k * width + line, loadedFirst<Vector<T, lanes>>(from + k * depthStride + line, count),
                       count);
    }
}

template<class T, int quads>
void packLines(const T *from, int64_t lineStride, int64_t depthStride, int64_t lines, int64_t depth, T *to,
               int64_t width) {
    int64_t line = 0;
    if (lineStride == 1) {
        packSomeNeighbours<T, quads>(from, depthStride, lines, depth, to, width);
        line = lines;
    } else if (depthStride == 1) {
        line = packAcross<T, quads>(from, lineStride, lines, depth, to, width);
    }
    if (line < lines)
        for (int64_t k = 0; k < depth; ++k)
            for (int64_t l = line; l < lines; ++l)
                to[k * width + l] = from[l * lineStride + k * depthStride];
    if (lines < width)
        for (int64_t k = 0; k < depth; ++k)
            for (int64_t l = lines; l < width; ++l)
                to[k * width + l] = T(0);
}

template<class T, int quads>
void transpose(const T *from, int64_t fromStride, int64_t rows, int64_t columns, T *to, int64_t toStride) {
    int64_t row = packAcross<T, quads>(from, fromStride, rows, columns, to, toStride);
    for (; row < rows; ++row)
        for (int64_t column = 0; column < columns; ++column)
            to[column * toStride + row] = from[row * fromStride + column];
}

/** A whole panel of neighbouring lines. */
template<class T, int panel> void packNeighbours(const T *from, int64_t depthStride, int64_t depth, T *to) {
    for (int64_t k = 0; k < depth; ++k)
        __builtin_memcpy(to + k * panel, from + k * depthStride, panel * sizeof(T));
}

/** Several of them, the commonest layout of b: memory is read in its order. */
template<class T, int panel> void packPanels(const T *from, int64_t depthStride, int64_t panels, int64_t depth, T *to) {
    for (int64_t k = 0; k < depth; ++k)
        for (int64_t i = 0; i < panels; ++i) {
            for (int64_t place = 0; place < panel; place += cacheLine / int64_t(sizeof(T)))
                __builtin_prefetch(from + (k + 1) * depthStride + i * panel + place);
            __builtin_memcpy(to + (i * depth + k) * panel, from + k * depthStride + i * panel, panel * sizeof(T));
        }
}

template<class T, int tileRows, int tileColumns, int quads>
void pack(const T *from, int64_t lineStride, int64_t depthStride, int64_t lines, int64_t depth, T *to, int64_t width) {
    if (lineStride == 1 && lines == tileColumns && width == tileColumns)
        return packNeighbours<T, tileColumns>(from, depthStride, depth, to);
    if (lineStride == 1 && lines == tileRows && width == tileRows)
        return packNeighbours<T, tileRows>(from, depthStride, depth, to);
    packLines<T, quads>(from, lineStride, depthStride, lines, depth, to, width);
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

template<class T, int lanes, int vectors, int rows, class Step> constexpr void addTiles(TileKernels<T> &kernels) {
    kernels.tiles[vectors][rows] = tile<T, lanes, vectors, rows, Step>;
    if constexpr (rows > 1) addTiles<T, lanes, vectors, rows - 1, Step>(kernels);
}

template<class T, int quads, int rows, class Step> constexpr void addTurnedTiles(TileKernels<T> &kernels) {
    kernels.turnedTiles[rows] = turnedTile<T, quads, rows, Step>;
    if constexpr (rows > 1) addTurnedTiles<T, quads, rows - 1, Step>(kernels);
}

template<class T, int lanes, int rows, class Step = MultiplyAdd> constexpr TileKernels<T> tileKernels() {
    static_assert(rows <= maxTileRows && lanes * maxTileVectors <= maxTileColumns);
    constexpr int quads = lanes < 4 ? 1 : lanes / 4;
    TileKernels<T> kernels;
    kernels.rows = rows;
    kernels.columns = lanes * maxTileVectors;
    addTiles<T, lanes, 1, rows, Step>(kernels);
    addTiles<T, lanes, 2, rows, Step>(kernels);
    if constexpr (lanes >= 4) {
        constexpr int most = lanes * sizeof(T) == 64 ? maxTurnedRows : maxTurnedRowsFewRegisters;
        constexpr int turnedRows = rows < most ? rows : most;
        kernels.turnedRows = turnedRows;
        addTurnedTiles<T, quads, turnedRows, Step>(kernels);
    }
    kernels.pack = pack<T, rows, lanes * maxTileVectors, quads>;
    kernels.packPanels = packPanels<T, lanes * maxTileVectors>;
    kernels.transpose = transpose<T, quads>;
    kernels.finish = finish<T>;
    return kernels;
}

/** Vectors of `bytes`; a tile of `rows` rows and two vectors across. */
template<int bytes, int rows> constexpr TileTable tileTableOf() {
    return {tileKernels<float, bytes / 4, rows>(), tileKernels<double, bytes / 8, rows>(),
            WinogradLoops<Vector<float, bytes / 4>>::kernels()};
}

} // namespace
} // namespace jitscope::inline ops
