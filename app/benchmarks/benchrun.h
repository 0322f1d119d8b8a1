// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the matrix of a script in processes of its own: rows and Pythons in turn, so that what drifts on the machine
// meets all alike.
#pragma once

#include "app/benchmarks/benchreport.h"
#include "engine/base/result.h"

#include <functional>
#include <optional>

namespace jitscope {
inline namespace benchmarks {

struct BenchTask {
    std::string script;
    std::optional<std::string> text; ///< in the place of what the file holds
    std::vector<std::string> arguments;
    std::vector<std::string> functions; ///< none and no expression: the first that the script makes a graph of
    std::string expression;
    std::vector<BenchRow> rows = allBenchRows();
    std::string device;                   ///< "": as the script asks
    std::string workingFolder;            ///< "" for that of this process
    std::vector<std::string> environment; ///< "NAME=value"
    std::vector<std::string> modulePaths; ///< folders to import from
    double seconds = 0.5;                 ///< of timing for each row
    std::string otherPython;
};

/** Why nothing was measured. */
struct BenchFailure {
    enum class Kind : uint8_t { Usage, Unreadable, Script } kind = Kind::Script;
    std::string message;
};

enum class BenchStage : uint8_t {
    Nothing, ///< not yet, or not any more
    StartingPython,
    RunningScript,
    FirstCompile, ///< which no row pays for
    Preparing,    ///< a row
    WarmingUp,    ///< a row
    Timing,       ///< all rows in turn
};

/** What is done now. */
struct BenchDoing {
    BenchStage stage = BenchStage::Nothing;
    BenchRow row = {};         ///< Preparing and WarmingUp
    std::string function = {}; ///< WarmingUp
    int round = 0;             ///< Timing: from 1
};
/** "preparing ast O1, forward"; "" of nothing. */
std::string toString(const BenchDoing &doing);

/** Told after each step: what was measured so far, what is done now, and the share (0..1) of it. Answers whether to go
    on; when not, the report is what there is. */
using BenchListener = std::function<bool(const BenchReport &report, const BenchDoing &doing, double share)>;

struct BenchOutcomeOfRun {
    BenchReport report;
    std::optional<BenchFailure> failure;
};

/** For a background thread: takes as long as asked. `shouldContinue` is asked often, also while a row compiles. */
BenchOutcomeOfRun measureMatrix(const BenchTask &task, const BenchListener &listener,
                                const std::function<bool()> &shouldContinue);

} // namespace benchmarks
} // namespace jitscope
