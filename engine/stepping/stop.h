// SPDX-License-Identifier: Apache-2.0
// How a listener ends the user's program from within an operator.
#pragma once

#include <exception>

namespace jitscope::inline stepping {

/** Thrown by the stepper out of OpListener::beforeOp; becomes KeyboardInterrupt in Python. */
struct StopRequested : std::exception {
    const char *what() const noexcept override { return "The run was stopped."; }
};

} // namespace jitscope::inline stepping
