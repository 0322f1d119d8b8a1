// SPDX-License-Identifier: GPL-3.0-or-later
// Writes single elements of every dtype.
#include "app/tensorview/numberformat.h"

#include "engine/tensor/elements.h"
#include "engine/tensor/tensorprint.h"

#include <cmath>
#include <cstring>

namespace jitscope {
inline namespace tensorview {

namespace {

/** A view of one element, which shares the memory. */
Tensor single(const Tensor &tensor, int64_t element) {
    int64_t offset = tensor.offset();
    for (int axis = tensor.rank() - 1; axis >= 0; --axis) {
        offset += element % tensor.shape()[axis] * tensor.strides()[axis];
        element /= tensor.shape()[axis];
    }
    return Tensor(tensor.storage(), {}, {}, offset, tensor.dtype());
}

QString bitsOf(const Tensor &element) {
    QString text = QStringLiteral("0x");
    // Parts of complex numbers one after the other.
    const Tensor parts = partsOf(element);
    const int64_t size = parts.itemBytes();
    for (int64_t i = 0; i < parts.count(); ++i) {
        uint64_t bits = 0;
        std::memcpy(&bits, parts.rawData() + i * size, size_t(size));
        text += QString::number(bits, 16).rightJustified(int(size) * 2, u'0');
    }
    return text;
}

} // namespace

QString elementText(const Tensor &tensor, int64_t element, const NumberFormat &format) {
    const Tensor one = single(tensor, element);
    if (format.kind == NumberFormat::Kind::Bits) return bitsOf(one);
    if (!info(tensor.dtype()).floating) return QString::fromStdString(toString(one));
    const double value = one.at(0);
    if (std::isnan(value)) return QStringLiteral("◆ nan");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("▲ inf") : QStringLiteral("▼ -inf");
    switch (format.kind) {
    case NumberFormat::Kind::Shortest:
        return QString::fromStdString(toString(one));
    case NumberFormat::Kind::Fixed:
        return QString::number(value, 'f', format.digits);
    case NumberFormat::Kind::Scientific:
        return QString::number(value, 'e', format.digits);
    default:
        return QString::number(value, 'g', format.digits);
    }
}

QString elementTextWithin(const Tensor &tensor, int64_t element, const NumberFormat &format,
                          const QFontMetricsF &metrics, double width) {
    const QString text = elementText(tensor, element, format);
    if (metrics.horizontalAdvance(text) <= width) return text;
    if (isComplex(tensor.dtype())) return metrics.elidedText(text, Qt::ElideRight, width);
    const double value = tensor.at(element);
    const QString brief = std::isfinite(value) ? QString::number(value, 'g', 3) : text;
    return metrics.elidedText(brief, Qt::ElideRight, width);
}

QString briefNumber(double value) {
    if (std::isinf(value)) return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    return std::isnan(value) ? QStringLiteral("nan") : QString::number(value, 'g', 5);
}

} // namespace tensorview
} // namespace jitscope
