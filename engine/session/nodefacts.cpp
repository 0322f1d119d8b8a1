// SPDX-License-Identifier: Apache-2.0
// What holds for every run of a node of a compiled graph.
#include "engine/session/nodefacts.h"

#include "engine/ops/opdef.h"
#include "engine/session/compilation.h"
#include "engine/session/records.h"

namespace jitscope::inline session {

namespace {

OpCost nodeCost(const Node &node) {
    const OpDef *op = findOp(node.op);
    if (op == nullptr) return {};
    std::vector<Abstract> types;
    double again = 0; // of what is given twice, as in w * w, and read once
    for (auto input = node.inputs.begin(); input != node.inputs.end(); ++input) {
        types.push_back((*input)->abstract);
        if (std::find(node.inputs.begin(), input, *input) != input) again += double((*input)->abstract->bytes());
    }
    OpCost cost = costOf(*op, types, node.abstract);
    cost.bytes = std::max(0.0, cost.bytes - again);
    return cost;
}

/** A fused kernel computes what its members do, but only its own inputs and outputs travel through memory. */
OpCost kernelCost(const Node &node, double memberFlops) {
    OpCost cost{memberFlops, double(node.abstract->bytes())};
    for (auto input = node.inputs.begin(); input != node.inputs.end(); ++input)
        if (std::find(node.inputs.begin(), input, *input) == input) cost.bytes += double((*input)->abstract->bytes());
    return cost;
}

} // namespace

CompilationFacts compilationFacts(const Compilation &compilation) {
    CompilationFacts facts{compilation.function, {}, {}};
    for (const GraphPtr &graph : compilation.final.graphs) {
        if (!graph->isKernel()) continue;
        double flops = 0;
        for (const NodePtr &node : graph->nodes)
            flops += nodeCost(*node).flops;
        facts.kernelFlops.emplace(graph->name, flops);
    }
    for (const KernelRecord &kernel : compilation.kernels)
        facts.kernelNames.emplace(kernel.graph, kernel.name);
    return facts;
}

NodeFacts nodeFacts(const CompilationFacts &compilation, const Node &node, bool isKernel) {
    NodeFacts facts;
    facts.node = node.id;
    facts.isKernel = isKernel;
    facts.scope = node.scope;
    facts.op = node.op.empty() ? node.callee : node.op;
    if (!isKernel) {
        facts.def = findOp(node.op);
        facts.cost = nodeCost(node);
        return facts;
    }
    const auto flops = compilation.kernelFlops.find(node.callee);
    facts.cost = kernelCost(node, flops == compilation.kernelFlops.end() ? 0 : flops->second);
    if (const auto name = compilation.kernelNames.find(node.callee); name != compilation.kernelNames.end())
        facts.op = name->second;
    return facts;
}

std::optional<OpCost> kernelCost(const Compilation &compilation, const KernelRecord &kernel) {
    for (const GraphPtr &graph : compilation.final.graphs)
        for (const NodePtr &node : graph->nodes)
            if (node->callee == kernel.graph) return nodeFacts(compilationFacts(compilation), *node, true).cost;
    return std::nullopt;
}

std::vector<StackFrame> stackOf(const Node &node) {
    std::vector<StackFrame> stack;
    if (node.spans)
        for (const SourceSpan &span : *node.spans)
            stack.push_back({"", span});
    return stack;
}

} // namespace jitscope::inline session
