// SPDX-License-Identifier: GPL-3.0-or-later
// Index boxes as text, and the arithmetic from rows and columns to elements and back.
#include "app/tensorview/tensorcut.h"

#include "engine/base/text.h"
#include "engine/tensor/tensorprint.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <cstdlib>

namespace jitscope {
inline namespace tensorview {

namespace {

constexpr int64_t longestLine = 16; ///< vectors up to here stay one row

/** A number that may count from the end. */
Result<int64_t> indexFrom(const QString &text, int64_t size, int64_t last) {
    bool isNumber = false;
    const int64_t given = text.toLongLong(&isNumber);
    if (!isNumber) return Error{"\"" + text.toStdString() + "\" is no index; write 3, -1, 2:5 or :"};
    const int64_t index = given < 0 ? given + size : given;
    if (index < 0 || index > last)
        return Error{format("index %lld is outside of an axis of %lld", static_cast<long long>(given),
                            static_cast<long long>(size))};
    return index;
}

/** Columns of a folded vector: as many as make a picture about square. */
int64_t foldedColumns(int64_t count) {
    int64_t columns = longestLine;
    while (columns * columns < count)
        columns *= 2;
    return columns;
}

} // namespace

Result<AxisIndex> parseAxisIndex(const QString &text, int64_t size) {
    const QString trimmedText = text.trimmed();
    const qsizetype colon = trimmedText.indexOf(QLatin1Char(':'));
    if (colon < 0) {
        const auto index = indexFrom(trimmedText, size, size - 1);
        if (!index) return index.error();
        return AxisIndex{*index, *index + 1, false};
    }
    const QString from = trimmedText.left(colon).trimmed(), to = trimmedText.mid(colon + 1).trimmed();
    const auto start = from.isEmpty() ? Result<int64_t>(0) : indexFrom(from, size, size);
    if (!start) return start.error();
    const auto stop = to.isEmpty() ? Result<int64_t>(size) : indexFrom(to, size, size);
    if (!stop) return stop.error();
    if (*stop <= *start && size > 0) return Error{"the range " + trimmedText.toStdString() + " is empty"};
    return AxisIndex{*start, *stop, true};
}

QString textOf(const AxisIndex &index, int64_t size) {
    if (!index.isRange) return QString::number(index.start);
    QString text = QStringLiteral(":");
    if (index.start > 0) text = QString::number(index.start) + text;
    if (index.stop < size) text += QString::number(index.stop);
    return text;
}

CutChoice CutChoice::of(const Dims &shape) {
    CutChoice choice;
    choice.shape = shape;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        const bool isShown = axis >= shape.rank() - 2;
        choice.axes.push_back(isShown ? AxisIndex{0, shape[axis], true} : AxisIndex{});
    }
    return choice;
}

CutChoice CutChoice::with(int axis, const AxisIndex &index) const {
    CutChoice next = *this;
    next.axes[size_t(axis)] = index;
    int far = -1, ranges = 0;
    for (int i = 0; i < shape.rank(); ++i) {
        if (!next.axes[size_t(i)].isRange) continue;
        ++ranges;
        if (i != axis && (far < 0 || std::abs(i - axis) > std::abs(far - axis))) far = i;
    }
    if (ranges <= 2) return next;
    const int64_t start = next.axes[size_t(far)].start;
    next.axes[size_t(far)] = {start, start + 1, false};
    return next;
}

CutChoice CutChoice::showing(int64_t element) const {
    CutChoice next = *this;
    for (int axis = shape.rank() - 1; axis >= 0; --axis) {
        const int64_t at = element % shape[axis];
        element /= shape[axis];
        AxisIndex &index = next.axes[size_t(axis)];
        if (at >= index.start && at < index.stop) continue;
        index = index.isRange ? AxisIndex{0, shape[axis], true} : AxisIndex{at, at + 1, false};
    }
    return next;
}

TensorCut::TensorCut(const Tensor &tensor, const CutChoice &choice)
    : m_tensor(tensor)
    , m_choice(choice) {
    const Dims steps = contiguousStrides(tensor.shape());
    std::vector<int> shown;
    for (int axis = 0; axis < tensor.rank(); ++axis) {
        m_first += choice.axes[size_t(axis)].start * steps[axis];
        m_offset += choice.axes[size_t(axis)].start * tensor.strides()[axis];
        if (choice.axes[size_t(axis)].isRange) shown.push_back(axis);
    }
    if (choice.isTurned) std::reverse(shown.begin(), shown.end());
    m_columnAxis = shown.empty() ? -1 : shown.back();
    m_rowAxis = shown.size() < 2 ? -1 : shown.front();
    const auto lengthOf = [&](int axis) {
        return axis < 0 ? 1 : choice.axes[size_t(axis)].stop - choice.axes[size_t(axis)].start;
    };
    if (m_columnAxis >= 0) {
        m_columnStride = tensor.strides()[m_columnAxis];
        m_columnStep = steps[m_columnAxis];
    }
    m_columns = lengthOf(m_columnAxis);
    m_rows = lengthOf(m_rowAxis);
    m_count = m_rows * m_columns;
    if (m_rowAxis >= 0) {
        m_rowStride = tensor.strides()[m_rowAxis];
        m_rowStep = steps[m_rowAxis];
    } else if (m_columns > longestLine) {
        m_isFolded = true;
        m_columns = foldedColumns(m_count);
        m_rows = (m_count + m_columns - 1) / m_columns;
        m_rowStride = m_columnStride * m_columns;
        m_rowStep = m_columnStep * m_columns;
    }
    if (m_count == 0 || tensor.count() == 0) m_rows = m_columns = m_count = 0;
}

int64_t TensorCut::elementAt(int64_t row, int64_t column) const {
    if (row < 0 || row >= m_rows || column < 0 || column >= columnsOf(row)) return -1;
    return m_first + row * m_rowStep + column * m_columnStep;
}

std::optional<TensorCut::Place> TensorCut::placeOf(int64_t element) const {
    if (m_count == 0 || element < 0 || element >= m_tensor.count()) return std::nullopt;
    Place place{0, 0};
    for (int axis = m_tensor.rank() - 1; axis >= 0; --axis) {
        const int64_t at = element % m_tensor.shape()[axis];
        element /= m_tensor.shape()[axis];
        const AxisIndex &index = m_choice.axes[size_t(axis)];
        if (at < index.start || at >= index.stop) return std::nullopt;
        if (axis == m_rowAxis) place.row = at - index.start;
        if (axis == m_columnAxis) place.column = at - index.start;
    }
    if (m_isFolded) place = {place.column / m_columns, place.column % m_columns};
    return place;
}

int64_t TensorCut::rowLabel(int64_t row) const {
    if (m_isFolded) return m_choice.axes[size_t(m_columnAxis)].start + row * m_columns;
    return m_rowAxis < 0 ? row : m_choice.axes[size_t(m_rowAxis)].start + row;
}

int64_t TensorCut::columnLabel(int64_t column) const {
    if (m_isFolded || m_columnAxis < 0) return column;
    return m_choice.axes[size_t(m_columnAxis)].start + column;
}

QString indexText(const Dims &shape, int64_t element) {
    QStringList indices;
    for (int axis = shape.rank() - 1; axis >= 0; --axis) {
        indices.prepend(QString::number(element % shape[axis]));
        element /= shape[axis];
    }
    return QLatin1Char('[') + indices.join(QStringLiteral(", ")) + QLatin1Char(']');
}

Result<int64_t> parseElement(const QString &text, const Dims &shape) {
    static const QRegularExpression between(QStringLiteral("[\\s,\\[\\]]+"));
    const QStringList words = text.split(between, Qt::SkipEmptyParts);
    const int64_t count = shape.product();
    if (words.size() == 1 && shape.rank() != 1) return indexFrom(words.front(), count, count - 1);
    if (words.size() != shape.rank())
        return Error{format("%lld indices for %d axes; write one for each axis, or one position",
                            static_cast<long long>(words.size()), shape.rank())};
    int64_t element = 0;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        const auto index = indexFrom(words[axis], shape[axis], shape[axis] - 1);
        if (!index) return index.error();
        element = element * shape[axis] + *index;
    }
    return element;
}

} // namespace tensorview
} // namespace jitscope
