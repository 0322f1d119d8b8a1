// SPDX-License-Identifier: Apache-2.0
// What holds for every run of a node of a compiled graph: its name, its work, its lines.
#pragma once

#include "engine/session/records.h"
#include "engine/session/sessionfwd.h"

#include <string>
#include <unordered_map>
#include <optional>
#include <vector>

namespace jitscope::inline ir {
struct Node;
}
namespace jitscope::inline ops {
struct OpDef;
}

namespace jitscope::inline session {

struct Compilation;
struct KernelRecord;

/** Worked out once for a node. */
struct NodeFacts {
    SharedText op, scope;
    const OpDef *def = nullptr; ///< null for kernels, whose arguments have no names
    OpCost cost;
    int stack = -1;
    NodeId node;
    bool isKernel = false;
};

/** What is kept of a compilation after its record was handed over. */
struct CompilationFacts {
    std::string function;
    std::unordered_map<std::string, double> kernelFlops;      ///< by sub-graph
    std::unordered_map<std::string, std::string> kernelNames; ///< by sub-graph
};

CompilationFacts compilationFacts(const Compilation &compilation);

/** All but the stack, which gets its number from the recorder. */
NodeFacts nodeFacts(const CompilationFacts &compilation, const Node &node, bool isKernel);

/** Of one run of the kernel; nothing where no node of the final graph runs it. */
std::optional<OpCost> kernelCost(const Compilation &compilation, const KernelRecord &kernel);

/** The lines that a node came from, in the form of a stack; dumps and graphs know no function names. */
std::vector<StackFrame> stackOf(const Node &node);

} // namespace jitscope::inline session
