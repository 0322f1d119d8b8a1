// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of kernels as texts: missing ones are a dash.
#pragma once

#include <QString>
#include <string>

namespace jitscope {
inline namespace kerneldetailspanel {

QString textOf(const std::string &text); ///< "–" for an empty one
QString countText(int64_t count);        ///< "1,234,567"
QString timeText(int64_t ns);            ///< "12.4 µs"
QString bytesText(int64_t bytes);        ///< "4.8 MB"
QString numberText(double number);       ///< three digits that count: "0.0124", "19.0", "1,840"
QString percentFigure(double percent);   ///< "4.6 %"

} // namespace kerneldetailspanel
} // namespace jitscope
