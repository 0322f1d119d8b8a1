// SPDX-License-Identifier: Apache-2.0
// Compile time of two recordings beside each other: rows paired by what they are, and what each difference is worth.
#pragma once

#include "engine/analysis/comparison/opdifference.h"
#include "engine/session/compilecosts.h"
#include "engine/session/firstcalls.h"

#include <map>
#include <optional>
#include <vector>

namespace jitscope::inline analysis {

/** Indices of compilations of a recording with those of the baseline that they are held against. */
using CompilationPairs = std::map<int, int>;

/** Compilations of the same function for the same arguments, level and capture, in the order in which they came; of
    those that are left, of the same function and arguments, then of the same function. One to one. */
CompilationPairs pairCompilations(const Session &baseline, const Session &now);

/** A row of compile time against the same one of the baseline. */
struct ComparedCompileRow {
    CompileRow row; ///< without those below it; of what only the baseline has its kind and name, and no time
    OpDelta delta;  ///< of `totalNs`, counts are compilations
    std::vector<ComparedCompileRow> rows;
};

/**
 * The rows of a profile in their order, then those that only the baseline has. A row is known by its kind and name
 * below the same row, a compilation by its pair.
 *
 * A compile is measured once, so a difference of one of them is worth nothing (TooFew). A row of at least leastCalls
 * compilations, of which each has its pair, is judged by the ratios of the pairs: its noise is their scatter
 * (Student's t, at a probability of 0.01 divided by the number of rows) and what the two runs differ in general
 * (measuredtimes.h), 2 % at least.
 */
std::vector<ComparedCompileRow> compareCompiles(const CompileProfile &baseline, const CompileProfile &now,
                                                const CompilationPairs &pairs);

/** What a compilation's calls take against those of its pair. */
struct FirstCallDelta {
    /** Of the median of the calls behind the first. */
    struct Later {
        double ns = 0, noiseNs = 0; ///< here less the baseline's
        DeltaVerdict verdict = DeltaVerdict::Same;
    };
    std::optional<int64_t> compileNs = {}; ///< here less the baseline's; nothing without a pair. Measured once
    std::optional<Later> later = {};       ///< nothing where a side has none
};

/** For each of firstCalls(now). */
std::vector<FirstCallDelta> compareFirstCalls(const Session &baseline, const Session &now,
                                              const CompilationPairs &pairs);

} // namespace jitscope::inline analysis
