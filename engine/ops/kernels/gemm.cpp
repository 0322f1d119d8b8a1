// SPDX-License-Identifier: Apache-2.0
// Cuts products into blocks that fit the caches, packs the operands of each block and runs the tiles on all threads.
#include "engine/ops/kernels/gemm.h"

#include "engine/base/threadpool.h"
#include "engine/ops/kernels/caches.h"
#include "engine/ops/kernels/isa.h"
#include "engine/ops/kernels/tilekernels.h"
#include "engine/tensor/storage.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <thread>
#include <vector>

namespace jitscope::inline ops {

const TileTable &tileTable() {
    static const TileTable &chosen = chosenIsa() == Isa::Avx512 ? tileTableAvx512()
                                     : chosenIsa() == Isa::Avx2 ? tileTableAvx2()
                                                                : tileTableBaseline();
    return chosen;
}

const Bfloat16Kernels *bfloat16Kernels() {
    static const bool isThere = chosenIsa() == Isa::Avx512 && hasBfloat16();
    return isThere ? &bfloat16KernelsAvx512() : nullptr;
}

std::array<const TileTable *, 3> runnableTileTables() {
    return {&tileTableBaseline(), bestIsa() >= Isa::Avx2 ? &tileTableAvx2() : nullptr,
            bestIsa() >= Isa::Avx512 ? &tileTableAvx512() : nullptr};
}

namespace {

/** Below this much work a second thread costs more than it brings. */
constexpr double parallelFlops = 400e3;

/** A panel of a, of so many bytes of each line, stays in the first-level cache (14 lines take 21 kB) while panels of b
    run past it. Where sums are cut depends on the depth alone, so that a result is the same to the bit whatever the
    other sizes, the threads and the caches. */
constexpr int64_t blockBytes = 2048;
constexpr int64_t packedRows = 4096; // the most that is packed at once
constexpr int64_t packedColumns = 4096;
/** Fewer panels of b than this are too few for each thread to pack its own. */
constexpr int64_t leastChunkPanels = 2;
/** Packing b takes as long as a tenth of the work for so many rows, and tiles are a tenth faster from panels. */
constexpr int64_t fewRows = 320;
/** Columns of a, of which a tile takes a line of the cache or two each, stay in the first-level cache if so few. */
constexpr int64_t fewSteps = 160;
/** What is packed for so many rows is as good as packed for nothing, and lies in the second-level cache then. */
constexpr int64_t manyRows = 512;
/** Smaller ones whose lines lie along are read as fast where they lie. */
constexpr int64_t leastInPanels = 1 << 15;
/** Less than this is packed by one thread. */
constexpr int64_t packedTogether = 1 << 14;
/** Lines so far apart meet in the same places of the first-level cache, which has room for eight of them. */
constexpr int64_t collidingBytes = 4096;

int64_t pieces(int64_t whole, int64_t part) {
    return (whole + part - 1) / part;
}

int64_t roundedUp(int64_t x, int64_t step) {
    return pieces(x, step) * step;
}

/** `whole` cut into equal parts of at most `most`, each a multiple of `step` (but for the last). */
int64_t evenPart(int64_t whole, int64_t most, int64_t step) {
    const int64_t parts = std::max<int64_t>(pieces(whole, most), 1);
    return pieces(pieces(whole, parts), step) * step;
}

struct Range {
    int64_t begin = 0, count = 0;
};

/** Part `index` of `whole`, which is cut every `step`. */
Range part(Range whole, int64_t index, int64_t step) {
    return {whole.begin + index * step, std::min(step, whole.count - index * step)};
}

/** Columns whose panels of b one thread packs for its second-level cache, and the rows that they meet, which are handed
    out band by band, to that thread and then to those that have no chunk of their own left. */
struct Chunk {
    Range columns, bands;
    int64_t place = 0; ///< whose memory holds the panels
    std::atomic<bool> isPacked = false;
    std::atomic<int64_t> nextBand = 0;
};

/** Where the panels of a come from. */
enum class PanelsOfA {
    InPlace,    ///< no panels: tiles read a where it lies
    PackedOnce, ///< for all chunks, before they begin
    PackedByTask,
};

/** How far sums go at once. */
template<class T> int64_t depthStepOf(const Product<T> &product) {
    return evenPart(product.depth, blockBytes / int64_t(sizeof(T)), 4);
}

/** How the operands of a product are read and its work is cut. */
template<class T> struct Cut {
    int64_t depthStep, bandRows, chunkColumns;
    PanelsOfA panelsOfA;
    bool hasPanels; ///< of b
    bool isDirectB; ///< tiles read b where it lies
    bool isTurnedB; ///< though its lines lie across
    bool isParallel;

    /** Whether nothing of b has to be packed first (but for a last panel). */
    bool readsB() const { return hasPanels || isDirectB; }

    Cut(const Product<T> &product, const TileKernels<T> &kernels) {
        isParallel = product.flops() >= parallelFlops;
        depthStep = depthStepOf(product);
        bandRows = evenPart(product.rows, kernels.rows, 1);
        hasPanels = product.panels != nullptr;
        isTurnedB = !hasPanels && canTurnB(product, kernels);
        isDirectB = !hasPanels && (isTurnedB || canReadB(product));
        chunkColumns = chunkOf(product, kernels.columns);
        const bool isSeldomPacked = readsB() || pieces(product.columns, chunkColumns) <= 2;
        panelsOfA = canReadA(product, kernels.columns) ? PanelsOfA::InPlace
                    : isSeldomPacked                   ? PanelsOfA::PackedByTask
                                                       : PanelsOfA::PackedOnce;
    }

private:
    static bool collides(int64_t stride) { return stride * int64_t(sizeof(T)) % collidingBytes == 0; }

    static bool canTurnB(const Product<T> &product, const TileKernels<T> &kernels) {
        return !product.source && product.b.columnStride != 1 && product.b.rowStride == 1 &&
               product.rows <= kernels.turnedRows;
    }

    bool canReadB(const Product<T> &product) const {
        if (product.source || product.b.columnStride != 1) return false;
        if (product.rows <= 2 * bandRows) return true; // each element is read only once or twice
        if (collides(product.b.rowStride)) return false;
        return product.rows <= fewRows ||
               product.depth * product.columns * int64_t(sizeof(T)) <= secondLevelCache() / 2;
    }

    /** Packing pays where many panels of b run past a panel of a, or where its lines push each other out. */
    bool canReadA(const Product<T> &product, int64_t width) const {
        if (product.a.columnStride != 1)
            return product.a.rowStride == 1 && (chunkColumns <= 2 * width || depthStep <= fewSteps) &&
                   !collides(product.a.columnStride);
        return chunkColumns <= 8 * width && (bandRows <= 6 || !collides(product.a.rowStride));
    }

    /** As many columns as half of the second-level cache holds; fewer where threads would have nothing to do. */
    int64_t chunkOf(const Product<T> &product, int64_t width) const {
        const int64_t line = depthStep * int64_t(sizeof(T)), columns = std::min(product.columns, packedColumns);
        const int64_t most = std::max(secondLevelCache() / 4 * 3 / line, leastChunkPanels * width);
        const int64_t threads = isParallel ? threadCount() : 1, bands = pieces(product.rows, bandRows);
        int64_t chunks = std::max(pieces(columns, most), threads > 1 ? pieces(4 * threads, bands) : 1);
        if (!isDirectB) chunks = std::max(chunks, std::min(threads, columns / (leastChunkPanels * width)));
        if (chunks > threads) chunks = pieces(chunks, threads) * threads;
        return evenPart(columns, std::max(pieces(columns, chunks), width), width);
    }
};

/** Elements of a pooled block, or none. */
template<class T> class Room {
public:
    explicit Room(int64_t count) {
        if (count > 0) m_storage = StoragePtr(Storage::allocate(size_t(count) * sizeof(T)));
    }
    T *data() const { return m_storage ? reinterpret_cast<T *>(m_storage->data()) : nullptr; }

private:
    StoragePtr m_storage;
};

/** What is multiplied. Products of pairs of bfloat16 are a class of their own, as each step of a small product counts.
 */
enum class Factors { Numbers, Pairs };

template<class T, Factors factors = Factors::Numbers> class Multiplication {
public:
    Multiplication(const Product<T> &product, const TileKernels<T> &kernels)
        : m_product(product)
        , m_cut(product, kernels)
        , m_kernels(kernels) {}

    void run() {
        const Range rows = {0, m_product.rows}, columns = {0, m_product.columns}, depth = {0, m_product.depth};
        const int64_t rowStep =
            evenPart(rows.count, m_cut.panelsOfA == PanelsOfA::PackedOnce ? packedRows : rows.count, m_cut.bandRows);
        const int64_t columnStep = evenPart(columns.count, packedColumns, m_cut.chunkColumns);
        m_places = m_cut.isParallel ? threadCount() : 1;
        const Room<T> a(panelsOfA(rowStep) * m_cut.bandRows * m_cut.depthStep);
        const Room<T> b(m_places * placeSize());
        const Room<T> sums(elementsOfSums());
        m_packedA = a.data();
        m_packedB = b.data();
        m_sums = sums.data();
        for (int64_t i = 0; i < rows.count; i += rowStep)
            for (int64_t j = 0; j < columns.count; j += columnStep)
                for (int64_t k = 0; k < depth.count; k += m_cut.depthStep)
                    runBlock(part(rows, i / rowStep, rowStep), part(columns, j / columnStep, columnStep),
                             part(depth, k / m_cut.depthStep, m_cut.depthStep));
    }

private:
    template<class Body> void forEach(int64_t count, Body body) const {
        if (m_cut.isParallel) return forEachTask(count, body);
        for (int64_t task = 0; task < count; ++task)
            body(task);
    }

    int64_t panelsOfA(int64_t rows) const {
        if (m_cut.panelsOfA == PanelsOfA::InPlace) return 0;
        return m_cut.panelsOfA == PanelsOfA::PackedOnce ? pieces(rows, m_cut.bandRows) : m_places;
    }

    void runBlock(Range rows, Range columns, Range depth) {
        m_rows = rows;
        m_columns = columns;
        m_depth = depth;
        const int64_t bands = pieces(rows.count, m_cut.bandRows);
        if (m_cut.panelsOfA == PanelsOfA::PackedOnce)
            forEach(bands, [this](int64_t band) { packBand(band, packedBand(band)); });
        std::vector<Chunk> chunks = chunksOf(columns, bands);
        std::atomic<size_t> next = 0;
        std::atomic<int64_t> places = 0;
        forEach(m_places, [&](int64_t) {
            const int64_t place = places.fetch_add(1);
            for (size_t own = next.fetch_add(1); own < chunks.size(); own = next.fetch_add(1)) {
                // What this place held is done with: others help only when no chunk is left to begin with.
                chunks[own].place = place;
                packChunk(chunks[own]);
                chunks[own].isPacked.store(true, std::memory_order_release);
                runBands(chunks[own], place);
            }
            for (Chunk &other : chunks) {
                waitFor(other.isPacked);
                runBands(other, place);
            }
        });
    }

    /** Without packing the rows are divided, too: a thread finds the lines of its rows in its cache the next time. */
    std::vector<Chunk> chunksOf(Range columns, int64_t bands) const {
        const int64_t across = pieces(columns.count, m_cut.chunkColumns);
        const int64_t down = m_cut.readsB() ? std::max<int64_t>(m_places / across, 1) : 1;
        const int64_t together = evenPart(bands, pieces(bands, down), 1);
        std::vector<Chunk> chunks(size_t(across * pieces(bands, together)));
        for (size_t i = 0; i < chunks.size(); ++i) {
            chunks[i].columns = part(columns, int64_t(i) % across, m_cut.chunkColumns);
            chunks[i].bands = part({0, bands}, int64_t(i) / across, together);
        }
        return chunks;
    }

    /** Another thread is packing, which does not take long; if the system has taken its core away, it shall have ours.
     */
    static void waitFor(const std::atomic<bool> &flag) {
        constexpr int spinRounds = 2000;
        for (int i = 0; !flag.load(std::memory_order_acquire); ++i) {
            if (i >= spinRounds) std::this_thread::yield();
#if defined(__x86_64__)
            __builtin_ia32_pause();
#endif
        }
    }

    void runBands(Chunk &chunk, int64_t place) const {
        const bool packsBands = m_cut.panelsOfA == PanelsOfA::PackedByTask;
        while (true) {
            const int64_t index = chunk.nextBand.fetch_add(1), band = chunk.bands.begin + index;
            if (index >= chunk.bands.count) return;
            T *panel = packedBand(packsBands ? place : band);
            if (packsBands) packBand(band, panel);
            runBand(band, panel, chunk, place);
        }
    }

    // --- packing ---

    void packBand(int64_t band, T *to) const {
        const Matrix<const T> &a = m_product.a;
        const Range rows = part(m_rows, band, m_cut.bandRows);
        m_kernels.pack(a.data + rows.begin * a.rowStride + m_depth.begin * a.columnStride, a.rowStride, a.columnStride,
                       rows.count, m_depth.count, to, m_cut.bandRows);
    }

    void packChunk(const Chunk &chunk) const {
        if (m_cut.hasPanels) return;
        const Range columns = chunk.columns;
        const Matrix<const T> &b = m_product.b;
        int64_t whole = 0;
        if (!m_product.source && !m_cut.isDirectB && b.columnStride == 1) {
            whole = columns.count / m_kernels.columns;
            m_kernels.packPanels(b.data + m_depth.begin * b.rowStride + columns.begin, b.rowStride, whole,
                                 m_depth.count, packedPanel(chunk, columns));
        }
        for (int64_t j = whole; j < pieces(columns.count, m_kernels.columns); ++j)
            if (const Range panel = part(columns, j, m_kernels.columns); !isDirect(panel))
                packPanel(panel, packedPanel(chunk, panel));
    }

    void packPanel(Range columns, T *to) const {
        const int64_t width = m_kernels.columns;
        if (m_product.source) {
            m_product.source->fill(to, width, m_depth.begin, m_depth.count, columns.begin, columns.count);
            if (columns.count < width)
                for (int64_t k = 0; k < m_depth.count; ++k)
                    std::fill(to + k * width + columns.count, to + (k + 1) * width, T(0));
            return;
        }
        const Matrix<const T> &b = m_product.b;
        m_kernels.pack(b.data + m_depth.begin * b.rowStride + columns.begin * b.columnStride, b.columnStride,
                       b.rowStride, columns.count, m_depth.count, to, width);
    }

    /** Whether a panel of b is read where it lies: it may not end inside of a vector. */
    bool isDirect(Range columns) const {
        return m_cut.isDirectB &&
               (columns.count == m_kernels.columns || columns.count * maxTileVectors == m_kernels.columns);
    }

    T *packedBand(int64_t band) const {
        return m_packedA + band * m_cut.bandRows * m_depth.count;
    }

    /** Of b where it lies only the last panel is packed. */
    T *packedPanel(const Chunk &chunk, Range columns) const {
        assert(!m_cut.hasPanels);
        const int64_t begin = m_cut.isDirectB ? 0 : columns.begin - chunk.columns.begin;
        return m_packedB + chunk.place * placeSize() + begin * m_depth.count;
    }

    /** One of all panels that were there before: those of a step of the depth follow one another. */
    const T *keptPanel(Range columns) const {
        return m_product.panels + m_depth.begin * roundedUp(m_product.columns, m_kernels.columns) +
               columns.begin * m_depth.count;
    }

    /** Elements of packed panels that a thread works with. */
    int64_t placeSize() const {
        if (m_cut.hasPanels) return 0;
        return (m_cut.isDirectB ? m_kernels.columns : m_cut.chunkColumns) * m_cut.depthStep;
    }

    // --- computing ---

    void runBand(int64_t band, const T *panelOfA, const Chunk &chunk, int64_t place) const {
        const Range rows = part(m_rows, band, m_cut.bandRows), columns = chunk.columns;
        const Matrix<T> block = blockOf(rows, columns, place);
        const int64_t width = m_kernels.columns, end = columns.begin + columns.count;
        TileOperands<T> operands = operandsOf(rows, panelOfA);
        for (int64_t j = columns.begin; j < end; j += width) {
            const Range panel = {j, std::min(width, end - j)};
            const Matrix<const T> &b = m_product.b;
            const bool isInPlace = isDirect(panel);
            operands.b = m_cut.hasPanels ? keptPanel(panel)
                         : isInPlace     ? b.data + m_depth.begin * b.rowStride + j * b.columnStride
                                         : packedPanel(chunk, panel);
            operands.strideB = !isInPlace ? width : m_cut.isTurnedB ? b.columnStride : b.rowStride;
            runTile(operands, rows, panel, block.data + (j - columns.begin) * block.columnStride, block);
        }
        if (isLast()) applyToRows(block, rows, columns);
        if constexpr (isOfPairs)
            if (isLast()) round(block, rows, columns);
    }

    // Sums of pairs of bfloat16 are memory of this product alone: of a block at a time, which stays in the first-level
    // cache, where they are not gone on with.

    static constexpr bool isOfPairs = factors == Factors::Pairs;
    bool isSummedByBlocks() const {
        return isOfPairs && m_cut.depthStep >= m_product.depth;
    }
    int64_t elementsOfBlock() const {
        return m_cut.bandRows * m_cut.chunkColumns;
    }

    int64_t elementsOfSums() const {
        if (!isOfPairs) return 0;
        return isSummedByBlocks() ? m_places * elementsOfBlock() : m_product.rows * m_product.columns;
    }

    /** Where the elements of a band and a chunk are summed. */
    Matrix<T> blockOf(Range rows, Range columns, int64_t place) const {
        if (isSummedByBlocks()) return {m_sums + place * elementsOfBlock(), m_cut.chunkColumns, 1};
        const Matrix<T> c = isOfPairs ? Matrix<T>{m_sums, m_product.columns, 1} : m_product.c;
        return {c.data + rows.begin * c.rowStride + columns.begin * c.columnStride, c.rowStride, c.columnStride};
    }

    void round(const Matrix<T> &block, Range rows, Range columns) const {
        const OfPairs &pairs = *m_product.pairs;
        pairs.kernels->round(block.data, block.rowStride, rows.count, columns.count,
                             pairs.rounded + rows.begin * pairs.rowStride + columns.begin, pairs.rowStride);
    }

    /** Those of a band, with nothing of b yet. */
    TileOperands<T> operandsOf(Range rows, const T *panelOfA) const {
        const Matrix<const T> &a = m_product.a;
        if (m_cut.panelsOfA != PanelsOfA::InPlace) return {m_depth.count, panelOfA, 1, m_cut.bandRows, nullptr, 0};
        return {m_depth.count, a.data + rows.begin * a.rowStride + m_depth.begin * a.columnStride,
                a.rowStride,   a.columnStride,
                nullptr,       0};
    }

    /** `to`: its place in the block. */
    void runTile(const TileOperands<T> &operands, Range rows, Range columns, T *to, const Matrix<T> &block) const {
        const SumStart start = m_depth.begin == 0 ? m_product.start : SumStart::Result;
        if (!hasRows()) return runTurnedTile(operands, rows, columns, to, start);
        multiplyTile(operands, rows, columns, to, block.rowStride, start);
        if (m_hasTerms && isLast()) finish(to, block.rowStride, rows, columns);
    }

    void multiplyTile(const TileOperands<T> &operands, Range rows, Range columns, T *to, int64_t stride,
                      SumStart start) const {
        if (m_cut.isTurnedB && isDirect(columns))
            m_kernels.multiplyTurned(operands, rows.count, columns.count, to, stride, start);
        else
            m_kernels.multiply(operands, rows.count, columns.count, to, stride, start);
    }

    /** By way of a whole tile beside a result whose rows are no rows in memory. */
    void runTurnedTile(const TileOperands<T> &operands, Range rows, Range columns, T *to, SumStart start) const {
        alignas(64) T whole[maxTileRows * maxTileColumns];
        const Matrix<T> &c = m_product.c;
        const int64_t width = m_kernels.columns;
        if (start == SumStart::Result)
            for (int64_t i = 0; i < rows.count; ++i)
                for (int64_t j = 0; j < columns.count; ++j)
                    whole[i * width + j] = to[i * c.rowStride + j * c.columnStride];
        multiplyTile(operands, rows, columns, whole, width, start);
        if (isLast()) finish(whole, width, rows, columns);
        for (int64_t j = 0; j < columns.count; ++j)
            for (int64_t i = 0; i < rows.count; ++i)
                to[i * c.rowStride + j * c.columnStride] = whole[i * width + j];
    }

    bool isLast() const {
        return m_depth.begin + m_depth.count == m_product.depth;
    }

    /** Functions wait for rows of several tiles, where the result has rows. */
    bool hasRows() const {
        return m_product.c.columnStride == 1; // of pairs always
    }

    void finish(T *c, int64_t strideC, Range rows, Range columns) const {
        const Epilogue<T> &all = m_product.epilogue;
        const auto function = hasRows() ? std::nullopt : all.function;
        applyEpilogue({from(all.rows, rows.begin), from(all.columns, columns.begin), function}, c, strideC, rows.count,
                      columns.count);
    }

    /** The function of all elements of a block that has just been finished and is still in the cache. */
    void applyToRows(const Matrix<T> &block, Range rows, Range columns) const {
        if (m_product.epilogue.function && hasRows())
            applyFunction(*m_product.epilogue.function, block.data, block.rowStride, rows.count, columns.count);
    }

    const Product<T> &m_product;
    const Cut<T> m_cut;
    const TileKernels<T> &m_kernels;
    Range m_rows, m_columns, m_depth; ///< of the block under way
    int64_t m_places = 1;             ///< threads at work
    T *m_packedA = nullptr, *m_packedB = nullptr;
    T *m_sums = nullptr; ///< of pairs
    const bool m_hasTerms = !isEmpty(m_product.epilogue.rows) || !isEmpty(m_product.epilogue.columns);
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

/** Tiles are wide and low: a narrow result fills them better when it lies on its side. */
template<class T> bool isNarrow(const Product<T> &product, const TileKernels<T> &kernels) {
    const bool isSo = product.columns <= kernels.columns / 2 && product.rows > product.columns;
    return isSo && !product.source && !product.panels;
}

template<class T> void multiplyBy(const TileKernels<T> &kernels, const Product<T> &product) {
    if (product.rows == 0 || product.columns == 0) return;
    if (product.depth == 0) return withoutDepth(product);
    if (isNarrow(product, kernels)) return Multiplication<T>(turned(product), kernels).run();
    Multiplication<T>(product, kernels).run();
}

void multiplyPairs(const Product<float> &product) {
    const OfPairs &pairs = *product.pairs;
    const TileKernels<float> &kernels = pairs.kernels->tiles;
    if (product.rows == 0 || product.columns == 0) return;
    if (product.depth > 0 && !isNarrow(product, kernels))
        return Multiplication<float, Factors::Pairs>(product, kernels).run();
    const Room<float> sums(product.rows * product.columns);
    Product<float> other = product;
    other.pairs = nullptr;
    other.c = {sums.data(), product.columns, 1};
    multiplyBy(kernels, other);
    pairs.kernels->round(sums.data(), product.columns, product.rows, product.columns, pairs.rounded, pairs.rowStride);
}

template<class T> const TileKernels<T> &kernelsOf(const Product<T> &product) {
    if constexpr (std::is_same_v<T, float>)
        if (product.pairs) return product.pairs->kernels->tiles;
    return tileKernels<T>();
}

} // namespace

template<class T> void multiply(const Product<T> &product) {
    if constexpr (std::is_same_v<T, float>)
        if (product.pairs) return multiplyPairs(product);
    multiplyBy(tileKernels<T>(), product);
}

template<class T> bool gainsByPanels(const Product<T> &product) {
    if (product.source || product.columns <= kernelsOf(product).columns / 2) return false;
    if (product.rows == 0 || product.rows >= manyRows) return false;
    return product.b.columnStride != 1 || product.depth * product.columns >= leastInPanels;
}

template<class T> int64_t panelElements(const Product<T> &product) {
    return roundedUp(product.columns, kernelsOf(product).columns) * product.depth;
}

template<class T> void fillPanels(const Product<T> &product, T *to) {
    const TileKernels<T> &kernels = kernelsOf(product);
    const Matrix<const T> &b = product.b;
    const int64_t width = kernels.columns, depthStep = depthStepOf(product);
    const int64_t panels = pieces(product.columns, width), blocks = pieces(product.depth, depthStep);
    parallelFor(panels * blocks, std::max<int64_t>(packedTogether / (depthStep * width), 1),
                [&](int64_t begin, int64_t end) {
                    for (int64_t i = begin; i < end; ++i) {
                        const Range depth = part({0, product.depth}, i / panels, depthStep);
                        const Range columns = part({0, product.columns}, i % panels, width);
                        kernels.pack(b.data + depth.begin * b.rowStride + columns.begin * b.columnStride,
                                     b.columnStride, b.rowStride, columns.count, depth.count,
                                     to + depth.begin * panels * width + columns.begin * depth.count, width);
                    }
                });
}

template void multiply<float>(const Product<float> &product);
template void multiply<double>(const Product<double> &product);
template bool gainsByPanels<float>(const Product<float> &product);
template bool gainsByPanels<double>(const Product<double> &product);
template int64_t panelElements<float>(const Product<float> &product);
template int64_t panelElements<double>(const Product<double> &product);
template void fillPanels<float>(const Product<float> &product, float *to);
template void fillPanels<double>(const Product<double> &product, double *to);

} // namespace jitscope::inline ops
