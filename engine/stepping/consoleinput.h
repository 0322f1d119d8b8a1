// SPDX-License-Identifier: Apache-2.0
// What is told of console input while it is typed.
#pragma once

#include <cstdint>
#include <string>

namespace jitscope::inline stepping {

/** Whether a text is a complete statement, needs more lines, or can never be one. */
enum class Completeness : uint8_t { Complete, NeedsMore, Invalid };

/** What a name of the console is. */
struct NameHelp {
    std::string kind;      ///< "function", "class", "module", "command", or the type of a value; "" for an unknown name
    std::string signature; ///< "f(x, axis=0)", or a value in short
    std::string documentation; ///< its beginning, plain text
};

} // namespace jitscope::inline stepping
