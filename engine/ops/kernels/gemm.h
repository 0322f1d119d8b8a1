// SPDX-License-Identifier: Apache-2.0
// Products of matrices wherever they lie in memory: transposed, strided, or made up piece by piece while they are read.
//
// The scheme is that of every fast product: operands are copied into panels as narrow as a tile of the result that fits
// the registers, a block of panels small enough for the caches at a time, and tiles are computed from panels. The copy
// is where all layouts become one, so that a transposed operand or the unfolded image of a convolution costs no pass of
// its own. What is read only some times, or is small, is not copied: tiles read it where it lies. Figures, and why not
// a library: resources/dev/architecture.md.
#pragma once

#include "engine/ops/kernels/epilogue.h"

#include <cstdint>

namespace jitscope::inline ops {

struct Bfloat16Kernels;

/** Whether sums begin at zero or go on from what stands in the result. */
enum class SumStart : uint8_t { Zero, Result };

/** Element (i, j) is at data[i * rowStride + j * columnStride]. */
template<class T> struct Matrix {
    T *data = nullptr;
    int64_t rowStride = 0, columnStride = 1;

    Matrix transposed() const { return {data, columnStride, rowStride}; }
};

/** A right operand that lies nowhere as a matrix. */
template<class T> class PanelSource {
public:
    virtual ~PanelSource() = default;
    /** Writes the elements (depthBegin + k, columnBegin + j) to to[k * stride + j], for k < depth and j < columns.
       Called by several threads at once. */
    virtual void fill(T *to, int64_t stride, int64_t depthBegin, int64_t depth, int64_t columnBegin,
                      int64_t columns) const = 0;
};

/** That an element of a and b of a product of float is a pair of bfloat16, multiplied by these kernels, and that the
    result goes, rounded, to rows `rowStride` apart. */
struct OfPairs {
    const Bfloat16Kernels *kernels = nullptr;
    uint16_t *rounded = nullptr;
    int64_t rowStride = 0;
};

/** c (rows x columns) = epilogue([c +] a (rows x depth) * b (depth x columns)). */
template<class T> struct Product {
    int64_t rows = 0, columns = 0, depth = 0;
    Matrix<const T> a, b;
    const PanelSource<T> *source = nullptr; ///< stands for b
    const T *panels = nullptr;              ///< what fillPanels() made of b: nothing of it is packed any more
    const OfPairs *pairs = nullptr;         ///< c has no memory then
    Matrix<T> c;
    SumStart start = SumStart::Zero;
    Epilogue<T> epilogue; ///< before the result leaves the cache

    double flops() const { return 2.0 * double(rows) * double(columns) * double(depth); }
};

/** Computes on all threads if it is worth it. For float and double. */
template<class T> void multiply(const Product<T> &product);

/** Whether it is faster where all panels of b are there before. */
template<class T> bool gainsByPanels(const Product<T> &product);

/** Elements that all of b takes in panels: the same for each count of rows. */
template<class T> int64_t panelElements(const Product<T> &product);

/** Packs all of b, on all threads if it is worth it. */
template<class T> void fillPanels(const Product<T> &product, T *to);

} // namespace jitscope::inline ops
