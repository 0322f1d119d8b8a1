// SPDX-License-Identifier: Apache-2.0
// The rules of advice on runs by what they look at, and what they share.
#pragma once

#include "engine/runadvice/runadvice.h"

namespace jitscope::inline runadvice {

std::vector<RunRule> callAdvice();     ///< Python between and around operators
std::vector<RunRule> operatorAdvice(); ///< what operators do
std::vector<RunRule> graphAdvice();    ///< compilations and their fusions
std::vector<RunRule> growthAdvice();   ///< memory

constexpr size_t mostEvidence = 10;

double percentOf(double part, double whole);
/** "12.3 %" */
std::string percentText(double percent);

/** What operators take by the line that called them, longest first. */
std::vector<RunEvidence> byLine(const OpColumns &columns, const std::vector<uint32_t> &places);
/** The same by operator and line. */
std::vector<RunEvidence> byOperator(const OpColumns &columns, const std::vector<uint32_t> &places);
int64_t selfOf(const OpColumns &columns, const std::vector<uint32_t> &places);

} // namespace jitscope::inline runadvice
