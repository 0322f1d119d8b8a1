// SPDX-License-Identifier: GPL-3.0-or-later
// Which passes had a hand in a node: that made it, or what it was made from, or something else of it.
#pragma once

#include "engine/passes/pass.h"

#include <vector>

namespace jitscope {
inline namespace passespanel {

/** The indices of the passes that touched `node`, which is of the graph after pass `stage` (-2: captured, -1: final):
    all that it was made from and all that it became is followed. A node whose inputs alone are others is not touched.
 */
std::vector<int> passesTouching(const std::vector<PassRecord> &passes, int stage, NodeId node);

} // namespace passespanel
} // namespace jitscope
