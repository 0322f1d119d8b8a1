// SPDX-License-Identifier: Apache-2.0
// Steps over recorded operators, forward and back: each gives the number of an operator, or -1 where there is none.
// None runs anything. `from` is an operator's number; one past the last stands for the live end.
//
// A line is a line of one function called from one place: the user's frames of an operator, outermost first, by
// function and line. An operator of a compiled graph has the frames of its node inside of those of the call. "Visit"
// means the neighbouring operators of a line (and of what it called) until another line runs. What a recording knows of
// loops is the order of its operators: a line that runs twice with nothing between is one visit, unless the second
// round is seen by an expression that runs after one that holds it.
#pragma once

#include "engine/session/sessionfwd.h"

#include <string>
#include <vector>

namespace jitscope::inline inspect {

enum class Direction : uint8_t { Back, Forward };

/** The neighbour in the order of running. */
int64_t nextOp(const Session &session, int64_t from, Direction direction);
/** The first operator of the neighbouring line in the same function or further out ("over"): what it called is passed.
    A neighbouring line that only calls begins with the first operator of what it calls. */
int64_t nextLine(const Session &session, int64_t from, Direction direction);
/** The neighbour, calls entered: the first operator of the neighbouring visit of an innermost user line. */
int64_t nextLineInto(const Session &session, int64_t from, Direction direction);
/** Out of the innermost function: forward behind its call, back to the last operator before it. A call that follows
   from the same place is another one if the source shows that its lines cannot have come round in a loop. */
int64_t outOfFunction(const Session &session, int64_t from, Direction direction);
/** The same for the innermost cell (the last part of the scope). */
int64_t outOfCell(const Session &session, int64_t from, Direction direction);
/** The neighbour with the very same scope. */
int64_t nextInCell(const Session &session, int64_t from, Direction direction);
/** The neighbour that ran with `file`:`line` as its innermost user line. */
int64_t nextAtLine(const Session &session, int64_t from, const std::string &file, int line, Direction direction);

/** The operator that gave the tensor its present values: its producer, or the last in-place write; -1 for an input of
    the program. */
int64_t writerOf(const Session &session, int64_t tensor);
/** The operators that took the tensor. Looks at all operators behind its first use: some ms a million. */
std::vector<int64_t> readersOf(const Session &session, int64_t tensor);
/** The same memory or slot before: for an in-place write what it held before; for a repeated line the result of the
    operator of that line one round earlier; -1 without one. */
int64_t previousVersion(const Session &session, int64_t tensor);

/** The operator that failed with the exception that ended the run or that the program stands at: the last with an
   error, or the last that ran on the line of the error, or -1. */
int64_t culpritOfException(const Session &session);

/** The last stop at which `op` was the next operator: what the frames held then. */
const StopRecord *stopAt(const Session &session, int64_t op);

} // namespace jitscope::inline inspect
