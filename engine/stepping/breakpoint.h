// SPDX-License-Identifier: Apache-2.0
// Where a program is to stop, as the user sets it and as it is kept.
#pragma once

#include <cstdint>
#include <string>

namespace jitscope::inline stepping {

/** Where to stop. Which fields count says `kind`; the condition holds for all. */
struct Breakpoint {
    enum class Kind : uint8_t { Line, Op, OpNumber, Node, Exception, Condition };

    Kind kind = Kind::Line;
    std::string file = {}; ///< Line
    int line = 0;          ///< Line
    /** Op: the primitive ("MatMul"); Node: of a compiled graph: its name, or scope/name or scope/op. */
    std::string op = {};
    int64_t number = -1; ///< OpNumber: before the operator of this number
    /** "" or a query (engine/inspect/query.h); on a line: a Python expression in its frame, for exceptions too, where
       `exception` is what was raised. In a compiled graph a line has no frame: queries are asked of its nodes there. */
    std::string condition = {};
    int64_t hitCount = 0;        ///< stops from this hit on; 0 and 1 = from the first
    std::string logMessage = {}; ///< when set, prints this and does not stop; {expression} is evaluated in the frame
    bool isEnabled = true;
    bool operator==(const Breakpoint &) const = default;
};

} // namespace jitscope::inline stepping
