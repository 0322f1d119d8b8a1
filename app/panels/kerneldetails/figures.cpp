// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kerneldetails/figures.h"

#include "engine/base/sizes.h"
#include "engine/base/text.h"
#include "engine/profile/datatable.h"

#include <QLocale>
#include <cmath>

namespace jitscope {
inline namespace kerneldetailspanel {

namespace {
const QString dash = QStringLiteral("–");
}

QString textOf(const std::string &text) {
    return text.empty() ? dash : QString::fromStdString(text);
}

QString countText(int64_t count) {
    return count == missingInteger ? dash : QLocale(QLocale::English).toString(qlonglong(count));
}

QString timeText(int64_t ns) {
    return ns == missingInteger ? dash : QString::fromStdString(humanTime(ns));
}

QString bytesText(int64_t bytes) {
    return bytes == missingInteger ? dash : QString::fromStdString(humanBytes(bytes));
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

} // namespace kerneldetailspanel
} // namespace jitscope
