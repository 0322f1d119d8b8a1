// SPDX-License-Identifier: Apache-2.0
// Which captures this machine's Python has.
#pragma once

namespace jitscope::testing {

/** capture_mode="bytecode" reads the instructions of CPython 3.11, and says so elsewhere. */
#ifdef JITSCOPE_TESTS_WITHOUT_BYTECODE
constexpr bool hasBytecodeCapture = false;
#else
constexpr bool hasBytecodeCapture = true;
#endif

} // namespace jitscope::testing
