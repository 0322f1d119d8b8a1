// SPDX-License-Identifier: GPL-3.0-or-later
// A row of the matrix: one way to run a function.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace jitscope {
inline namespace benchmarks {

enum class BenchDirection : uint8_t { Forward, Backward };

struct BenchRow {
    std::string mode;    ///< "eager", "ast", "bytecode" or "trace"
    std::string level;   ///< "O0" or "O1"; "" of eager and where a backend says it
    std::string backend; ///< "GE", or "" for the usual one
    bool isFullgraph = false;
    BenchDirection direction = BenchDirection::Forward;

    bool isEager() const { return mode == "eager"; }
    /** GE compiles for Ascend alone; elsewhere MindSpore takes its usual backend, which has rows of its own. */
    bool isOfDevice() const { return backend == "GE"; }
    bool operator==(const BenchRow &) const = default;
};

/** Forward, then forward + backward: eager, then each capture at O0, O1 and for GE, each with fullgraph where that
    means something (a trace never falls back to Python). */
const std::vector<BenchRow> &allBenchRows();

/** "ast O1 fullgraph": without the direction. */
std::string wayOf(const BenchRow &row);
/** "ast O1 fullgraph, forward + backward": unique among all rows. */
std::string nameOf(const BenchRow &row);
/** "forward", "forward + backward". */
std::string toString(BenchDirection direction);

/**
 * The rows that `text` asks for: alternatives between commas, each words that a row must have: "eager,ast O1" or
 * "forward". Eager rows of the same direction come along, as others are held against them. The error names a word that
 * no row has.
 */
Result<std::vector<BenchRow>> benchRowsNamed(const std::string &text);

} // namespace benchmarks
} // namespace jitscope
