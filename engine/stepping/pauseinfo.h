// SPDX-License-Identifier: Apache-2.0
// Why and where a paused program stands.
#pragma once

#include "engine/session/records.h"

#include <string>
#include <vector>

namespace jitscope::inline stepping {

/** Why a program stands still. */
enum class PauseReason : uint8_t { Breakpoint, Step, Pause, Exception, NonFinite, Watchpoint };

/** Where a paused program stands. */
struct PauseInfo {
    PauseReason reason = PauseReason::Step;
    int64_t nextOp = -1;  ///< the number of the operator about to run, or that the next one will get
    int64_t lastOp = -1;  ///< the operator that just ran, when it is why the program stands (a condition on its result)
    std::string op;       ///< the primitive about to run, or "" at a line
    std::string operands; ///< as in OpEvent
    std::vector<StackFrame> stack; ///< innermost first, the user's own frames
    /** The first so many of `stack` are those of the capture of a compiled graph: they have no Python names. */
    int capturedFrames = 0;
    int breakpoint = -1; ///< index into what setBreakpoints() was given
    std::string message; ///< the exception, the watchpoint's hit or the condition, in one sentence
};

} // namespace jitscope::inline stepping
