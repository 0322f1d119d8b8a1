// SPDX-License-Identifier: Apache-2.0
// A frame of the paused program with its names, and what expressions give in it.
#pragma once

#include "engine/session/records.h"

#include <string>
#include <vector>

namespace jitscope::inline stepping {

/** A frame of the paused program with its names. */
struct FrameView {
    StackFrame frame;
    std::vector<Variable> variables; ///< locals in order of their code, then the globals it could see (isGlobal)
    bool isCaptured = false;         ///< of the capture of a compiled graph that runs: it has no Python names
};

/** What an expression gave in a frame. */
struct EvaluationResult {
    Variable value;    ///< its name is the expression
    std::string error; ///< "NameError: name 'y' is not defined", or "" when it worked
};

} // namespace jitscope::inline stepping
