// SPDX-License-Identifier: Apache-2.0
// How a listener ends the user's program from within an operator.
#pragma once

#include <exception>

namespace jitscope::python {

/** Thrown by the stepper out of OpListener::beforeOp; becomes KeyboardInterrupt in Python. */
struct StopRequested : std::exception {
    const char *what() const noexcept override { return "The run was stopped."; }
};

/** Thrown where a Python exception is already set. */
struct PythonError : std::exception {
    const char *what() const noexcept override { return "A Python exception is set."; }
};

} // namespace jitscope::python
