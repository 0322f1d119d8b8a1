// SPDX-License-Identifier: GPL-3.0-or-later
// A QApplication for commands that paint without a window.
#pragma once

#include <QApplication>
#include <memory>
#include <string>

namespace jitscope {
inline namespace cli {

/** Theme and language as given ("" = dark, English); painted offscreen unless QT_QPA_PLATFORM says otherwise. */
std::unique_ptr<QApplication> startOffscreen(const std::string &theme, const std::string &language);

} // namespace cli
} // namespace jitscope
