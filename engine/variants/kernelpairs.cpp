// SPDX-License-Identifier: Apache-2.0
#include "engine/variants/kernelpairs.h"

#include "engine/ir/nodecounts.h"
#include "engine/ir/nodename.h"
#include "engine/session/nodefacts.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace jitscope::inline variants {

namespace {

struct Kernel {
    PairedKernel shown;
    std::vector<NodePtr> members;
    std::set<NodeId> ids;
};

std::unordered_map<std::string, double> bytesOfCalls(const Module &module) {
    std::unordered_map<std::string, double> bytes;
    for (const GraphPtr &graph : module.graphs)
        for (const NodePtr &node : graph->nodes)
            if (!node->callee.empty()) bytes.emplace(node->callee, nodeFacts({}, *node, true).cost.bytes);
    return bytes;
}

std::vector<Kernel> kernelsOf(const Module &module) {
    const auto bytes = bytesOfCalls(module);
    std::vector<Kernel> kernels;
    for (const GraphPtr &graph : module.graphs) {
        if (!graph->isKernel()) continue;
        const auto known = bytes.find(graph->name);
        Kernel kernel{{graph->name, known == bytes.end() ? 0 : known->second}, {}, {}};
        for (const NodePtr &node : graph->nodes) {
            if (isPlumbing(*node)) continue;
            kernel.members.push_back(node);
            kernel.ids.insert(node->id);
        }
        kernels.push_back(std::move(kernel));
    }
    return kernels;
}

size_t commonCount(const Kernel &a, const Kernel &b) {
    return size_t(std::ranges::count_if(a.ids, [&](NodeId id) { return b.ids.contains(id); }));
}

KernelPair pairOf(const Kernel *left, const Kernel *right) {
    KernelPair pair;
    if (left) {
        pair.left = left->shown;
        for (const NodePtr &member : left->members)
            (right && right->ids.contains(member->id) ? pair.common : pair.onlyLeft).push_back(nodeTitle(*member));
    }
    if (right) {
        pair.right = right->shown;
        for (const NodePtr &member : right->members)
            if (!left || !left->ids.contains(member->id)) pair.onlyRight.push_back(nodeTitle(*member));
    }
    return pair;
}

} // namespace

std::vector<KernelPair> kernelPairs(const StageMatch &match) {
    struct Candidate {
        size_t common, left, right;
    };
    const std::vector<Kernel> lefts = kernelsOf(match.left), rights = kernelsOf(match.right);
    std::vector<Candidate> candidates;
    for (size_t i = 0; i < lefts.size(); ++i)
        for (size_t j = 0; j < rights.size(); ++j)
            if (const size_t common = commonCount(lefts[i], rights[j])) candidates.push_back({common, i, j});
    std::ranges::stable_sort(candidates, std::greater(), &Candidate::common);
    std::vector<bool> takenLeft(lefts.size()), takenRight(rights.size());
    std::vector<KernelPair> pairs;
    for (const Candidate &each : candidates) {
        if (takenLeft[each.left] || takenRight[each.right]) continue;
        takenLeft[each.left] = takenRight[each.right] = true;
        pairs.push_back(pairOf(&lefts[each.left], &rights[each.right]));
    }
    for (size_t i = 0; i < lefts.size(); ++i)
        if (!takenLeft[i]) pairs.push_back(pairOf(&lefts[i], nullptr));
    for (size_t j = 0; j < rights.size(); ++j)
        if (!takenRight[j]) pairs.push_back(pairOf(nullptr, &rights[j]));
    return pairs;
}

} // namespace jitscope::inline variants
