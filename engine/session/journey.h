// SPDX-License-Identifier: Apache-2.0
// A value of the user's followed through every stage of a compilation: from the line over the captured nodes to what
// they became, with the pass and the rule of each change, to the kernel that computes it. Branches where one became
// several, joins where several became one; what ends says why.
#pragma once

#include "engine/session/provenance.h"

#include <string>
#include <vector>

namespace jitscope::inline session {

/** How a form came from what was there a stage before. */
enum class FormChange : uint8_t {
    First,    ///< it is followed from here on
    Same,     ///< nothing of it changed
    Rewired,  ///< the same node with other inputs
    Changed,  ///< the same node with another type, attributes or scope
    Moved,    ///< the same node in another graph (a fused kernel, its caller)
    Became,   ///< a new node in its place
    Merged,   ///< a node that was there already stands for it now
    Expanded, ///< one of the new nodes that a single one was written as
};

/** What a value is at one stage. */
struct JourneyForm {
    NodePtr node;
    std::string graph; ///< that holds it; "" of constants
    FormChange change = FormChange::First;
    std::vector<int> from = {};      ///< forms of the stage before
    std::string rule = {};           ///< of the rewrite that made it; "" where the pass logged none
    std::vector<NodeId> joined = {}; ///< what else went into it, not followed
    std::vector<int> sources = {};   ///< forms of the first stage that it stems from
};

/** A form of the stage before of which nothing is left. */
struct JourneyEnd {
    int from = -1;
    NodeId node;
    std::string rule;   ///< "nothing uses it -> removed"; "" where the pass logged none
    std::string detail; ///< what can be said without a rule: "its graph @g is called by nobody any more"
};

struct JourneyStage {
    int pass = -2; ///< -2: as captured; -1: the final graph where no pass left it so
    std::string name;
    bool isChanged = true; ///< anything of what is followed
    std::vector<JourneyForm> forms;
    std::vector<JourneyEnd> ends;
};

/** Where a form of the last stage is computed, or read, in a fused kernel. */
struct JourneyKernel {
    int form = -1;
    std::string kernel, graph; ///< KernelRecord::name, and its graph in the final module
    int member = 0;            ///< from 1; 0: it is the kernel itself, or an input
    int input = -1;            ///< of the kernel: read there; -1: it is none
    bool operator==(const JourneyKernel &) const = default;
};

/** Who reads a parameter or a constant that is followed: calls, also inside of graphs that are given it. */
struct JourneyReader {
    int form = -1; ///< of that stage
    NodePtr node;
    std::string graph; ///< that holds the node
};

/** A line of the user's on which the first forms stand. */
struct JourneyLine {
    SourceSpan span;
    std::vector<int> forms;
};

struct Journey {
    int compilation = -1;
    std::vector<JourneyLine> lines;
    std::vector<JourneyStage> stages; ///< every pass has one; empty: nothing to follow
    std::vector<JourneyKernel> kernels;
    std::vector<JourneyReader> firstReaders, lastReaders; ///< in the first stage and in the last

    bool empty() const { return stages.empty(); }
    const JourneyStage &last() const { return stages.back(); }
};

/** Follows the node of the module at `pass` (see anchorOfNode) back to what was captured, and that forward. A node that
    stems from nothing captured is followed from the pass that made it. Has no lines yet. */
Journey followNode(const Compilation &compilation, int pass, NodeId node);
/** Follows several nodes of the captured graphs at once. Has no lines yet. */
Journey followNodes(const Compilation &compilation, const std::vector<NodeId> &captured);

/** All calls that were captured on that line of the user's, with the weights that they take. */
std::vector<NodeId> nodesOnLine(const Session &session, const Compilation &compilation, const std::string &file,
                                int line);
/** The lines of the first forms, which only the session knows. */
std::vector<JourneyLine> linesOf(const Session &session, const Compilation &compilation, const Journey &journey);

/** The same with their lines. */
Journey followNode(const Session &session, const Compilation &compilation, int pass, NodeId node);
Journey followNodes(const Session &session, const Compilation &compilation, const std::vector<NodeId> &captured);
Journey followLine(const Session &session, const Compilation &compilation, const std::string &file, int line);

/** How a form ended, in one word: "node", "kernel", "constant", "removed". One for each form of the first stage. */
std::vector<std::string> endsOf(const Journey &journey);

/** "%7 removed by hwopt.r1.bias_add_fusion, rule MatMul + BiasAdd -> ...: became MatMul %12 f32[3,16], with %5". */
std::string textOf(const JourneyForm &form, const JourneyStage &stage, const JourneyStage &before);
std::string textOf(const JourneyEnd &end, const JourneyStage &stage);

/** The whole as lines; runs of unchanged stages are one line each. */
std::string toString(const Journey &journey);

} // namespace jitscope::inline session
