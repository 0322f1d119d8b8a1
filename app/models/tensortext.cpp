// SPDX-License-Identifier: GPL-3.0-or-later
// Short texts of tensors, as nested lists in Python's spelling.
#include "app/models/tensortext.h"

#include "engine/session/records.h"
#include "engine/tensor/tensorprint.h"

#include <QStringList>

#include <cmath>

namespace jitscope {
inline namespace models {

namespace {

constexpr int64_t fewValues = 8;
constexpr int64_t copiedValues = 10000;

enum class Spelling : uint8_t { Brief, Python };

QString floatText(double value, Spelling spelling) {
    const bool isPython = spelling == Spelling::Python;
    if (std::isnan(value)) return isPython ? QStringLiteral("float('nan')") : QStringLiteral("nan");
    if (std::isinf(value)) {
        const QString sign = value < 0 ? QStringLiteral("-") : QString();
        return isPython ? QString(sign + QStringLiteral("float('inf')")) : QString(sign + QStringLiteral("inf"));
    }
    return QString::number(value, 'g', isPython ? 9 : 4);
}

QString elementText(const Tensor &tensor, int64_t at, Spelling spelling) {
    if (tensor.dtype() == DType::Bool) return tensor.intAt(at) ? QStringLiteral("True") : QStringLiteral("False");
    if (isComplex(tensor.dtype())) {
        const std::complex<double> number = tensor.complexAt(at);
        const QString parts =
            floatText(number.real(), spelling) + QStringLiteral(", ") + floatText(number.imag(), spelling);
        return spelling == Spelling::Python ? QStringLiteral("complex(%1)").arg(parts)
                                            : QStringLiteral("(%1)").arg(parts);
    }
    if (!info(tensor.dtype()).floating) return QString::number(tensor.intAt(at));
    const int digits = tensor.dtype() == DType::Float64 && spelling == Spelling::Python ? 17 : 0;
    const double value = tensor.at(at);
    return digits && std::isfinite(value) ? QString::number(value, 'g', digits) : floatText(value, spelling);
}

/** Elements from `first` on as lists nested by the axes from `axis` on. */
QString listText(const Tensor &tensor, int axis, int64_t first, Spelling spelling) {
    if (axis == tensor.rank()) return elementText(tensor, first, spelling);
    int64_t stride = 1;
    for (int inner = axis + 1; inner < tensor.rank(); ++inner)
        stride *= tensor.shape()[inner];
    QStringList items;
    for (int64_t i = 0; i < tensor.shape()[axis]; ++i)
        items.append(listText(tensor, axis + 1, first + i * stride, spelling));
    return QLatin1Char('[') + items.join(QStringLiteral(", ")) + QLatin1Char(']');
}

} // namespace

QString fewValuesText(const TensorRecord &tensor) {
    int64_t count = 1;
    for (int64_t size : tensor.shape)
        count *= size;
    if (count == 0 || count > fewValues) return {};
    const Tensor value = tensor.value.inMemory();
    return value.defined() ? listText(value, 0, 0, Spelling::Brief) : QString();
}

QString tensorText(const TensorRecord &tensor) {
    const QString type = QString::fromStdString(brief(tensor.dtype, tensor.shape));
    const QString values = fewValuesText(tensor);
    return values.isEmpty() ? type : QString(type + QStringLiteral(" = ") + values);
}

Result<QString> tensorAsPython(const Tensor &tensor) {
    if (tensor.count() > copiedValues)
        return Error{"the tensor has " + std::to_string(tensor.count()) + " elements; up to " +
                     std::to_string(copiedValues) + " are copied as Python. Values saves it as .npy."};
    return QString(
        QStringLiteral("Tensor(") + listText(tensor, 0, 0, Spelling::Python) +
        QStringLiteral(", mindspore.%1)").arg(QString::fromStdString(std::string(info(tensor.dtype()).python))));
}

} // namespace models
} // namespace jitscope
