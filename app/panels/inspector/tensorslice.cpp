// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/inspector/tensorslice.h"

#include "app/sdk/theme.h"

#include <algorithm>
#include <cmath>

namespace jitscope {

namespace {

constexpr int64_t mostRows = 100'000;
constexpr int64_t mostColumns = 4'096;

struct Stop {
    double position;
    int red, green, blue;
};

QRgb interpolated(const Stop *stops, size_t count, double position) {
    const double p = std::clamp(position, stops[0].position, stops[count - 1].position);
    size_t i = 1;
    while (i + 1 < count && stops[i].position < p)
        ++i;
    const Stop &a = stops[i - 1], &b = stops[i];
    const double t = (p - a.position) / (b.position - a.position);
    const auto mix = [t](int x, int y) { return int(std::lround(x + (y - x) * t)); };
    return qRgb(mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue));
}

} // namespace

QRgb viridis(double position) {
    // Nine points of the published map; straight lines between them stay within two steps of it.
    static const Stop stops[] = {{0.0, 68, 1, 84},      {0.125, 71, 44, 122},  {0.25, 59, 81, 139},
                                 {0.375, 44, 113, 142}, {0.5, 33, 144, 141},   {0.625, 39, 173, 129},
                                 {0.75, 92, 200, 99},   {0.875, 170, 220, 50}, {1.0, 253, 231, 37}};
    return interpolated(stops, std::size(stops), position);
}

QRgb diverging(double position) {
    static const Stop stops[] = {
        {-1.0, 33, 102, 172}, {-0.5, 103, 169, 207}, {0.0, 240, 240, 240}, {0.5, 239, 138, 98}, {1.0, 178, 24, 43}};
    return interpolated(stops, std::size(stops), position);
}

TensorSlice::TensorSlice(const Tensor &tensor, const Dims &fixed)
    : m_tensor(tensor) {
    const Dims &shape = tensor.shape();
    const int rank = tensor.rank();
    m_columns = rank >= 1 ? shape[rank - 1] : 1;
    m_rows = rank >= 2 ? shape[rank - 2] : 1;
    int64_t stride = m_rows * m_columns;
    for (int axis = rank - 3; axis >= 0; --axis) {
        const int64_t index =
            axis < fixed.rank() ? std::clamp<int64_t>(fixed[axis], 0, std::max<int64_t>(shape[axis] - 1, 0)) : 0;
        m_base += index * stride;
        stride *= shape[axis];
    }
    if (tensor.count() == 0) m_rows = m_columns = 0;
}

double TensorSlice::at(int64_t row, int64_t column) const {
    return m_tensor.at(m_base + row * m_columns + column);
}

QString TensorSlice::textAt(int64_t row, int64_t column) const {
    const int64_t index = m_base + row * m_columns + column;
    if (m_tensor.dtype() == DType::Bool)
        return m_tensor.intAt(index) ? QStringLiteral("True") : QStringLiteral("False");
    if (!info(m_tensor.dtype()).floating) return QString::number(m_tensor.intAt(index));
    const double value = m_tensor.at(index);
    if (std::isnan(value)) return QStringLiteral("nan");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    return QString::number(value, 'g', 6);
}

void TensorSliceModel::setSlice(const TensorSlice &slice) {
    beginResetModel();
    m_slice = slice;
    endResetModel();
}

int TensorSliceModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : int(std::min(m_slice.rows(), mostRows));
}

int TensorSliceModel::columnCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : int(std::min(m_slice.columns(), mostColumns));
}

QVariant TensorSliceModel::data(const QModelIndex &index, int role) const {
    if (!index.isValid()) return {};
    if (role == Qt::DisplayRole) return m_slice.textAt(index.row(), index.column());
    if (role == Qt::TextAlignmentRole) return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole && !std::isfinite(m_slice.at(index.row(), index.column())))
        return currentTheme().nan;
    return {};
}

QVariant TensorSliceModel::headerData(int section, Qt::Orientation, int role) const {
    return role == Qt::DisplayRole ? QVariant(section) : QVariant();
}

QImage heatMap(const TensorSlice &slice, double min, double max, int limit) {
    const int width = int(std::min<int64_t>(slice.columns(), limit)),
              height = int(std::min<int64_t>(slice.rows(), limit));
    if (width <= 0 || height <= 0) return {};
    const bool signedData = min < 0 && max > 0;
    const double extent = std::max(std::abs(min), std::abs(max));
    const QRgb bad = currentTheme().nan.rgb();
    QImage image(width, height, QImage::Format_RGB32);
    for (int y = 0; y < height; ++y) {
        const int64_t row0 = slice.rows() * y / height, row1 = std::max(row0 + 1, slice.rows() * (y + 1) / height);
        for (int x = 0; x < width; ++x) {
            const int64_t col0 = slice.columns() * x / width;
            const int64_t col1 = std::max(col0 + 1, slice.columns() * (x + 1) / width);
            double sum = 0;
            for (int64_t row = row0; row < row1; ++row)
                for (int64_t column = col0; column < col1; ++column)
                    sum += slice.at(row, column);
            const double mean = sum / double((row1 - row0) * (col1 - col0));
            if (!std::isfinite(mean))
                image.setPixel(x, y, bad); // one NaN or Inf colours the pixel: it must not drown
            else if (signedData)
                image.setPixel(x, y, diverging(extent > 0 ? mean / extent : 0));
            else
                image.setPixel(x, y, viridis(max > min ? (mean - min) / (max - min) : 0.5));
        }
    }
    return image;
}

} // namespace jitscope
