// SPDX-License-Identifier: Apache-2.0
// Where the time of compilations went, as rows that add up to the total: in the order of time, or by what is asked for.
#pragma once

#include "engine/session/compilation.h"
#include "engine/session/sessionfwd.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline session {

enum class CompileGrouping : uint8_t {
    Waterfall, ///< compilation, stage, cycle, pass, rule; kernel, part, LLVM's own passes; line of the capture
    Function,
    Stage,
    Pass,
    Cycle,
    Rule,
    Line
};

/** "waterfall", "function", ... */
std::string_view toString(CompileGrouping grouping);
std::optional<CompileGrouping> compileGroupingNamed(std::string_view name);

/** What a row is about. */
enum class CompileRowKind : uint8_t {
    Function,
    Compilation,
    Part,       ///< "capture", "passes", "codegen", "LLVM", "plan", ...
    Stage,      ///< of passes: "opt_a"
    Cycle,      ///< of a stage: "opt_a, cycle 2"
    Pass,       ///< one run of it or, where runs are summed, all of them
    Rule,       ///< from the rewrite before, or the begin of the pass, to that of the rule: search and replacement
    NoRule,     ///< of a pass: behind its last rewrite, or all of it where none was applied
    Kernel,     ///< a fused kernel by its name
    LlvmPart,   ///< LLVM's own passes and analyses, "build", "emit"
    Line,       ///< of the user's code, while it was captured
    NoLine,     ///< of a capture: what is of no line, as reading the source and making guards
    Inference,  ///< of a line: the types of its nodes
    Unaccounted ///< between the parts of the row above: measured by none of them
};

/** "pass", "no rule", ... as `--json` has it. */
std::string_view toString(CompileRowKind kind);

/** A stretch of the axis of compile time: 0 to 1 are all compilations that were asked for, one behind the other. */
struct CompileStretch {
    double begin = 0, length = 0;
};

struct CompileRow {
    CompileRowKind kind = CompileRowKind::Part;
    std::string name = {};
    int64_t totalNs = 0;                ///< the sum of selfNs and that of the rows below
    int64_t selfNs = 0;                 ///< in no row below
    std::map<int, int64_t> timeOf = {}; ///< `totalNs` by compilation
    double share = 0;                   ///< of all compile time that was asked for, 0 to 1
    int64_t count = 0;                  ///< runs of passes, rewrites of rules, turns of lines, compilations, kernels
    int compilation = -1;               ///< its only one, or the one in which it took most
    int pass = -1;                      ///< PassRecord::index: that in it which took longest; -1: none
    std::string kernel = {};            ///< likewise
    std::string file = {};              ///< likewise, of the user's code
    int line = 0;
    std::vector<CompileStretch> stretches = {}; ///< in time's order, close ones as one
    std::vector<CompileRow> rows = {};
};

/** A compilation's time apart from others': from the begin of its first part to the end of its last. */
struct CompileWindow {
    int compilation = -1;
    int64_t startNs = 0, totalNs = 0;
};

struct CompileProfile {
    std::vector<CompileWindow> windows; ///< in the order of the axis; none of compilations without times
    int64_t totalNs = 0;                ///< their sum
    std::vector<CompileRow> rows;       ///< their totals add up to totalNs
};

/** Of all compilations, or of that one alone. Rows stand in the order of time for the waterfall, else the longest
    first. */
CompileProfile compileProfile(const Session &session, CompileGrouping grouping, std::optional<int> only = {});

/** The row of that kind, in any depth, that took most by itself; null for none. */
const CompileRow *longestRow(const std::vector<CompileRow> &rows, CompileRowKind kind);

} // namespace jitscope::inline session
