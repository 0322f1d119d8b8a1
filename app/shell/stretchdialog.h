// SPDX-License-Identifier: GPL-3.0-or-later
// Asks which stretch of time of a trace is to be read, for traces that are larger than memory.
#pragma once

#include "engine/importing/importer.h"

#include <QString>
#include <optional>

class QWidget;

namespace jitscope {
inline namespace shell {

/** What was asked for; none when the user cancelled. Times count from the first event of the trace. */
std::optional<TimeWindow> askStretch(const QString &path, QWidget *parent);

} // namespace shell
} // namespace jitscope
