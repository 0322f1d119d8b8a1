// SPDX-License-Identifier: Apache-2.0
// What is measured and known of a compilation besides its stages and passes, taken down while it is under way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jitscope::inline base {

/** A line of the user's code whose capture took time, over all its turns. */
struct CaptureLine {
    std::string file = {};
    int line = 0;
    int64_t startNs = 0;     ///< of its first turn
    int64_t timeNs = 0;      ///< without what the lines took that it called
    int64_t inferenceNs = 0; ///< of timeNs: the types of the nodes
    int64_t turns = 0;
    bool operator==(const CaptureLine &) const = default;
};

/** Something that a compilation holds for: another call compiles anew where it is otherwise. */
struct CompileFact {
    enum class Kind : uint8_t {
        Argument, ///< type of a tensor, value of a constant, items of a container
        Value,    ///< the same of what is read besides the arguments: of a closure, a global, an attribute
        Length,   ///< of a container that is read
        Type,     ///< the class of what is read
        Object,   ///< this very object, by a number that it has in the run
        Training  ///< whether a layer is in training
    };
    Kind kind = Kind::Argument;
    std::string name = {}; ///< "x", "closure scale"
    std::string text = {}; ///< "f32[2,3]", "3.0", "Net #2"
    bool operator==(const CompileFact &) const = default;
};

/** What a pass took for a rule: from the rewrite before, or its begin, to each of that rule. */
struct RuleTime {
    int pass = -1; ///< PassRecord::index
    std::string rule = {};
    int64_t timeNs = 0;
    int64_t count = 0;
    bool operator==(const RuleTime &) const = default;
};

/** What LLVM did for a kernel: "build" of its module, one of LLVM's passes over all its runs, "emit" of machine code.
 */
struct LlvmPart {
    std::string kernel = {}; ///< the name of its graph
    std::string name = {};
    int64_t timeNs = 0; ///< without the passes inside of it
    int64_t count = 0;
    bool operator==(const LlvmPart &) const = default;
};

/** When one of these was at work, for the time axis. */
struct CompileRun {
    enum class Kind : uint8_t {
        Line,      ///< a stretch in which the line `place` of CompileNotes::lines was captured
        Inference, ///< the types of a node; `place` says nothing
        LlvmPart   ///< a run of the part `place` of CompileNotes::llvm, with the passes inside of it
    };
    Kind kind = Kind::Line;
    int64_t place = 0;
    int64_t startNs = 0, timeNs = 0;
    bool operator==(const CompileRun &) const = default;
};

/** The longest of them, in the order in which they were: a graph of ten thousand nodes has as many, and nobody sees the
    short ones. */
std::vector<CompileRun> longestRuns(std::vector<CompileRun> runs);
constexpr size_t mostRuns = 3000;
/** Both in the order in which they began. */
std::vector<CompileRun> joinedRuns(std::vector<CompileRun> runs, const std::vector<CompileRun> &others);

struct CompileNotes {
    std::string frontEnd = {};      ///< of the capture: "ast", "bytecode", "trace"; "" for unknown
    std::vector<CaptureLine> lines; ///< in the order of their first turns
    std::vector<CompileFact> facts;
    std::vector<RuleTime> rules;  ///< none of a pass of which not all rewrites told their time
    std::vector<LlvmPart> llvm;   ///< in the order in which each began; none of kernels whose code was found
    std::vector<CompileRun> runs; ///< of lines, inference and LLVM; the longest of each front end and kernel
    int64_t snapshotNs = 0;       ///< what keeping the graphs behind all passes took
    bool operator==(const CompileNotes &) const = default;
};

/** While it lives, what is compiled on this thread writes into `notes`. */
class NoteTaking {
public:
    explicit NoteTaking(CompileNotes &notes);
    ~NoteTaking();
    NoteTaking(const NoteTaking &) = delete;
    NoteTaking &operator=(const NoteTaking &) = delete;

    /** Those of this thread; null while nobody takes any. */
    static CompileNotes *current();
    /** A rewrite of the pass at work was logged now. */
    static void noteRewrite();
    /** When each rewrite was logged since the last question. */
    static std::vector<int64_t> takeRewriteTimes();

private:
    CompileNotes *m_before;
};

} // namespace jitscope::inline base
