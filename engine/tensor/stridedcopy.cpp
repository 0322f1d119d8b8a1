// SPDX-License-Identifier: Apache-2.0
// Packs strided elements into row-major order.
//
// Axes that walk memory as one are merged first. What is left is either rows of consecutive elements (memcpy), or a
// transposition: then the last axis jumps while an earlier one is consecutive, and copying row by row would touch one
// element of each cache line. Those two axes are copied in square tiles that fit the first-level cache.
#include "engine/tensor/stridedcopy.h"

#include <algorithm>
#include <cstring>

namespace jitscope::inline tensor {

namespace {

constexpr int64_t tile = 16;

struct Walk {
    Dims shape;
    Dims strides;
};

/** The same walk with size-1 axes dropped and neighbours merged where the outer steps over exactly the inner. */
Walk merged(const Dims &shape, const Dims &strides) {
    Walk walk;
    for (int i = 0; i < shape.rank(); ++i) {
        if (shape[i] == 1) continue;
        const int last = walk.shape.rank() - 1;
        if (last >= 0 && walk.strides[last] == strides[i] * shape[i]) {
            walk.shape[last] *= shape[i];
            walk.strides[last] = strides[i];
        } else {
            walk.shape.push(shape[i]);
            walk.strides.push(strides[i]);
        }
    }
    return walk;
}

/** Rows of `count` elements that lie `stride` apart. */
template<class T> void copyRow(T *to, const T *from, int64_t count, int64_t stride) {
    if (stride == 1) {
        std::memcpy(to, from, size_t(count) * sizeof(T));
    } else if (stride == 0) {
        std::fill_n(to, count, *from);
    } else {
        for (int64_t i = 0; i < count; ++i)
            to[i] = from[i * stride];
    }
}

/** A rows x columns block whose rows lie `toRow` apart in the output; in the input rows are consecutive elements. */
template<class T>
void copyTransposed(T *to, int64_t toRow, const T *from, int64_t fromColumn, int64_t rows, int64_t columns) {
    for (int64_t r = 0; r < rows; r += tile)
        for (int64_t c = 0; c < columns; c += tile) {
            const int64_t rowEnd = std::min(rows, r + tile), columnEnd = std::min(columns, c + tile);
            for (int64_t i = r; i < rowEnd; ++i)
                for (int64_t j = c; j < columnEnd; ++j)
                    to[i * toRow + j] = from[j * fromColumn + i];
        }
}

/** The axis before the last that is consecutive in the input while the last one jumps, or -1. */
int transposedAxis(const Walk &walk) {
    const int last = walk.shape.rank() - 1;
    if (last < 1 || walk.strides[last] == 1 || walk.strides[last] == 0) return -1;
    for (int i = 0; i < last; ++i)
        if (walk.strides[i] == 1) return i;
    return -1;
}

/** Calls `body(output offset, input offset)` for every position of the axes that are not `skipped` or the last. */
template<class Body> void forOuter(const Walk &walk, int skipped, Body body) {
    const Dims outStrides = contiguousStrides(walk.shape);
    const int axes = walk.shape.rank() - 1;
    Dims position = Dims::filled(walk.shape.rank(), 0);
    int64_t out = 0, in = 0;
    while (true) {
        body(out, in);
        int axis = axes - 1;
        for (; axis >= 0; --axis) {
            if (axis == skipped) continue;
            out += outStrides[axis];
            in += walk.strides[axis];
            if (++position[axis] < walk.shape[axis]) break;
            out -= outStrides[axis] * walk.shape[axis];
            in -= walk.strides[axis] * walk.shape[axis];
            position[axis] = 0;
        }
        if (axis < 0) return;
    }
}

template<class T> void pack(T *to, const T *from, const Walk &walk) {
    const int last = walk.shape.rank() - 1;
    if (last < 0) {
        *to = *from;
        return;
    }
    const int64_t columns = walk.shape[last], columnStride = walk.strides[last];
    const int rowAxis = transposedAxis(walk);
    if (rowAxis < 0) {
        forOuter(walk, -1, [&](int64_t out, int64_t in) { copyRow(to + out, from + in, columns, columnStride); });
        return;
    }
    const int64_t rows = walk.shape[rowAxis], rowStride = contiguousStrides(walk.shape)[rowAxis];
    forOuter(walk, rowAxis, [&](int64_t out, int64_t in) {
        copyTransposed(to + out, rowStride, from + in, columnStride, rows, columns);
    });
}

/** What one element is copied as: two of 8 bytes for Complex128. */
struct SixteenBytes {
    uint64_t first, second;
};

template<class T> void unpack(T *to, const T *from, const Walk &walk) {
    const int last = walk.shape.rank() - 1;
    if (last < 0) {
        *to = *from;
        return;
    }
    const int64_t columns = walk.shape[last], stride = walk.strides[last];
    forOuter(walk, -1, [&](int64_t packed, int64_t strided) {
        for (int64_t i = 0; i < columns; ++i)
            to[strided + i * stride] = from[packed + i];
    });
}

} // namespace

void packStrided(std::byte *to, const std::byte *from, const Dims &shape, const Dims &strides, int itemBytes) {
    if (shape.product() == 0) return;
    const Walk walk = merged(shape, strides);
    const auto packAs = [&]<class T>(const T *typed) { pack(reinterpret_cast<T *>(to), typed, walk); };
    switch (itemBytes) {
    case 1:
        return packAs(reinterpret_cast<const uint8_t *>(from));
    case 2:
        return packAs(reinterpret_cast<const uint16_t *>(from));
    case 4:
        return packAs(reinterpret_cast<const uint32_t *>(from));
    case 16:
        return packAs(reinterpret_cast<const SixteenBytes *>(from));
    default:
        return packAs(reinterpret_cast<const uint64_t *>(from));
    }
}

void unpackStrided(std::byte *to, const std::byte *from, const Dims &shape, const Dims &strides, int itemBytes) {
    if (shape.product() == 0) return;
    const Walk walk = merged(shape, strides);
    const auto unpackAs = [&]<class T>(T *typed) { unpack(typed, reinterpret_cast<const T *>(from), walk); };
    switch (itemBytes) {
    case 1:
        return unpackAs(reinterpret_cast<uint8_t *>(to));
    case 2:
        return unpackAs(reinterpret_cast<uint16_t *>(to));
    case 4:
        return unpackAs(reinterpret_cast<uint32_t *>(to));
    case 16:
        return unpackAs(reinterpret_cast<SixteenBytes *>(to));
    default:
        return unpackAs(reinterpret_cast<uint64_t *>(to));
    }
}

} // namespace jitscope::inline tensor
