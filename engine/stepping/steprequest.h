// SPDX-License-Identifier: Apache-2.0
// One step, as the user asks for it.
#pragma once

#include <cstdint>
#include <string>

namespace jitscope::inline stepping {

/** How far to go on from where the program stands. Runs that meet a breakpoint stop there first. */
struct StepRequest {
    enum class Kind : uint8_t {
        Continue,
        Op,        ///< before the next operator; from a call of a compiled graph: passes over it; inside: its next node
        Line,      ///< the next line of the same frame, or of its caller at the end ("over")
        Into,      ///< the next line anywhere in the user's code: enters functions and cells; a graph at its first node
        Out,       ///< behind the call that the frame is, or behind the compiled graph
        OutOfCell, ///< behind the call of the innermost cell
        NextInCell, ///< before the next operator that runs in the same cell (not in one inside of it)
        NonFinite,  ///< behind the next operator whose result holds NaN or an infinity that its inputs did not hold
        ToLine,     ///< when `file`:`line` is about to run
        ToOp,       ///< before the operator of number `op`
    };
    Kind kind = Kind::Continue;
    std::string file = {};
    int line = 0;
    int64_t op = -1;
};

} // namespace jitscope::inline stepping
