// SPDX-License-Identifier: GPL-3.0-or-later
// A measured matrix as text, JSON, CSV and a page of HTML: all from the same figures.
#pragma once

#include "app/benchmarks/benchreport.h"

#include <string>

namespace jitscope {
inline namespace benchmarks {

/** "12.4 µs ± 0.3 µs", with half the distance between the quartiles; "–" of nothing. */
std::string timeWithSpread(const std::optional<TimeSpread> &spread);
/** "1.52x faster (99 %: 1.48 to 1.55)", "as fast (noise 2.1 %)", "" where it is not known. */
std::string againstText(const std::optional<PairedTimes> &times, const BenchNoise *noise);
/** "equal", "within 1e-07", "differs", "–". */
std::string verdictText(const BenchValues &values);

/** "f(f32[2,3])"; of an expression "f(x) + 1 · f32[2,3]", with its tensors. */
std::string callText(const BenchFunction &function);

/** Tables for people, one for each function, with the sentences below. */
std::string toText(const BenchReport &report);
std::string toJson(const BenchReport &report);
/** One line for each row in each Python. */
std::string toCsv(const BenchReport &report);
/** A page that needs nothing else. */
std::string toHtml(const BenchReport &report);

} // namespace benchmarks
} // namespace jitscope
