// SPDX-License-Identifier: Apache-2.0
#include "engine/ir/nodecounts.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>

namespace jitscope::inline ir {

bool isPlumbing(const Node &node) {
    static constexpr std::array<std::string_view, 8> names = {"MakeTuple", "TupleGetItem", "Depend",      "Load",
                                                              "MakeList",  "ListGetItem",  "UpdateState", "Return"};
    return node.isCall() && std::find(names.begin(), names.end(), node.op) != names.end();
}

NodeCounts countNodes(const Module &module) {
    std::unordered_set<std::string_view> kernels;
    for (const GraphPtr &graph : module.graphs)
        if (graph->isKernel()) kernels.insert(graph->name);
    NodeCounts counts;
    for (const GraphPtr &graph : module.graphs) {
        for (const NodePtr &node : graph->nodes) {
            if (isPlumbing(*node))
                ++counts.plumbing;
            else if (graph->isKernel())
                ++counts.members;
            else if (kernels.contains(node->callee))
                ++counts.kernels;
            else if (node->op.empty())
                ++counts.calls;
            else
                ++counts.operators;
        }
    }
    return counts;
}

std::string toString(const NodeCounts &counts) {
    std::vector<std::string> parts;
    const auto add = [&](int count, const char *one, const char *many) {
        if (count > 0) parts.push_back(std::to_string(count) + " " + (count == 1 ? one : many));
    };
    add(counts.operators, "operator", "operators");
    add(counts.kernels, "kernel", "kernels");
    if (counts.kernels > 0) parts.back() += " of " + std::to_string(counts.members) + " operators";
    add(counts.calls, "call", "calls");
    add(counts.plumbing, "plumbing", "plumbing");
    return parts.empty() ? "nothing" : join(parts, ", ");
}

} // namespace jitscope::inline ir
