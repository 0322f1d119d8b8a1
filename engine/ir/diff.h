// SPDX-License-Identifier: Apache-2.0
// What one pass did: nodes of two modules matched by id and origin, and their texts line by line.
#pragma once

#include "engine/ir/graph.h"
#include "engine/ir/irtext.h"

#include <string>
#include <vector>

namespace jitscope::inline ir {

enum class NodeChange : uint8_t {
    Unchanged,
    Rewired, ///< the same node, other inputs
    Changed, ///< the same node, other attributes, type or scope
    Added,
    Removed,
    Fused,    ///< before: went into a node that has several origins; after: such a node
    Replaced, ///< before: one node became one other; after: that other
    Folded,   ///< before: became a constant
};

struct NodeDiff {
    NodeChange change = NodeChange::Unchanged;
    std::string graph;            ///< the graph that holds it (before's for removed, after's otherwise)
    NodePtr before, after;        ///< null where absent
    std::vector<NodeId> partners; ///< Fused, Replaced: the ids on the other side
};

struct ModuleDiff {
    std::vector<NodeDiff> nodes;             ///< in the order of `after`, removed ones where they stood in `before`
    int added = 0, removed = 0, changed = 0; ///< added counts Added and new Fused/Replaced; changed: Rewired, Changed
    int merged = 0; ///< constants in whose place their users now have an equal one; for a reader nothing is rewired
};

ModuleDiff diffModules(const Module &before, const Module &after);

enum class LineChange : uint8_t {
    Same,
    Added,
    Removed,
    Modified,
    Moved, ///< the same line elsewhere: a row with its left side, and one with its right side
};

/** One row of a side-by-side text view; an empty side has line -1. */
struct DiffRow {
    LineChange change = LineChange::Same;
    int left = -1, right = -1; ///< indices into the two line lists
    int elsewhere = -1;        ///< of a line that moved: what it is on the other side, which stands in another row
};

/** Myers' difference of two texts, with neighbouring removed and added runs paired as Modified. */
std::vector<DiffRow> diffLines(const std::vector<std::string> &left, const std::vector<std::string> &right);

/**
 * Two printed modules: a line of a node belongs to the other line of that node wherever that stands (what others
 * overtook moved, and is Modified where its text differs as well), one of a node that took the place of a single other
 * node to the line of that, and all others to an equal line. `changes` is diffModules() of the two.
 */
std::vector<DiffRow> diffPrinted(const std::vector<PrintedLine> &left, const std::vector<PrintedLine> &right,
                                 const ModuleDiff &changes);

/** A unified diff that `git apply` and `patch` read; empty when equal. */
std::string unifiedDiff(const std::vector<std::string> &left, const std::vector<std::string> &right,
                        const std::string &leftName, const std::string &rightName, int context = 3);

} // namespace jitscope::inline ir
