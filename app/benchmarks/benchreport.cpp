// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/benchmarks/benchreport.h"

#include <algorithm>
#include <cmath>

namespace jitscope {
inline namespace benchmarks {

namespace {

const BenchMeasure *eagerOf(const BenchFunction &function, BenchDirection direction, size_t python) {
    for (const BenchLine &line : function.lines)
        if (line.row.isEager() && line.row.direction == direction) return &line.measures[python];
    return nullptr;
}

std::optional<PairedTimes> compared(const std::vector<double> &a, const std::vector<double> &b) {
    const size_t count = std::min(a.size(), b.size());
    if (count == 0) return std::nullopt;
    TimedCalls times;
    times.a.assign(a.begin(), a.begin() + std::ptrdiff_t(count));
    times.b.assign(b.begin(), b.begin() + std::ptrdiff_t(count));
    return compareTimes(times);
}

/** The same way to run it at O0; null of that itself, and of what has no level. */
const BenchLine *lineAtO0(const BenchFunction &function, const BenchRow &row) {
    if (row.level.empty() || row.level == "O0") return nullptr;
    BenchRow wanted = row;
    wanted.level = "O0";
    const auto found = std::ranges::find(function.lines, wanted, &BenchLine::row);
    return found == function.lines.end() ? nullptr : &*found;
}

void compareLine(BenchLine &line, const BenchFunction &function) {
    const BenchLine *atO0 = lineAtO0(function, line.row);
    for (size_t python = 0; python < line.measures.size(); ++python) {
        BenchMeasure &measure = line.measures[python];
        const BenchMeasure *eager = eagerOf(function, line.row.direction, python);
        if (!line.row.isEager() && eager) measure.againstEager = compared(eager->callNs, measure.callNs);
        if (atO0) measure.againstO0 = compared(atO0->measures[python].callNs, measure.callNs);
    }
    if (line.measures.size() > 1) line.acrossPythons = compared(line.measures[0].callNs, line.measures[1].callNs);
}

} // namespace

std::string BenchPython::title() const {
    // "2.15.0+cu132" says how it was built: that stands with its path.
    return isOwn ? "JitScope" : framework + " " + frameworkVersion.substr(0, frameworkVersion.find('+'));
}

void compareLines(BenchReport &report) {
    for (BenchFunction &function : report.functions) {
        for (BenchNoise &noise : function.noises)
            if (const BenchMeasure *eager = eagerOf(function, noise.direction, noise.python))
                noise.times = compared(eager->callNs, noise.againNs);
        for (BenchLine &line : function.lines)
            compareLine(line, function);
    }
}

bool isBeyondNoise(const PairedTimes &times, const BenchNoise *noise) {
    if (!times.isDifferent) return false;
    if (!noise || !noise->times) return true;
    return std::abs(std::log(times.ratio)) > std::abs(std::log(noise->times->ratio));
}

const BenchNoise *noiseOf(const BenchFunction &function, BenchDirection direction, size_t python) {
    const auto found = std::ranges::find_if(function.noises, [&](const BenchNoise &noise) {
        return noise.direction == direction && noise.python == python;
    });
    return found == function.noises.end() ? nullptr : &*found;
}

bool hasDifference(const BenchReport &report) {
    for (const BenchFunction &function : report.functions)
        for (const BenchLine &line : function.lines)
            for (const BenchMeasure &measure : line.measures)
                if (measure.values.verdict == BenchVerdict::Differs) return true;
    return false;
}

} // namespace benchmarks
} // namespace jitscope
