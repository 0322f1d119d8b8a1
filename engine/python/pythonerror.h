// SPDX-License-Identifier: Apache-2.0
// How C++ code that is called from Python is left where a Python exception is set.
#pragma once

#include <exception>

namespace jitscope::inline python {

/** Thrown where a Python exception is already set. */
struct PythonError : std::exception {
    const char *what() const noexcept override { return "A Python exception is set."; }
};

} // namespace jitscope::inline python
