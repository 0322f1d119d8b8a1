// SPDX-License-Identifier: Apache-2.0
// Finds for each member of a kernel what the compiled kernel gives for it.
#include "engine/run/finalvalues.h"

#include "engine/run/hostcall.h"
#include "engine/run/structuralops.h"

#include <unordered_map>

namespace jitscope::inline run {

bool computes(const Node &node) {
    return node.isCall() && !node.op.empty() && (node.op == hostPrimitive || findStructuralOp(node.op) == nullptr);
}

FinalValues::FinalValues(const Module &final)
    : m_module(final) {
    std::unordered_map<std::string, NodeId> calls;
    for (const GraphPtr &graph : final.graphs)
        for (const NodePtr &node : graph->nodes) {
            m_nodes.emplace(node->id, node);
            if (!node->callee.empty()) calls.emplace(node->callee, node->id);
        }
    for (const GraphPtr &graph : final.graphs)
        if (graph->isKernel()) addKernel(*graph, calls[graph->name]);
}

void FinalValues::addKernel(const Graph &kernel, NodeId call) {
    for (const NodePtr &node : kernel.nodes)
        m_homes[node->id] = {kernel.name, call};
    const NodePtr &output = kernel.output;
    if (!output) return;
    const auto mark = [&](const Node &node, int item) {
        Home &home = m_homes[node.id];
        home.isOutput = home.call.valid();
        home.item = item;
    };
    if (!output->isCallOf(op::MakeTuple)) return mark(*output, -1);
    for (size_t i = 0; i < output->inputs.size(); ++i)
        mark(*output->inputs[i], int(i));
}

FinalValue FinalValues::of(NodeId node, size_t round, const Trail &single, const Trail &compiled) const {
    const auto home = m_homes.find(node);
    const bool isInside = home != m_homes.end() && !home->second.isOutput;
    const NodeId ran = home == m_homes.end() ? node : home->second.call;
    const std::vector<size_t> &rounds = compiled.rounds(ran);
    if (!isInside && round < rounds.size()) {
        const Trail::Step &step = compiled.steps()[rounds[round]];
        const int item = home == m_homes.end() ? -1 : home->second.item;
        const Sequence *items = step.value.asSequence();
        if (item < 0) return {&step.value, step.isKernel, ran};
        if (items && size_t(item) < items->items.size()) return {&items->items[size_t(item)], step.isKernel, ran};
    }
    const std::vector<size_t> &slow = single.rounds(node);
    if (round >= slow.size()) return {};
    return {&single.steps()[slow[round]].value, false, node};
}

std::string FinalValues::kernelOf(NodeId node) const {
    const auto home = m_homes.find(node);
    return home == m_homes.end() ? std::string() : home->second.kernel;
}

} // namespace jitscope::inline run
