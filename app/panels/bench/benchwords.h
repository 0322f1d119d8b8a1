// SPDX-License-Identifier: GPL-3.0-or-later
// What a row measured, in the user's language.
#pragma once

#include "app/benchmarks/benchrun.h"

#include <QString>

namespace jitscope {
inline namespace benchpanel {

/** A row of one function in one Python. */
struct BenchPlace {
    const BenchReport *report = nullptr;
    size_t function = 0, line = 0, python = 0;

    const BenchFunction &owner() const { return report->functions[function]; }
    const BenchLine &benchLine() const { return owner().lines[line]; }
    const BenchMeasure &measure() const { return benchLine().measures[python]; }
};

/** All rows, by function, then as the matrix has them, then by Python. */
std::vector<BenchPlace> placesOf(const BenchReport &report);

/** "ast O1, forward", with the function and the Python where there are several. */
QString titleOf(const BenchPlace &place);
QString directionText(BenchDirection direction);
/** "12.4 µs"; "–" of what is not known. */
QString timeText(const std::optional<double> &ns);
QString spreadText(const std::optional<TimeSpread> &spread);
/** "1.52× faster", "within noise", "" where it is not known (yet). */
QString againstEagerText(const BenchPlace &place);
/** The same against the same way at O0. */
QString againstO0Text(const BenchPlace &place);
QString valuesText(const BenchValues &values);
/** The second Python by ours: "0.48×". */
QString acrossText(const BenchLine &line);
/** What is measured now: "preparing ast O1, forward". */
QString doingText(const BenchDoing &doing);
/** All of it as a sentence: for tool tips and screen readers. */
QString sentenceOf(const BenchPlace &place);

} // namespace benchpanel
} // namespace jitscope
