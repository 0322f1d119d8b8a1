// SPDX-License-Identifier: GPL-3.0-or-later
// A measured matrix as a session keeps it: all that was measured, and none of what follows from it.
#pragma once

#include "app/benchmarks/benchreport.h"
#include "engine/base/result.h"

namespace jitscope {
inline namespace benchmarks {

/** The key of Session::info under which it stands. */
constexpr const char *keptBenchKey = "bench";

std::string keptText(const BenchReport &report);
/** What keptText() made; compared anew. The error says what of a text is none of it: files are untrusted. */
Result<BenchReport> keptReport(const std::string &text);

} // namespace benchmarks
} // namespace jitscope
