// SPDX-License-Identifier: Apache-2.0
// Cuts products into blocks that fit the caches, packs the operands of each block and runs the tiles on all threads.
#include "engine/ops/kernels/gemm.h"

#include "engine/ops/kernels/isa.h"
#include "engine/ops/kernels/tasks.h"
#include "engine/ops/kernels/tilekernels.h"
#include "engine/tensor/storage.h"

#include <algorithm>

namespace jitscope::inline ops {

const TileTable &tileTable() {
    static const TileTable &chosen = chosenIsa() == Isa::Avx512 ? tileTableAvx512()
                                     : chosenIsa() == Isa::Avx2 ? tileTableAvx2()
                                                                : tileTableBaseline();
    return chosen;
}

std::array<const TileTable *, 3> runnableTileTables() {
    return {&tileTableBaseline(), bestIsa() >= Isa::Avx2 ? &tileTableAvx2() : nullptr,
            bestIsa() >= Isa::Avx512 ? &tileTableAvx512() : nullptr};
}

namespace {

/** Below this much work a second thread costs more than it brings. */
constexpr double parallelFlops = 400e3;

/** A block of a, of blockRows rows, stays in the second-level cache while panels of b run past it. A greater depth
   would not fit there, a smaller one would read and write the result more often. */
constexpr int64_t blockBytes = 2048; // of one line of the depth: 512 floats or 256 doubles
constexpr int64_t blockRows = 120;   // a multiple of all tile heights
constexpr int64_t chunkPanels = 4;   // of b, that one task runs a block of a against
constexpr int64_t packedRows = 4096; // the most that is packed at once
constexpr int64_t packedColumns = 4096;
/** Products of so few rows read each panel of b only some times: it is packed where it is used. */
constexpr int64_t fewPanels = 4;

int64_t pieces(int64_t whole, int64_t part) {
    return (whole + part - 1) / part;
}

/** `whole` cut into equal parts of at most `most`, each a multiple of `step` (but for the last). */
int64_t evenPart(int64_t whole, int64_t most, int64_t step) {
    const int64_t parts = std::max<int64_t>(pieces(whole, most), 1);
    return pieces(pieces(whole, parts), step) * step;
}

struct Range {
    int64_t begin = 0, count = 0;
};

template<class T> class Multiplication {
public:
    explicit Multiplication(const Product<T> &product)
        : m_product(product)
        , m_kernels(tileKernels<T>()) {
        m_depthStep = evenPart(product.depth, blockBytes / int64_t(sizeof(T)), 1);
        m_isParallel = product.flops() >= parallelFlops;
    }

    void run() {
        if (pieces(m_product.rows, m_kernels.rows) <= fewPanels) return runFewRows();
        const int64_t rowStep = evenPart(m_product.rows, packedRows, m_kernels.rows);
        const int64_t columnStep = evenPart(m_product.columns, packedColumns, m_kernels.columns);
        const StoragePtr packedA(Storage::allocate(size_t(rowStep * m_depthStep) * sizeof(T)));
        const StoragePtr packedB(Storage::allocate(size_t(columnStep * m_depthStep) * sizeof(T)));
        m_packedA = reinterpret_cast<T *>(packedA->data());
        m_packedB = reinterpret_cast<T *>(packedB->data());
        for (int64_t column = 0; column < m_product.columns; column += columnStep)
            for (int64_t step = 0; step < m_product.depth; step += m_depthStep) {
                const Range columns = {column, std::min(columnStep, m_product.columns - column)};
                const Range depth = {step, std::min(m_depthStep, m_product.depth - step)};
                packColumns(columns, depth);
                for (int64_t row = 0; row < m_product.rows; row += rowStep)
                    runBlock({row, std::min(rowStep, m_product.rows - row)}, columns, depth);
            }
    }

private:
    template<class Body> void forEach(int64_t count, Body body) {
        if (m_isParallel) return forEachTask(count, body);
        for (int64_t task = 0; task < count; ++task)
            body(task);
    }

    void packRowPanel(Range rows, Range depth, T *to) const {
        const Matrix<const T> &a = m_product.a;
        m_kernels.pack(a.data + rows.begin * a.rowStride + depth.begin * a.columnStride, a.rowStride, a.columnStride,
                       rows.count, depth.count, to, m_kernels.rows);
    }

    void packColumnPanel(Range columns, Range depth, T *to) const {
        if (m_product.source) {
            m_product.source->fill(to, m_kernels.columns, depth.begin, depth.count, columns.begin, columns.count);
            if (columns.count < m_kernels.columns)
                for (int64_t k = 0; k < depth.count; ++k)
                    std::fill(to + k * m_kernels.columns + columns.count, to + (k + 1) * m_kernels.columns, T(0));
            return;
        }
        const Matrix<const T> &b = m_product.b;
        m_kernels.pack(b.data + depth.begin * b.rowStride + columns.begin * b.columnStride, b.columnStride, b.rowStride,
                       columns.count, depth.count, to, m_kernels.columns);
    }

    void packColumns(Range columns, Range depth) {
        const int64_t width = m_kernels.columns;
        forEach(pieces(columns.count, width), [&](int64_t panel) {
            const int64_t begin = panel * width;
            packColumnPanel({columns.begin + begin, std::min(width, columns.count - begin)}, depth,
                            m_packedB + begin * depth.count);
        });
    }

    void packRows(Range rows, Range depth) {
        const int64_t height = m_kernels.rows;
        forEach(pieces(rows.count, height), [&](int64_t panel) {
            const int64_t begin = panel * height;
            packRowPanel({rows.begin + begin, std::min(height, rows.count - begin)}, depth,
                         m_packedA + begin * depth.count);
        });
    }

    /** A block of packed rows against packed columns: tasks are parts of both. */
    void runBlock(Range rows, Range columns, Range depth) {
        packRows(rows, depth);
        const int64_t height = evenPart(rows.count, blockRows, m_kernels.rows);
        const int64_t width = chunkPanels * m_kernels.columns;
        const int64_t down = pieces(rows.count, height), across = pieces(columns.count, width);
        forEach(down * across, [&](int64_t task) {
            const int64_t firstRow = task / across * height, firstColumn = task % across * width;
            runTask({firstRow, std::min(height, rows.count - firstRow)},
                    {firstColumn, std::min(width, columns.count - firstColumn)}, rows.begin, columns.begin, depth);
        });
    }

    void runTask(Range rows, Range columns, int64_t rowOrigin, int64_t columnOrigin, Range depth) const {
        for (int64_t j = columns.begin; j < columns.begin + columns.count; j += m_kernels.columns)
            for (int64_t i = rows.begin; i < rows.begin + rows.count; i += m_kernels.rows) {
                const Range tileRows = {rowOrigin + i, std::min<int64_t>(m_kernels.rows, rows.begin + rows.count - i)};
                const Range tileColumns = {columnOrigin + j,
                                           std::min<int64_t>(m_kernels.columns, columns.begin + columns.count - j)};
                runTile(m_packedA + i * depth.count, m_packedB + j * depth.count, tileRows, tileColumns, depth);
            }
        if (isLast(depth))
            applyToRows({rowOrigin + rows.begin, rows.count}, {columnOrigin + columns.begin, columns.count});
    }

    /** All rows are packed once, for the whole depth; each task packs a panel of b for itself and uses it at once. */
    void runFewRows() {
        const int64_t height = m_kernels.rows, width = m_kernels.columns;
        const int64_t panels = pieces(m_product.rows, height);
        const StoragePtr packed(Storage::allocate(size_t(panels * height * m_product.depth) * sizeof(T)));
        T *packedA = reinterpret_cast<T *>(packed->data());
        const auto rowsOf = [&](int64_t panel) {
            return Range{panel * height, std::min(height, m_product.rows - panel * height)};
        };
        forEach(panels, [&](int64_t panel) {
            packRowPanel(rowsOf(panel), {0, m_product.depth}, packedA + panel * height * m_product.depth);
        });
        forEach(pieces(m_product.columns, width), [&](int64_t task) {
            alignas(64) T panelB[maxTileColumns * blockBytes / sizeof(T)];
            const Range columns = {task * width, std::min(width, m_product.columns - task * width)};
            for (int64_t step = 0; step < m_product.depth; step += m_depthStep) {
                const Range depth = {step, std::min(m_depthStep, m_product.depth - step)};
                packColumnPanel(columns, depth, panelB);
                for (int64_t panel = 0; panel < panels; ++panel)
                    runTile(packedA + (panel * m_product.depth + step) * height, panelB, rowsOf(panel), columns, depth);
            }
            applyToRows({0, m_product.rows}, columns);
        });
    }

    void runTile(const T *a, const T *b, Range rows, Range columns, Range depth) const {
        const Matrix<T> &c = m_product.c;
        const SumStart start = depth.begin == 0 ? m_product.start : SumStart::Result;
        T *to = c.data + rows.begin * c.rowStride + columns.begin * c.columnStride;
        if (c.columnStride == 1 && columns.count == m_kernels.columns) {
            m_kernels.tiles[size_t(rows.count)](depth.count, a, b, to, c.rowStride, start);
            if (isLast(depth)) finish(to, c.rowStride, rows, columns);
            return;
        }
        // The result is narrower than a tile, or turned: by way of a whole tile beside it.
        alignas(64) T whole[maxTileRows * maxTileColumns];
        if (start == SumStart::Result)
            for (int64_t i = 0; i < rows.count; ++i)
                for (int64_t j = 0; j < m_kernels.columns; ++j)
                    whole[i * m_kernels.columns + j] =
                        j < columns.count ? to[i * c.rowStride + j * c.columnStride] : T(0);
        m_kernels.tiles[size_t(rows.count)](depth.count, a, b, whole, m_kernels.columns, start);
        if (isLast(depth)) finish(whole, m_kernels.columns, rows, columns);
        for (int64_t i = 0; i < rows.count; ++i)
            for (int64_t j = 0; j < columns.count; ++j)
                to[i * c.rowStride + j * c.columnStride] = whole[i * m_kernels.columns + j];
    }

    bool isLast(Range depth) const { return depth.begin + depth.count == m_product.depth; }

    /** Functions wait for rows of several tiles, where the result has rows. */
    bool hasRows() const { return m_product.c.columnStride == 1; }

    void finish(T *c, int64_t strideC, Range rows, Range columns) const {
        const Epilogue<T> &all = m_product.epilogue;
        const auto function = hasRows() ? std::nullopt : all.function;
        applyEpilogue({from(all.rows, rows.begin), from(all.columns, columns.begin), function}, c, strideC, rows.count,
                      columns.count);
    }

    /** The function of all elements of a block that has just been finished and is still in the cache. */
    void applyToRows(Range rows, Range columns) const {
        const Matrix<T> &c = m_product.c;
        if (m_product.epilogue.function && hasRows())
            applyFunction(*m_product.epilogue.function, c.data + rows.begin * c.rowStride + columns.begin, c.rowStride,
                          rows.count, columns.count);
    }

    const Product<T> &m_product;
    const TileKernels<T> &m_kernels;
    int64_t m_depthStep = 1;
    bool m_isParallel = false;
    T *m_packedA = nullptr, *m_packedB = nullptr;
};

/** Nothing is summed: zeros, and what follows the product. */
template<class T> void withoutDepth(const Product<T> &product) {
    const Matrix<T> &c = product.c;
    const Epilogue<T> &epilogue = product.epilogue;
    for (int64_t i = 0; i < product.rows; ++i)
        for (int64_t j = 0; j < product.columns; ++j) {
            T *to = c.data + i * c.rowStride + j * c.columnStride;
            if (product.start == SumStart::Zero) *to = T(0);
            applyEpilogue({from(epilogue.rows, i), from(epilogue.columns, j), epilogue.function}, to, 1, 1, 1);
        }
}

/** The same numbers by columns: c^T = b^T a^T. */
template<class T> Product<T> turned(const Product<T> &product) {
    Product<T> other = product;
    std::swap(other.rows, other.columns);
    other.a = product.b.transposed();
    other.b = product.a.transposed();
    other.c = product.c.transposed();
    std::swap(other.epilogue.rows, other.epilogue.columns);
    return other;
}

} // namespace

template<class T> void multiply(const Product<T> &product) {
    if (product.rows == 0 || product.columns == 0) return;
    if (product.depth == 0) return withoutDepth(product);
    // Tiles are wide and low: a narrow result fills them better when it lies on its side.
    const bool isNarrow = product.columns <= tileKernels<T>().columns / 2 && product.rows > product.columns;
    if (isNarrow && !product.source) return Multiplication<T>(turned(product)).run();
    Multiplication<T>(product).run();
}

template void multiply<float>(const Product<float> &product);
template void multiply<double>(const Product<double> &product);

} // namespace jitscope::inline ops
