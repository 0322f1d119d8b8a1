// SPDX-License-Identifier: Apache-2.0
// What recorded operators are grouped by: the names of the groupings, for tables, filters and the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline analysis {

enum class OpGrouping : uint8_t {
    Op,
    Type,   ///< what an operator is for: "matmul", "reduction"; "fused kernel", "Python"
    Scope,  ///< the cells that it ran in, in full
    Cell,   ///< the class of the innermost of them: "Dense"
    Line,   ///< the user's own innermost line
    Node,   ///< only what ran in compiled graphs: single nodes, "MatMul %12 · train_step"
    Kernel, ///< only fused, compiled kernels: those that Compilation::kernels lists
    Phase,  ///< forward, backward, optimizer
    Step,   ///< of a training; it ends with its optimizer
    Thread  ///< that called it
};
constexpr size_t opGroupingCount = 10;

/** "op", "type", "scope", "cell", "line", "node", "kernel", "phase", "step" or "thread". */
std::optional<OpGrouping> opGroupingNamed(std::string_view name);
const char *nameOf(OpGrouping grouping);
/** All of them, in the order of the enumeration. */
std::vector<std::string> opGroupingNames();

} // namespace jitscope::inline analysis
