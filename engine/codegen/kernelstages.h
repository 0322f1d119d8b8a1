// SPDX-License-Identifier: Apache-2.0
// Which reductions and outputs of a kernel are computed in which loop of which nest.
#pragma once

#include "engine/codegen/kernelmembers.h"

#include <map>

namespace jitscope::inline codegen {

/** The index space of a nest: the axes (longer than 1) of one shape, split into rows and what a row is made of. */
struct IndexSpace {
    NestForm form = NestForm::Rows;
    Dims sizes;       ///< in the order of the shape
    View places;      ///< for each of `sizes` its axis in rows ++ inner
    Dims rows, inner; ///< sizes again

    /** How values of `shape` are seen in it: those that fill it, and those with its kept axes only. */
    std::optional<View> wholeView(const Dims &shape) const;
    std::optional<View> keptView(const Dims &shape) const;
    bool isKept(int64_t axis) const; ///< an axis of rows ++ inner
    int64_t count() const { return rows.product() * inner.product(); }

    bool operator==(const IndexSpace &other) const {
        return form == other.form && sizes == other.sizes && places == other.places && rows == other.rows;
    }
};

/** A reduction, or a value that becomes an output. */
struct StageRoot {
    NodePtr node;
    int output = -1; ///< -1: the node is a reduction
    View view;       ///< of the node, for reductions of its input
};

struct PlannedLoop {
    bool takesWholeRows = true; ///< else one element for each row
    std::vector<StageRoot> roots;
};

struct PlannedNest {
    IndexSpace space;
    std::vector<PlannedLoop> loops;
};

struct ReductionPlace {
    int nest = 0, loop = 0;
    std::vector<int> outputs = {}; ///< that are this reduction itself
};

struct KernelStages {
    std::vector<PlannedNest> nests;
    std::map<const Node *, ReductionPlace> reductions;
};

/** Groups whatever can share a walk over the same elements; results of reductions are used no earlier than they are
 * known.
 */
KernelStages stagesOf(const Graph &kernel);

/** All ways in which the nodes that `root` needs are seen from it, down to parameters and reductions; these are
 * included. */
using NodeViews = std::map<const Node *, std::vector<View>>;
NodeViews viewsFrom(const Graph &kernel, const StageRoot &root);

/** Whether a reduction of the nest of `space`, seen through `view`, is that of the row at hand. */
bool isOfSameRow(const IndexSpace &space, const Node &reduction, const View &view);

} // namespace jitscope::inline codegen
