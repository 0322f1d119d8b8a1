// SPDX-License-Identifier: Apache-2.0
// Takes kernels apart into the graphs that call them, and builds them anew in other parts.
#pragma once

#include "engine/ir/nodetables.h"
#include "engine/passes/support/kernelbuilder.h"

#include <unordered_map>

namespace jitscope::inline passes {

/** The kernels of a module by the calls of them. A body that was copied with its kernel calls makes a kernel have
    several; those are left alone by whoever changes kernels, since the ids of members are there once. */
class KernelIndex {
public:
    explicit KernelIndex(const Module &module);
    /** The kernel that only `call` calls, or null. */
    GraphPtr of(const Node &call) const;

private:
    std::unordered_map<std::string, GraphPtr> m_kernels;
};

/** A kernel taken apart into the graph that calls it. */
struct OpenedGraph {
    GraphPtr graph;
    NodeIdMap<NodePtr> members; ///< where they are now
    FormerKernels former = {};
};

/** `graph` with the members of those kernels in the place of their calls. */
OpenedGraph openKernels(const GraphPtr &graph, const std::unordered_map<std::string, GraphPtr> &kernels);

/** The members of one kernel, parted anew: each part becomes a kernel, or a plain call if it is one alone. */
using KernelParts = std::vector<std::vector<NodePtr>>;

/** What becomes of a kernel that `call` calls in `caller`; empty for "as it is". */
using Repartition = std::function<KernelParts(const Graph &caller, const NodePtr &call, const Graph &kernel)>;

/** Every kernel that `repartition` parts is taken apart and built anew; calls that nothing needs any more are dropped.
    `style` gives the rule of the log and the suffix of the names. */
Module repartitionKernels(const Module &module, const Repartition &repartition, const KernelGrouping &style,
                          PassContext &context);

} // namespace jitscope::inline passes
