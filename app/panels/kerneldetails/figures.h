// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of kernels as texts: missing ones are a dash.
#pragma once

#include "app/sdk/figuretext.h"

#include <QString>
#include <string>

namespace jitscope {
inline namespace kerneldetailspanel {

QString textOf(const std::string &text); ///< "–" for an empty one
QString countText(int64_t count);        ///< "1,234,567"
QString timeText(int64_t ns);            ///< "12.4 µs"
QString bytesText(int64_t bytes);        ///< "4.8 MB"

} // namespace kerneldetailspanel
} // namespace jitscope
