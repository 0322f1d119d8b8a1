// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panels/kerneldetails/figures.h"

#include "engine/base/sizes.h"
#include "engine/base/text.h"
#include "engine/profile/datatable.h"

#include <QLocale>

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

} // namespace kerneldetailspanel
} // namespace jitscope
