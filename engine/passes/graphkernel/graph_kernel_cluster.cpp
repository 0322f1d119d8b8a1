// SPDX-License-Identifier: Apache-2.0
// Groups connected element-wise calls and reductions into one sub-graph each, which is compiled as one kernel.
//
// Rules (which calls go together: clusterplan.h)
//   members m1, m2, ...   ->  call @GraphKernel_..._fusion over what the members take from outside
//   one result            ->  the call gives it
//   several results       ->  the kernel gives a tuple, and each use takes its element
#include "engine/passes/passes.h"

#include "engine/ir/nodetables.h"
#include "engine/passes/support/clusterplan.h"
#include "engine/passes/support/kernelbuilder.h"
#include "engine/passes/support/rewriter.h"

namespace jitscope::inline passes {

namespace {

void logRefusals(const ClusterPlan &plan, PassContext &context) {
    for (const ClusterRefusal &refusal : plan.refusals) {
        Refusal entry{clusterRule, {}, refusal.predicate};
        for (const NodePtr &node : refusal.nodes)
            entry.nodes.push_back(node->id);
        context.refusals.push_back(std::move(entry));
    }
}

} // namespace

Module clusterGraphKernels(const Module &module, PassContext &context) {
    KernelNames names(module);
    const NodeIdSet pinned = freelyUsedCalls(module);
    std::vector<GraphPtr> kernels;
    Module result = changeGraphs(module, [&](const GraphPtr &graph) {
        ClusterPlan plan = planClusters(*graph, pinned, context.decisions);
        logRefusals(plan, context);
        const KernelGrouping grouping{.groups = std::move(plan.clusters), .rule = clusterRule, .pinned = pinned};
        GroupedGraph grouped = groupIntoKernels(graph, grouping, names, context);
        kernels.insert(kernels.end(), grouped.kernels.begin(), grouped.kernels.end());
        return grouped.graph;
    });
    result.graphs.insert(result.graphs.end(), kernels.begin(), kernels.end());
    return result;
}

} // namespace jitscope::inline passes
