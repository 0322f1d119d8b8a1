// SPDX-License-Identifier: GPL-3.0-or-later
// A two-dimensional cut through a tensor, and the models and pictures made of it.
#pragma once

#include "engine/tensor/tensor.h"

#include <QAbstractTableModel>
#include <QImage>

namespace jitscope {

/** Rows are the axis before the last, columns the last; all axes before are fixed at an index. */
class TensorSlice {
public:
    TensorSlice() = default;
    /** `fixed` holds one index for each axis but the last two. */
    TensorSlice(const Tensor &tensor, const Dims &fixed);

    int64_t rows() const { return m_rows; }
    int64_t columns() const { return m_columns; }
    double at(int64_t row, int64_t column) const;
    /** As the tensor prints the element: integers without a point, floats with up to six digits. */
    QString textAt(int64_t row, int64_t column) const;

private:
    Tensor m_tensor;
    int64_t m_base = 0; ///< row-major position of the first element
    int64_t m_rows = 0, m_columns = 0;
};

/** The values of a slice as a table; at most 100,000 rows and 4,096 columns are offered. */
class TensorSliceModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void setSlice(const TensorSlice &slice);
    const TensorSlice &slice() const { return m_slice; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    TensorSlice m_slice;
};

/** One pixel an element (neighbouring elements are averaged where there are more than `limit` in a direction), in
    viridis over [min, max], in a diverging map around 0 when both signs occur; NaN and Inf in the theme's colour. */
QImage heatMap(const TensorSlice &slice, double min, double max, int limit = 512);

/** Viridis at `position` (0..1), and the diverging map from -1 to 1. */
QRgb viridis(double position);
QRgb diverging(double position);

} // namespace jitscope
