// SPDX-License-Identifier: GPL-3.0-or-later
// Measured figures as short texts: what is missing is a dash.
#pragma once

#include <QString>

namespace jitscope {
inline namespace sdk {

QString numberText(double number);     ///< three digits that count: "0.0124", "19.0", "1,840"
QString percentFigure(double percent); ///< "4.6 %"

} // namespace sdk
} // namespace jitscope
