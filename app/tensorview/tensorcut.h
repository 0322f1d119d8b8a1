// SPDX-License-Identifier: GPL-3.0-or-later
// A two-dimensional cut through a tensor of any rank: an index or a range for each axis, of which two are shown.
#pragma once

#include "engine/base/result.h"
#include "engine/tensor/tensor.h"

#include <QString>
#include <optional>
#include <vector>

namespace jitscope {
inline namespace tensorview {

/** What stands in the index box of an axis: one index, or a range [start, stop). */
struct AxisIndex {
    int64_t start = 0, stop = 1;
    bool isRange = false;
    bool operator==(const AxisIndex &) const = default;
};

/** Reads ":", "3", "-1", "2:5", "-4:" for an axis of `size`; the error says what is wrong. */
Result<AxisIndex> parseAxisIndex(const QString &text, int64_t size);
/** As it is written in the box. */
QString textOf(const AxisIndex &index, int64_t size);

/** Which part of tensors of one shape is shown. At most two axes are ranges: rows and columns. */
struct CutChoice {
    Dims shape;
    std::vector<AxisIndex> axes;
    bool isTurned = false; ///< the first of both ranges runs to the right instead of down

    /** The last two axes whole, all before at 0. */
    static CutChoice of(const Dims &shape);
    /** A third range takes the place of the one that stands furthest from it. */
    CutChoice with(int axis, const AxisIndex &index) const;
    /** The same with indices moved so that `element` (row-major) is in the cut. */
    CutChoice showing(int64_t element) const;
    bool operator==(const CutChoice &) const = default;
};

/** The cut itself: rows and columns of elements. Vectors of more than 16 elements are folded into several rows. */
class TensorCut {
public:
    TensorCut() = default;
    explicit TensorCut(const Tensor &tensor)
        : TensorCut(tensor, CutChoice::of(tensor.shape())) {}
    TensorCut(const Tensor &tensor, const CutChoice &choice);

    const Tensor &tensor() const { return m_tensor; }
    int64_t rows() const { return m_rows; }
    int64_t columns() const { return m_columns; }
    bool isFolded() const { return m_isFolded; }
    /** The row-major position in the tensor, or -1 for no element (a folded vector's last row may be short). */
    int64_t elementAt(int64_t row, int64_t column) const;
    struct Place {
        int64_t row = -1, column = -1;
        bool operator==(const Place &) const = default;
    };
    /** Where an element stands; none if it is outside of the cut. */
    std::optional<Place> placeOf(int64_t element) const;
    /** What heads a row and a column: indices on their axes. */
    int64_t rowLabel(int64_t row) const;
    int64_t columnLabel(int64_t column) const;

    /** For walking over all of it: the elements' places in memory, in elements from Tensor::data. */
    int64_t offset() const { return m_offset; }
    int64_t rowStride() const { return m_rowStride; }
    int64_t columnStride() const { return m_columnStride; }
    /** Columns of this row that are elements. */
    int64_t columnsOf(int64_t row) const { return std::min(m_columns, m_count - row * m_columns); }

private:
    Tensor m_tensor;
    CutChoice m_choice;
    int m_rowAxis = -1, m_columnAxis = -1;
    bool m_isFolded = false;
    int64_t m_rows = 0, m_columns = 0, m_count = 0;
    int64_t m_offset = 0, m_rowStride = 0, m_columnStride = 0; ///< in memory
    int64_t m_first = 0, m_rowStep = 0, m_columnStep = 0;      ///< row-major
};

/** "[3, 0, 17]" */
QString indexText(const Dims &shape, int64_t element);
/** The row-major position that "3, 0, 17" or "[3][0][17]" or, alone, a position names; negative indices count from the
    end. The error says what is wrong. */
Result<int64_t> parseElement(const QString &text, const Dims &shape);

} // namespace tensorview
} // namespace jitscope
