// SPDX-License-Identifier: Apache-2.0
// Looks for the kernel, then for the refusals between the nodes.
#include "engine/variants/fusereason.h"

#include "engine/base/text.h"
#include "engine/ir/nodecounts.h"
#include "engine/ir/nodename.h"
#include "engine/variants/namedecision.h"
#include "engine/variants/whynot.h"

#include <algorithm>
#include <unordered_set>

namespace jitscope::inline variants {

namespace {

/** The captured nodes that the members of a kernel stand for. */
std::vector<NodeId> capturedMembers(const CapturedOrigins &origins, const Graph &kernel) {
    std::vector<NodeId> captured;
    for (const NodePtr &node : kernel.nodes)
        captured.insert(captured.end(), origins.of(node->id).begin(), origins.of(node->id).end());
    std::ranges::sort(captured);
    return captured;
}

/** Whether one call that is no kernel stands for all of them, as after a pattern of the hardware. */
bool isOneCall(const Module &final, const CapturedOrigins &origins, const std::vector<NodeId> &captured) {
    return std::ranges::any_of(final.graphs, [&](const GraphPtr &graph) {
        return std::ranges::any_of(graph->nodes, [&](const NodePtr &node) {
            return node->op != op::MakeTuple && std::ranges::includes(origins.of(node->id), captured);
        });
    });
}

std::string titleOf(const Compilation &made, NodeId id) {
    const NodePtr node = findNode(made.captured, id);
    return node ? nodeTitle(*node) : nodeName(id);
}

/** The first of them that no node of the final graphs stands for, or an invalid id. */
NodeId goneOf(const Module &final, const CapturedOrigins &origins, const std::vector<NodeId> &captured) {
    std::unordered_set<NodeId> there;
    for (const GraphPtr &graph : final.graphs)
        for (const NodePtr &node : graph->nodes)
            there.insert(origins.of(node->id).begin(), origins.of(node->id).end());
    const auto gone = std::ranges::find_if(captured, [&](NodeId id) { return !there.contains(id); });
    return gone == captured.end() ? NodeId() : *gone;
}

/** What was refused between any two of them, the last first; to cut a kernel that is there is another matter. */
std::string refusalBetween(const Compilation &made, const std::vector<NodeId> &captured) {
    for (size_t i = 0; i < captured.size(); ++i)
        for (size_t j = i + 1; j < captured.size(); ++j) {
            WhyNot why = whyNotTogether(made, {captured[i]}, {captured[j]});
            std::erase_if(why.refused, [&](const RefusedCandidate &each) {
                return made.passes[each.pass].name == "graph_kernel_splitter";
            });
            if (!why.refused.empty()) return why.refused.back().refusal.reason();
        }
    return {};
}

/** What keeps one of them out of every kernel. */
std::string refusalOfOne(const Compilation &made, const std::vector<NodeId> &captured) {
    for (const RefusedCandidate &candidate : refusedCandidates(made))
        for (const NodeId id : captured)
            if (std::ranges::find(candidate.captured, id) != candidate.captured.end() &&
                candidate.refusal.reason().starts_with(titleOf(made, id)))
                return candidate.refusal.reason();
    return {};
}

bool isCopied(const Compilation &made, const CapturedOrigins &origins, NodeId id) {
    const auto isOfIt = [&](NodeId node) { return std::ranges::find(origins.of(node), id) != origins.of(node).end(); };
    return std::ranges::any_of(made.passes, [&](const PassRecord &pass) {
        return pass.name == "duplicate_nodes" && std::ranges::any_of(pass.rewrites, [&](const Rewrite &rewrite) {
                   return std::ranges::any_of(rewrite.before, isOfIt);
               });
    });
}

} // namespace

bool areInOneKernel(const Module &final, const CapturedOrigins &origins, const std::vector<NodeId> &captured) {
    return std::ranges::any_of(final.graphs, [&](const GraphPtr &graph) {
        return graph->isKernel() && std::ranges::includes(capturedMembers(origins, *graph), captured);
    });
}

std::string partsOutside(const Compilation &made, const CapturedOrigins &origins, const std::vector<NodeId> &captured) {
    const auto kernel = std::ranges::find_if(made.final.graphs, [&](const GraphPtr &graph) {
        return graph->isKernel() && std::ranges::includes(capturedMembers(origins, *graph), captured);
    });
    if (kernel == made.final.graphs.end()) return {};
    const auto partsIn = [&](const Graph &graph, NodeId id) {
        return std::ranges::count_if(graph.nodes, [&](const NodePtr &node) {
            const bool isPart = !node->op.empty() && !isPlumbing(*node);
            return isPart && std::ranges::find(origins.of(node->id), id) != origins.of(node->id).end();
        });
    };
    std::vector<std::string> texts;
    for (const NodeId id : captured) {
        if (isCopied(made, origins, id)) continue; // what is outside is the copy that others use
        std::ptrdiff_t all = 0;
        for (const GraphPtr &graph : made.final.graphs)
            all += partsIn(*graph, id);
        const std::ptrdiff_t inside = partsIn(**kernel, id);
        if (inside < all) texts.push_back(format("%td of %td operators of ", inside, all) + titleOf(made, id));
    }
    return texts.empty() ? std::string() : "Only a part of it is in that kernel: " + join(texts, ", ") + ".";
}

std::string whyFusedAnyway(const Compilation &compilation, const std::vector<NodeId> &captured) {
    const CapturedOrigins origins = capturedOrigins(compilation);
    if (areInOneKernel(compilation.final, origins, captured))
        return "They are in one kernel as the program compiles it, too.";
    if (isOneCall(compilation.final, origins, captured))
        return "One call stands for them all as the program compiles it, too.";
    return {};
}

std::string whyNotFused(const Compilation &made, const std::vector<NodeId> &captured) {
    const CapturedOrigins origins = capturedOrigins(made);
    if (areInOneKernel(made.final, origins, captured)) return {};
    if (captured.size() < 2) return "One node alone makes no kernel with another.";
    if (isOneCall(made.final, origins, captured)) return {};
    if (const NodeId gone = goneOf(made.final, origins, captured); gone.valid())
        return titleOf(made, gone) + " is not computed any more when kernels are made: a pass took it away before.";
    if (made.jitLevel == "O0") return "Kernels are made at O1 only.";
    if (const std::string reason = refusalBetween(made, captured); !reason.empty()) return reason + ".";
    if (const std::string reason = refusalOfOne(made, captured); !reason.empty()) return reason + ".";
    return "They are not neighbours: no value goes from one to the other at the time that kernels are made.";
}

} // namespace jitscope::inline variants
