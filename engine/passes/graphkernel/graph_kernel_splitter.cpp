// SPDX-License-Identifier: Apache-2.0
// Cuts kernels in pieces where the pieces together are faster than the whole, by a cost model.
//
// Rule
//   a kernel that reads its rows again after reductions, where few long rows keep threads idle or leave the cache
//       ->  one kernel for each loop over the rows; what a later loop needs is stored in between
#include "engine/passes/passes.h"

#include "engine/base/text.h"
#include "engine/ir/nodetables.h"
#include "engine/passes/decisions.h"
#include "engine/passes/support/kernelcost.h"
#include "engine/passes/support/kernelparts.h"
#include "engine/passes/support/rewriter.h"

#include <algorithm>

namespace jitscope::inline passes {

namespace {

constexpr const char *splitRule = "kernel -> a kernel for each loop";

std::vector<NodePtr> membersOf(const Graph &kernel) {
    std::vector<NodePtr> members = kernel.nodes;
    if (kernel.output->isCallOf(op::MakeTuple)) std::erase(members, kernel.output);
    return members;
}

KernelParts partsByLoop(const std::vector<NodePtr> &members) {
    const std::vector<int> loops = loopsOf(members);
    KernelParts parts(size_t(*std::max_element(loops.begin(), loops.end())) + 1);
    for (size_t i = 0; i < members.size(); ++i)
        parts[size_t(loops[i])].push_back(members[i]);
    return parts;
}

/** The members of `part` that other parts use, or the kernel gives back. */
std::vector<NodePtr> resultsOf(const std::vector<NodePtr> &part, const Graph &kernel) {
    NodeSet inside, used;
    for (const NodePtr &member : part)
        inside.insert(member.get());
    for (const NodePtr &node : kernel.nodes)
        if (!inside.contains(node.get()))
            for (const NodePtr &input : node->inputs)
                used.insert(input.get());
    used.insert(kernel.output.get());
    std::vector<NodePtr> results;
    std::copy_if(part.begin(), part.end(), std::back_inserter(results),
                 [&](const NodePtr &member) { return used.contains(member.get()); });
    return results;
}

/** Whether somebody decided that the kernel is not cut. */
bool staysWhole(const NodePtr &call, const std::vector<NodePtr> &members, PassContext &context) {
    if (!context.decisions) return false;
    std::vector<NodeId> ids;
    for (const NodePtr &member : members)
        ids.push_back(member->id);
    if (!context.decisions->refuses(splitRule, ids) && !context.decisions->forcesTogether(ids)) return false;
    context.refusals.push_back({splitRule, {call->id}, refusedByDecision()});
    return true;
}

KernelParts fasterParts(const NodePtr &call, const Graph &kernel, PassContext &context) {
    const std::vector<NodePtr> members = membersOf(kernel);
    KernelParts parts = partsByLoop(members);
    if (parts.size() < 2 || staysWhole(call, members, context)) return {};
    double apart = 0;
    for (const std::vector<NodePtr> &part : parts)
        apart += costOf(part, resultsOf(part, kernel)).totalNs();
    const KernelCost whole = costOf(members, kernelResults(kernel));
    if (apart < whole.totalNs()) return parts;
    context.refusals.push_back(
        {splitRule,
         {call->id},
         failedTogether(PredicateKind::CutTime, microseconds(apart), microseconds(whole.totalNs()),
                        format("%lld threads", static_cast<long long>(whole.threads)),
                        format("%zu kernels", parts.size()))});
    return {};
}

} // namespace

Module splitGraphKernels(const Module &module, PassContext &context) {
    const auto parts = [&](const Graph &, const NodePtr &call, const Graph &kernel) {
        return fasterParts(call, kernel, context);
    };
    return repartitionKernels(module, parts, {{}, splitRule, "_split"}, context);
}

} // namespace jitscope::inline passes
