// SPDX-License-Identifier: GPL-3.0-or-later
// When the rows of compile time took place: from the times of the recorded parts and passes, while the profile itself
// lays sums of time one behind the other.
#pragma once

#include "engine/session/compilecosts.h"

#include <vector>

namespace jitscope {
inline namespace compilepanel {

/** The rows with their real stretches. What was only summed up, see isSummed(), keeps that of the profile. */
std::vector<CompileRow> placedRows(const Session &session, const CompileProfile &profile);

/** Whether its stretch is a sum that begins where the first of it began: rules, lines and LLVM's own passes are not
    recorded one by one. */
bool isSummed(const CompileRow &row);

/** Where the axis leaves out the time between two compilations, which stand there one right behind the other. */
struct AxisCut {
    double at = 0;     ///< 0 to 1
    int64_t gapNs = 0; ///< left out
};
std::vector<AxisCut> axisCuts(const CompileProfile &profile);

} // namespace compilepanel
} // namespace jitscope
