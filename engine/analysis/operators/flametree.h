// SPDX-License-Identifier: Apache-2.0
// Recorded operators as a tree of what called them: the functions of their Python stack, or their cells. Times add up
// from the leaves, so the root has what all operators took.
#pragma once

#include "engine/analysis/operators/opcolumns.h"
#include "engine/base/sharedtext.h"

#include <functional>
#include <utility>

namespace jitscope::inline analysis {

enum class FlameBy : uint8_t { Stack, Scope };
enum class FlameOrder : uint8_t {
    TopDown, ///< callers above what they call
    BottomUp ///< operators first, below each the callers that its time is of
};

enum class FlameKind : uint8_t {
    All,
    Function,
    Graph,
    Scope,
    Operator,
    Kernel,
    Unknown,
    Process, ///< of lanes of a trace: "Host", "Ascend Hardware", of several ranks "rank 1 · Host"
    Lane,
    Slice
};

/** One frame. Those of a tree stand in the order of a walk: a frame, then all that is below it, the larger child
    first. */
struct FlameFrame {
    FlameKind kind = FlameKind::All;
    SharedText name; ///< "forward", "f", "fc-Dense", "MatMul"; of a line of a graph, whose function is not known, ""
    SharedText file; ///< of a function, else ""
    int line = 0;
    int32_t parent = -1;
    int32_t end = 0;   ///< behind the last frame below it
    int32_t depth = 0; ///< of the root 0
    int64_t totalNs = 0;
    int64_t selfNs = 0;   ///< of its operators or slices alone, without what is below
    int64_t count = 0;    ///< operators or slices at it or below
    int64_t longest = -1; ///< OpEvent::number of the longest of these; of slices SliceId::value
    uint64_t hash = 0;    ///< of the path to it: equal in two trees for what is the same
};

struct FlameTree {
    FlameBy by = FlameBy::Stack;
    FlameOrder order = FlameOrder::TopDown;
    std::vector<FlameFrame> frames; ///< the first is the root; never empty
    std::vector<int32_t> frameOf;   ///< of each place that it was made of, in their order: the frame with its own time
    int32_t depth = 0;              ///< of the deepest

    int64_t totalNs() const { return frames.front().totalNs; }
};

/**
 * Of a stack each function is a frame together with the line that it stands at. Below a call of a compiled function
 * stand the graph, the lines of its code that the node was made from, then the operator. What ran inside of an operator
 * stands below it. An operator without a stack is below a frame of kind Unknown.
 */
FlameTree flameTree(const Session &session, const OpColumns &columns, const std::vector<uint32_t> &places, FlameBy by,
                    FlameOrder order);

/** What a tree is made of. */
struct FlameSource {
    const Session &session;
    const OpColumns &columns;
    const std::vector<uint32_t> &places;
};
/** Both trees, at the same time where there are two cores. */
std::pair<FlameTree, FlameTree> flameTrees(const FlameSource &a, const FlameSource &b, FlameBy by, FlameOrder order);

/** Whether its frames are slices of a trace, see sliceFlame(). */
bool isOfTrace(const FlameTree &tree);

/** "forward  attention.py:23", "MatMul": a frame in one line. */
std::string titleOf(const FlameFrame &frame);

/** The frames whose title contains `text`, in any case, with what they took together: of a match inside of another
    only the outer one counts. */
struct FlameMatches {
    std::vector<uint8_t> isMatch; ///< by frame
    int64_t count = 0;            ///< matching frames
    int64_t totalNs = 0;
};
FlameMatches searchFlame(const FlameTree &tree, const std::string &text);

/** One frame a line, indented by its depth, with its times in ns; for tests, copying and `jitscope`. */
std::string printFlame(const FlameTree &tree);
/** "root;forward attention.py:23;MatMul 1200" a line: the format that other flame graph programs read, times in ns. */
std::string foldedFlame(const FlameTree &tree);

} // namespace jitscope::inline analysis
