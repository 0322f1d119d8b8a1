// SPDX-License-Identifier: GPL-3.0-or-later
// How many nodes a graph has, in words that say what was counted.
#pragma once

#include "engine/ir/nodecounts.h"

#include <QStringList>

namespace jitscope {
inline namespace models {

/** "12 operators + 19 kernels". */
QString nodeCountText(const NodeCounts &counts);

/** All that was counted: operators, kernels with what is inside of them, calls, plumbing, the sum. */
QStringList nodeCountList(const NodeCounts &counts);

} // namespace models
} // namespace jitscope
