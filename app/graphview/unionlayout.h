// SPDX-License-Identifier: GPL-3.0-or-later
// One layout for a graph before and after a pass: what is on both sides stands in the same place on both.
#pragma once

#include "app/graphview/graphmodel.h"

namespace jitscope {
inline namespace graphview {

/** A graph with its places: what a view paints. */
struct GraphPicture {
    DisplayGraph graph;
    LayoutResult layout;
};

struct UnionPicture {
    GraphPicture before, after; ///< with changes marked, hulls around what was fused; bounds are the same on both
    bool isComplete = true;
};

/** Marks each card with what `diff` says of its node. */
DisplayGraph withChanges(DisplayGraph graph, const ModuleDiff &diff);

/**
 * Lays out both sides at once. A node that became another one gets the same place; nodes that were fused get one place,
 * drawn as a hull around them on their side and as one card in its middle on the other.
 */
UnionPicture unionLayout(const DisplayGraph &before, const DisplayGraph &after, const ModuleDiff &diff,
                         const LayoutOptions &options = {}, const CancelFlag &cancelled = {});

} // namespace graphview
} // namespace jitscope
