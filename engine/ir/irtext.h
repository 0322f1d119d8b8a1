// SPDX-License-Identifier: Apache-2.0
// Graphs as the text of MindSpore's .ir files, written in the current form and read in every form since 1.0.
#pragma once

#include "engine/base/result.h"
#include "engine/ir/graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace jitscope::inline ir {

struct PrintOptions {
    enum class Detail : uint8_t { Full, NoSource, Brief }; ///< Brief: one line a node, without types
    Detail detail = Detail::Full;
    bool isNumberedById = false; ///< %12 is the node that messages call so, instead of the line's number in its graph
    bool canonicalNames =
        false; ///< the same, and leave out CNode names and counters, so that two passes compare line by line
};

/** The text of a whole dump file. Printing what was parsed from printed text gives the same text again. */
std::string printModule(const Module &module, const PrintOptions &options = {});

/** Which node each line of the printed text belongs to (invalid ids for lines of none), for the text views. */
struct PrintedLine {
    std::string text;
    NodeId node; ///< of `Return(...)` the node that is returned
    std::string graph;
    bool isReturn = false; ///< the line of a graph's result, which stays when that becomes another node
};
std::vector<PrintedLine> printLines(const Module &module, const PrintOptions &options = {});

/** What could not be understood in a dump, though the rest could: where and what. */
struct ParseNote {
    int line = 0;
    std::string message;
};

struct ParsedModule {
    Module module;
    std::vector<ParseNote> notes;
    std::string era; ///< "2.3+", "1.2-1.3", ...: what the text looked like
    NodeId failed;   ///< analyze_fail.ir: the node behind the last marker
    int failedLine = 0;
};

/** Reads a dump. `path` is used in messages only ("file.ir:41: ..."). A file that is cut off in a graph is an error. */
Result<ParsedModule> parseModule(std::string_view text, const std::string &path);

} // namespace jitscope::inline ir
