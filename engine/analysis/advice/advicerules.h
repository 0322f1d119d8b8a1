// SPDX-License-Identifier: Apache-2.0
// The rules of advice by what they look at.
#pragma once

#include "engine/analysis/advice/advice.h"

namespace jitscope::inline analysis {

std::vector<AdviceRule> timelineAdvice(); ///< idle time, launches, waits: from the timeline alone
std::vector<AdviceRule> kernelAdvice();   ///< from the table of kernels
std::vector<AdviceRule> memoryAdvice();   ///< from tables of memory and of host calls

/** "12.3 %" */
std::string percentText(double share);
double shareOf(int64_t part, int64_t whole);

} // namespace jitscope::inline analysis
