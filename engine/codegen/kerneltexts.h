// SPDX-License-Identifier: Apache-2.0
// A fused kernel as texts that a person reads: loops, LLVM IR before and after its optimizer, assembly; made when asked
// for, from the kernel's graph.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline codegen {

/** How many instructions of optimized code are traced to a member and its line. */
struct KernelCoverage {
    int64_t instructions = 0;
    int64_t ofNone = 0;     ///< debug line 0: made by the optimizer of several, or a copy without a member
    int64_t ofMembers = 0;  ///< that compute a member, or load, store and count for it
    int64_t withSource = 0; ///< of these, with a member that has a line of the user's
};

struct KernelTexts {
    std::string loops, unoptimizedIr, optimizedIr, assembly;
    KernelCoverage coverage;
};

/** Compiled for this machine; equal to what was recorded if the recording is of such a machine and version. */
Result<KernelTexts> kernelTexts(const Graph &kernel);

/** A line of such a text. */
struct KernelLine {
    std::string code;
    int member = 0; ///< place in Graph::nodes, from 1; 0: of no single member
    bool operator==(const KernelLine &) const = default;
};

/** Cuts a text into lines and reads the tags "[3] Mul" in it; works for recorded texts too. */
std::vector<KernelLine> kernelLines(std::string_view text);

/** Of the widest vector register that the assembly names, in bits; 0: it names none. */
int widestRegisterBits(std::string_view assembly);

} // namespace jitscope::inline codegen
