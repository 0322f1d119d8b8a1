// SPDX-License-Identifier: Apache-2.0
// Puts groups of calls into kernel graphs of their own.
#pragma once

#include "engine/ir/nodetables.h"
#include "engine/passes/pass.h"

#include <unordered_map>
#include <unordered_set>

namespace jitscope::inline passes {

/** Gives each kernel a name that no other graph of the module has. */
class KernelNames {
public:
    explicit KernelNames(const Module &module);
    std::string unique(const std::string &wanted);
    /** That graph is no more. */
    void giveBack(const std::string &name) { m_taken.erase(name); }

private:
    std::unordered_set<std::string> m_taken;
    std::unordered_map<std::string, int> m_uses;
};

/** What members were part of before their kernels were taken apart, by the member: the log tells of it, so that the
   call of a kernel and its elements are followed as the members are. */
struct FormerKernels {
    NodeIdMap<NodeId> calls;
    NodeIdMap<std::vector<NodeId>> elements; ///< TupleGetItems of what the member gave

    /** `member` and all of these. */
    std::vector<NodeId> around(NodeId member) const;
};

/** What is to become kernels: members in the order of the graph. Each group can run as one unit. */
struct KernelGrouping {
    std::vector<std::vector<NodePtr>> groups;
    std::string rule;               ///< of the log
    std::string suffix = "_fusion"; ///< of the names: "GraphKernel_Mul_Add_fusion"
    NodeIdSet pinned = {};          ///< calls that other graphs use freely: they stay in front of graph calls
    NodeIdSet copies = {};          ///< members made in this run: the log names their origins instead
    FormerKernels former = {};
};

struct GroupedGraph {
    GraphPtr graph;
    std::vector<GraphPtr> kernels;
};

/**
 * `graph` with a call of a kernel in the place of each group. A kernel graph has parameters for all outer tensors and
 * holds single numbers as constants. Members keep their ids in it, so whatever is known of a member holds inside the
 * kernel too; the call lists all of them as its origins.
 */
GroupedGraph groupIntoKernels(const GraphPtr &graph, const KernelGrouping &grouping, KernelNames &names,
                              PassContext &context);

/** The calls that other graphs of the module use freely. */
NodeIdSet freelyUsedCalls(const Module &module);

/** The results of a kernel: the elements of the tuple that it gives, or the one value. */
std::vector<NodePtr> kernelResults(const Graph &kernel);

/** A copy of the constant index that a TupleGetItem takes its element by, or nothing for other nodes. */
std::optional<size_t> elementIndex(const Node &node);

} // namespace jitscope::inline passes
