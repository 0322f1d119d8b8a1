// SPDX-License-Identifier: Apache-2.0
// From an address in a kernel's code to the line of its assembly listing: the listing and the object of one module
// walked side by side, instruction by instruction.
#pragma once

#include "engine/base/result.h"
#include "engine/codegen/assemblylines.h"

#include <cstdint>
#include <string>
#include <vector>

namespace jitscope::inline codegen {

/** An instruction of a text section. */
struct PlacedInstruction {
    int64_t offset = 0; ///< in bytes from the begin of the section
    int64_t bytes = 0;
    int line = 0; ///< index into the lines of parseAssembly()
    bool operator==(const PlacedInstruction &) const = default;
};

/** The instructions of `object` (an object file) in their order. An error where it is not the code of `lines`. */
Result<std::vector<PlacedInstruction>> placeInstructions(const std::vector<AssemblyLine> &lines,
                                                         const std::string &object);

/** Where a function of the object begins in its text section, or -1. */
int64_t offsetOfFunction(const std::string &object, const std::string &symbol);

/** The instruction at `offset`, or null. */
const PlacedInstruction *instructionAt(const std::vector<PlacedInstruction> &instructions, int64_t offset);

} // namespace jitscope::inline codegen
