// SPDX-License-Identifier: GPL-3.0-or-later
// What was measured of a matrix, as plain data that grows while it is measured.
#pragma once

#include "app/benchmarks/benchrow.h"
#include "app/benchmarks/timespread.h"
#include "engine/variants/pairedtimes.h"

#include <optional>
#include <string>
#include <vector>

namespace jitscope {
inline namespace benchmarks {

/** The fewest pairs by which the signed-rank test can find anything at 1 %. */
constexpr int fewestPairs = 9;

/** How the results of a row stand to those of eager. */
enum class BenchVerdict : uint8_t {
    Unknown, ///< eager has none, or neither gives numbers
    Equal,   ///< to the bit
    Within,  ///< within the usual tolerance
    Differs,
};

struct BenchValues {
    BenchVerdict verdict = BenchVerdict::Unknown;
    double maxAbsolute = 0;
    std::string text; ///< a sentence
};

/** One row in one Python. Times are nanoseconds of one call; those of all rows with the same index were measured in
    the same round, next to each other. */
struct BenchMeasure {
    std::string error;             ///< why there are no figures, or ""
    std::vector<double> prepareNs; ///< until the first result: the first time, then made anew with kernels known
    std::vector<double> callNs;    ///< of each round
    int callsPerBatch = 0;         ///< each of them is the mean of so many
    BenchValues values;
    int weightsWritten = 0;                  ///< by one call
    std::optional<PairedTimes> againstEager; ///< once all is measured; none of eager itself
    std::optional<PairedTimes> againstO0;    ///< the same of a row at another level: against the same way at O0

    std::optional<TimeSpread> spread() const { return spreadOfTimes(callNs); }
};

struct BenchLine {
    BenchRow row;
    std::vector<BenchMeasure> measures;       ///< by Python
    std::optional<PairedTimes> acrossPythons; ///< the second Python against the first
};

/** What equal things differ by here: eager timed twice in each round. */
struct BenchNoise {
    BenchDirection direction = BenchDirection::Forward;
    size_t python = 0;
    std::vector<double> againNs; ///< the second times of eager
    std::optional<PairedTimes> times;
};

struct BenchFunction {
    std::string name, inputs;
    int line = 0; ///< where the script defines it; 0 of an expression
    std::vector<BenchLine> lines;
    std::vector<BenchNoise> noises;
};

struct BenchPython {
    std::string executable, version;
    std::string framework, frameworkVersion;
    bool isOwn = false; ///< JitScope's own mindspore
    std::string device;

    /** It runs what was captured of functions, not the script; its ways are eager and torch.compile. */
    bool isTorch() const { return framework == "PyTorch"; }
    /** "JitScope", "mindspore 2.7.0". */
    std::string title() const;
};

struct BenchReport {
    std::string script, expression;
    std::vector<BenchPython> pythons;
    std::vector<BenchFunction> functions;
    int rowsOfDevice = 0;           ///< that were asked for, for a backend whose device no Python has: not run
    std::vector<std::string> notes; ///< sentences: the script failed, a function was not called in the other Python
    bool isScriptGood = true;
    bool isComplete = false; ///< false: it was ended before all was measured
};

/** Holds all that was measured against eager and the other Python. */
void compareLines(BenchReport &report);

/** Whether times differ beyond chance and beyond what eager differs from itself. */
bool isBeyondNoise(const PairedTimes &times, const BenchNoise *noise);
/** The noise of that direction in that Python; null if eager was not measured. */
const BenchNoise *noiseOf(const BenchFunction &function, BenchDirection direction, size_t python);

/** Whether any row gives other values than eager. */
bool hasDifference(const BenchReport &report);

} // namespace benchmarks
} // namespace jitscope
