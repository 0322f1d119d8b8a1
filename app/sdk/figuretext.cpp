// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/figuretext.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace sdk {

namespace {
const QString dash = QStringLiteral("–");
}

QString numberText(double number) {
    if (!std::isfinite(number)) return dash;
    const double size = std::abs(number);
    if (size >= 1000) return QLocale(QLocale::English).toString(number, 'f', 0);
    if (size == 0) return QStringLiteral("0");
    const int decimals = std::clamp(2 - int(std::floor(std::log10(size))), 0, 6);
    return QString::number(number, 'f', decimals);
}

QString percentFigure(double percent) {
    return std::isfinite(percent) ? QString::number(percent, 'f', 1) + QStringLiteral(" %") : dash;
}

} // namespace sdk
} // namespace jitscope
