// SPDX-License-Identifier: Apache-2.0
// What a run is asked for, whether it goes on, and how it ended.
#pragma once

#include "engine/session/records.h"

#include <string>
#include <vector>

namespace jitscope::inline stepping {

struct RunOptions {
    std::string mode;                       ///< "pynative", "graph", or "" for what the script sets
    std::string device;                     ///< "CPU", "Ascend", or "" for what the script sets
    std::string jitLevel;                   ///< "O0", "O1", or "" for what the code says
    std::vector<std::string> jitFunctions;  ///< functions of the script to run as graphs although it does not say so
    std::vector<std::string> arguments;     ///< sys.argv[1:]
    std::string workingFolder;              ///< "" for that of the process
    std::vector<std::string> environment;   ///< "NAME=value", set before the script begins
    std::vector<std::string> modulePaths;   ///< folders in sys.path, behind that of the script
    std::vector<std::string> pythonOptions; ///< "-O", "-W", "error"; for a process that is started for it
    RecordLevel record = RecordLevel::Ops;
    bool stopAtFirstOp = false; ///< begin in stepping
    /** Above 0: every compiled graph is checked pass by pass against the eager function when it is first called; how
       far values may lie apart, of the largest magnitude in their tensor. Findings are problems of kind "bisect". */
    double bisectTolerance = 0;
    int64_t valueBudgetBytes = 0; ///< of recorded values in memory; 0 = the recorder's default
};

enum class RunState : uint8_t { Idle, Running, Paused };

/** A whole script, or one input of the console. */
enum class RunKind : uint8_t { Script, Console };

/** How a script or console input ended. */
struct RunOutcome {
    RunKind kind = RunKind::Script;
    int exitCode = 0;       ///< 0 good, 1 error in the script, else what it gave sys.exit
    std::string error;      ///< the traceback as Python prints it, or ""
    Problem problem;        ///< the same as one sentence with its place, when `error` is set
    bool stopped = false;   ///< by the user
    int64_t durationNs = 0; ///< without the times that it stood still
};

} // namespace jitscope::inline stepping
