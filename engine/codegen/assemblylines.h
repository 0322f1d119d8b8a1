// SPDX-License-Identifier: Apache-2.0
// LLVM's assembly text read line by line: what is code, what member each instruction serves, where it is aligned.
#pragma once

#include "engine/codegen/kernelaccess.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline codegen {

/** A line that is worth reading: labels that somebody jumps to, data, instructions. */
struct AssemblyLine {
    enum class Kind : uint8_t { Label, Data, Instruction };
    Kind kind = Kind::Instruction;
    std::string text;
    int member = 0; ///< of an instruction: from 1; 0: of no single one
    KernelAccess access = {};
    int64_t alignment = 1; ///< bytes that the code in front of it is filled up to a multiple of
    int64_t mostPadding = INT64_MAX;
    bool operator==(const AssemblyLine &) const = default;
};

/** `assembly`: a listing of LLVM with .loc lines (kernelmodule.cpp says what their numbers mean). */
std::vector<AssemblyLine> parseAssembly(std::string_view assembly);

/** "vaddps" of "  vaddps %ymm0, %ymm1, %ymm2". */
std::string_view mnemonicOf(std::string_view instruction);

/** Values that the register allocator had no register for: how many instructions write one to the stack, read one. */
struct SpillCounts {
    int stores = 0, reloads = 0;
    bool operator==(const SpillCounts &) const = default;
};

/** Counted by the comments "32-byte Spill" and "32-byte Folded Reload" that LLVM's printer writes behind them. */
SpillCounts countSpills(std::string_view assembly);

} // namespace jitscope::inline codegen
