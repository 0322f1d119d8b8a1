// SPDX-License-Identifier: Apache-2.0
// Attention by tiles of queries and blocks of keys, with the largest score and the sum so far.
//
// The weights of all queries and keys would be the largest tensor of a network: written by one product, read and
// written by scale, mask and softmax, and read by another. Here a tile of queries (as many as a tile of a product has
// rows) meets the keys a block at a time. The scores of a block stay in the first-level cache until they are weights
// and multiplied with the values. When a later block holds a larger score, what was summed before is scaled down to it
// (Milakov and Gimelshein 2018; Dao et al. 2022). Keys and values are packed once, for all queries.
//
// Values behind the last weight of a tile, which a causal mask takes out, are not multiplied; that changes no bit.
#include "engine/ops/kernels/attention.h"

#include "engine/base/threadpool.h"
#include "engine/ops/kernels/rowkernels.h"
#include "engine/ops/kernels/tilekernels.h"
#include "engine/tensor/storage.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace jitscope::inline ops {

namespace {

/** Keys whose scores are held at once: those of a tile of queries take 12 kB. */
constexpr int64_t blockKeys = 256;

int64_t roundedUp(int64_t x, int64_t step) {
    return (x + step - 1) / step * step;
}

/** Elements of a pooled block. */
template<class T> class Room {
public:
    explicit Room(int64_t count)
        : m_storage(Storage::allocate(size_t(count) * sizeof(T))) {}
    T *data() const { return reinterpret_cast<T *>(m_storage->data()); }

private:
    StoragePtr m_storage;
};

template<class T> const T *matrixAt(const Tensor &tensor, int64_t batch, int64_t head) {
    return tensor.data<T>() + batch * tensor.strides()[0] + head * tensor.strides()[1];
}

template<class T> using Word = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

/** Whether all are finite; by bits, which become vector code. */
template<class T> bool areFinite(const T *values, int64_t count) {
    const Word<T> exponent = std::bit_cast<Word<T>>(std::numeric_limits<T>::infinity());
    Word<T> others = 0;
    for (int64_t i = 0; i < count; ++i)
        others |= (std::bit_cast<Word<T>>(values[i]) & exponent) == exponent ? 1 : 0;
    return others == 0;
}

/** Whether all are +0. */
template<class T> bool areZero(const T *values, int64_t count) {
    Word<T> bits = 0;
    for (int64_t i = 0; i < count; ++i)
        bits |= std::bit_cast<Word<T>>(values[i]);
    return bits == 0;
}

/** What one thread works with, for one tile of queries. */
template<class T> struct Workspace {
    Room<T> queries, scores, masked, weights, packed, sums;
    T largest[maxTileRows];
    double total[maxTileRows];
};

template<class T> class Attention {
public:
    Attention(const AttentionOperands &operands, Tensor &out)
        : m_in(operands)
        , m_out(out)
        , m_heads(operands.query.shape()[1])
        , m_keyHeads(operands.key.shape()[1])
        , m_queries(operands.query.shape()[2])
        , m_keys(operands.key.shape()[2])
        , m_depth(operands.query.shape()[3])
        , m_valueDepth(operands.value.shape()[3])
        , m_paddedKeys(roundedUp(m_keys, m_kernels.columns))
        , m_paddedDepth(roundedUp(m_valueDepth, m_kernels.columns))
        , m_packedKeys(matrices() * m_paddedKeys * m_depth)
        , m_packedValues(matrices() * m_paddedDepth * m_keys)
        , m_hasFiniteValues(size_t(matrices())) {}

    void run() {
        forEachTask(matrices(), [this](int64_t matrix) {
            packKeys(matrix);
            packValues(matrix);
        });
        const int64_t tiles = (m_queries + m_kernels.rows - 1) / m_kernels.rows;
        const int64_t count = m_in.query.shape()[0] * m_heads * tiles;
        // Each thread takes a few tiles of one head at a time, so that its workspace is made only some times.
        const int64_t together = std::clamp<int64_t>(count / (8 * threadCount()), 1, 8);
        forEachTask((count + together - 1) / together, [&](int64_t task) {
            Workspace<T> room = workspace();
            for (int64_t tile = task * together; tile < std::min(count, (task + 1) * together); ++tile)
                attend(tile / tiles, tile % tiles * m_kernels.rows, room);
        });
    }

private:
    int64_t matrices() const { return m_in.key.shape()[0] * m_keyHeads; }

    Workspace<T> workspace() const {
        const int64_t block = m_kernels.rows * roundedUp(blockKeys, m_kernels.columns);
        return {Room<T>(m_kernels.rows * m_depth),
                Room<T>(block),
                Room<T>(block),
                Room<T>(block),
                Room<T>(block),
                Room<T>(m_kernels.rows * m_paddedDepth),
                {},
                {}};
    }

    /** Panels of keys: the columns of q k^T. */
    void packKeys(int64_t matrix) {
        const T *from = matrixAt<T>(m_in.key, matrix / m_keyHeads, matrix % m_keyHeads);
        T *to = m_packedKeys.data() + matrix * m_paddedKeys * m_depth;
        const int64_t keyStride = m_in.key.strides()[2], width = m_kernels.columns;
        for (int64_t key = 0; key < m_keys; key += width)
            m_kernels.pack(from + key * keyStride, keyStride, m_in.key.strides()[3], std::min(width, m_keys - key),
                           m_depth, to + key * m_depth, width);
    }

    /** Panels of columns of the values, each with all keys. */
    void packValues(int64_t matrix) {
        const T *from = matrixAt<T>(m_in.value, matrix / m_keyHeads, matrix % m_keyHeads);
        T *to = m_packedValues.data() + matrix * m_paddedDepth * m_keys;
        const int64_t stride = m_in.value.strides()[3], width = m_kernels.columns;
        for (int64_t column = 0; column < m_valueDepth; column += width)
            m_kernels.pack(from + column * stride, stride, m_in.value.strides()[2],
                           std::min(width, m_valueDepth - column), m_keys, to + column * m_keys, width);
        m_hasFiniteValues[size_t(matrix)] = m_in.mask.defined() && areFinite(to, m_paddedDepth * m_keys);
    }

    /** One tile of queries of one head: `entry` counts heads of all batches. */
    void attend(int64_t entry, int64_t firstQuery, Workspace<T> &room) {
        const int64_t batch = entry / m_heads, head = entry % m_heads;
        const int64_t matrix = batch * m_keyHeads + head / (m_heads / m_keyHeads);
        const int64_t rows = std::min<int64_t>(m_kernels.rows, m_queries - firstQuery);
        const Tensor &query = m_in.query;
        m_kernels.pack(matrixAt<T>(query, batch, head) + firstQuery * query.strides()[2], query.strides()[2],
                       query.strides()[3], rows, m_depth, room.queries.data(), m_kernels.rows);
        // Fewer numbers to scale than the scores.
        for (int64_t i = 0; i < m_kernels.rows * m_depth; ++i)
            room.queries.data()[i] *= T(m_in.scale);
        std::fill_n(room.largest, rows, -std::numeric_limits<T>::infinity());
        std::fill_n(room.total, rows, 0.0);
        std::fill_n(room.sums.data(), rows * m_paddedDepth, T(0));
        for (int64_t key = 0; key < m_keys; key += blockKeys) {
            const int64_t keys = std::min(blockKeys, m_keys - key);
            score(matrix, key, keys, rows, room);
            for (int64_t row = 0; row < rows; ++row)
                weigh(maskRow(batch, head, firstQuery + row, key), row, keys, room);
            sumValues(matrix, key, keys, rows, room);
        }
        T *to = m_out.mutableData<T>() + (entry * m_queries + firstQuery) * m_valueDepth;
        for (int64_t row = 0; row < rows; ++row)
            finish(row, room, to + row * m_valueDepth);
    }

    /** scores (rows x keys) = q k^T */
    void score(int64_t matrix, int64_t key, int64_t keys, int64_t rows, Workspace<T> &room) {
        const T *panels = m_packedKeys.data() + (matrix * m_paddedKeys + key) * m_depth;
        for (int64_t j = 0; j < keys; j += m_kernels.columns)
            m_kernels.multiply(m_kernels.panels(m_depth, room.queries.data(), panels + j * m_depth), rows,
                               std::min<int64_t>(m_kernels.columns, keys - j), room.scores.data() + j, blockKeys,
                               SumStart::Zero);
    }

    const T *maskRow(int64_t batch, int64_t head, int64_t query, int64_t key) const {
        if (!m_in.mask.defined()) return nullptr;
        const Dims &strides = m_in.mask.strides();
        return m_in.mask.data<T>() + batch * strides[0] + head * strides[1] + query * strides[2] + key;
    }

    /** From the scores of a row to its weights, and what was summed before brought to the same measure. */
    void weigh(const T *mask, int64_t row, int64_t keys, Workspace<T> &room) {
        const RowKernels<T> &kernels = rowKernels<T>();
        const T *scores = room.scores.data() + row * blockKeys;
        T *weights = room.weights.data() + row * blockKeys;
        if (mask) {
            T *masked = room.masked.data() + row * blockKeys;
            kernels.blend(scores, T(1), mask, T(1), T(0), masked, keys);
            scores = masked;
        }
        const T before = room.largest[row], largest = std::max(before, kernels.largest(scores, keys));
        if (largest == -std::numeric_limits<T>::infinity()) {
            std::fill_n(weights, keys, T(0)); // No key counts so far.
            return;
        }
        const double added = kernels.exponentials(scores, largest, weights, keys);
        if (largest != before) {
            const T shrink = std::exp(before - largest);
            room.total[row] *= double(shrink);
            T *sums = room.sums.data() + row * m_paddedDepth;
            for (int64_t j = 0; j < m_paddedDepth; ++j)
                sums[j] *= shrink;
            room.largest[row] = largest;
        }
        room.total[row] += added;
    }

    /** sums += weights * values */
    void sumValues(int64_t matrix, int64_t key, int64_t keys, int64_t rows, Workspace<T> &room) {
        m_kernels.pack(room.weights.data(), blockKeys, 1, rows, keys, room.packed.data(), m_kernels.rows);
        const int64_t used = m_hasFiniteValues[size_t(matrix)] ? weighedKeys(room, keys) : keys;
        const T *panels = m_packedValues.data() + matrix * m_paddedDepth * m_keys;
        for (int64_t j = 0; j < m_valueDepth; j += m_kernels.columns)
            m_kernels.multiply(
                m_kernels.panels(used, room.packed.data(), panels + j * m_keys + key * m_kernels.columns), rows,
                std::min<int64_t>(m_kernels.columns, m_valueDepth - j), room.sums.data() + j, m_paddedDepth,
                SumStart::Result);
    }

    /** How many keys there are up to the last few with a weight. (Finite values times 0 change no sum.) */
    int64_t weighedKeys(const Workspace<T> &room, int64_t keys) const {
        constexpr int64_t step = 8;
        while (keys >= step && areZero(room.packed.data() + (keys - step) * m_kernels.rows, step * m_kernels.rows))
            keys -= step;
        return keys;
    }

    void finish(int64_t row, const Workspace<T> &room, T *to) const {
        const bool countsNone = m_keys > 0 && room.largest[row] == -std::numeric_limits<T>::infinity();
        const T scale = countsNone ? std::numeric_limits<T>::quiet_NaN() : T(1 / room.total[row]);
        const T *sums = room.sums.data() + row * m_paddedDepth;
        for (int64_t j = 0; j < m_valueDepth; ++j)
            to[j] = m_keys > 0 ? sums[j] * scale : T(0);
    }

    const AttentionOperands &m_in;
    Tensor &m_out;
    const TileKernels<T> &m_kernels = tileKernels<T>();
    int64_t m_heads, m_keyHeads, m_queries, m_keys, m_depth, m_valueDepth;
    int64_t m_paddedKeys, m_paddedDepth;
    Room<T> m_packedKeys, m_packedValues;
    std::vector<char> m_hasFiniteValues; ///< of each matrix; 0 where there is no mask, as then nothing is left out
};

/** The mask with consecutive keys, broadcast to all queries of all heads by strides of 0. */
Tensor broadcastMask(const Tensor &mask, DType dtype, const Dims &scores) {
    if (!mask.defined()) return mask;
    Dims rows = mask.shape();
    if (rows.empty()) rows = {1};
    rows[rows.rank() - 1] = scores.back();
    return mask.cast(dtype).broadcastTo(rows).contiguous().broadcastTo(scores);
}

} // namespace

Tensor computeAttention(const AttentionOperands &operands) {
    const Dims query = operands.query.shape(), key = operands.key.shape(), value = operands.value.shape();
    assert(query.rank() == 4 && query[1] % key[1] == 0);
    const DType dtype = operands.query.dtype() == DType::Float64 ? DType::Float64 : DType::Float32;
    const AttentionOperands ready = {operands.query.cast(dtype), operands.key.cast(dtype), operands.value.cast(dtype),
                                     broadcastMask(operands.mask, dtype, {query[0], query[1], query[2], key[2]}),
                                     operands.scale};
    Tensor out({query[0], query[1], query[2], value[3]}, dtype);
    if (out.count() > 0) {
        if (dtype == DType::Float32)
            Attention<float>(ready, out).run();
        else
            Attention<double>(ready, out).run();
    }
    return out.cast(operands.query.dtype());
}

} // namespace jitscope::inline ops
