// SPDX-License-Identifier: Apache-2.0
// A fused kernel as texts that a person reads: loops, LLVM IR before and after its optimizer, assembly; made when asked
// for, from the kernel's graph.
#pragma once

#include "engine/base/result.h"
#include "engine/codegen/assemblylines.h"
#include "engine/codegen/kernelaccess.h"
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

/** What the code says of itself. */
struct KernelCodeFacts {
    KernelCoverage coverage;
    std::string widestVector; ///< of the optimized IR: "<16 x float>"; "" for scalars only
    int registerBits = 0;     ///< see widestRegisterBits()
    SpillCounts spills;
};

struct KernelTexts {
    std::string loops, unoptimizedIr, optimizedIr, assembly;
    KernelCodeFacts facts;
};

/** Compiled for this machine; equal to what was recorded if the recording is of such a machine and version. */
Result<KernelTexts> kernelTexts(const Graph &kernel);

/** A line of such a text. */
struct KernelLine {
    std::string code;
    int member = 0;        ///< place in Graph::nodes, from 1; 0: of no single member
    KernelAccess access{}; ///< which of the kernel's inputs or outputs it is there for
    bool operator==(const KernelLine &) const = default;
};

/** Cuts a text into lines and reads the tags "[3] Mul" in it; works for recorded texts too. */
std::vector<KernelLine> kernelLines(std::string_view text);

/** A part of a kernel: a member, or what reads an input. */
struct KernelPart {
    int member = 0; ///< from 1; 0: none in particular
    int input = -1; ///< -1: none in particular
};

/** The lines (from 0) that are there for `part`; none for the kernel as a whole. */
std::vector<int> linesOf(const std::vector<KernelLine> &lines, const KernelPart &part);

/** The members that take input `input`, by a text that names it in every load: the LLVM IR. */
std::vector<int> membersReading(const std::vector<KernelLine> &ir, int input);

/** The same in the assembly, where a load may be part of the instruction that computes with it: an input of which
    no line moves elements into a register has those of the members which take it that touch memory. */
std::vector<int> assemblyLinesOf(const std::vector<KernelLine> &assembly, const std::vector<KernelLine> &ir,
                                 const KernelPart &part);

/** Of the widest vector register that the assembly names, in bits; 0: it names none. */
int widestRegisterBits(std::string_view assembly);

/** A tensor that a kernel takes or gives. */
struct KernelValue {
    std::string name; ///< of an input: as the graph calls it; of an output: that of the member which gives it
    Abstract type;
    int64_t bytes = 0;
    NodeId node;
    int member = 0; ///< of an output: from 1; else 0
};
std::vector<KernelValue> kernelInputs(const Graph &kernel);
std::vector<KernelValue> kernelOutputs(const Graph &kernel);

} // namespace jitscope::inline codegen
