// SPDX-License-Identifier: Apache-2.0
// Finds for each member of a kernel what the compiled kernel gives for it.
#include "engine/run/finalvalues.h"

#include "engine/run/hostcall.h"
#include "engine/run/structuralops.h"

namespace jitscope {

void RecordedTrail::nodeDone(const Node &node, bool isKernel, std::span<const Value> arguments, const Value &result,
                             int64_t startNs, int64_t endNs) {
    const size_t before = steps().size();
    Trail::nodeDone(node, isKernel, arguments, result, startNs, endNs);
    if (steps().size() == before || !m_record || !m_wanted.contains(node.id)) return;
    m_ops.emplace(before, (*m_record)(node, isKernel, arguments, result, startNs, endNs));
}

int64_t RecordedTrail::op(size_t step) const {
    const auto found = m_ops.find(step);
    return found == m_ops.end() ? -1 : found->second;
}

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
    if (!output->isCallOf("MakeTuple")) return mark(*output, -1);
    for (size_t i = 0; i < output->inputs.size(); ++i)
        mark(*output->inputs[i], int(i));
}

std::set<NodeId> FinalValues::compiledNodes() const {
    std::set<NodeId> nodes;
    for (const auto &[id, node] : m_nodes) {
        const GraphPtr callee = node->callee.empty() ? nullptr : m_module.find(node->callee);
        if (!m_homes.contains(id) && (callee ? callee->isKernel() : computes(*node))) nodes.insert(id);
    }
    return nodes;
}

std::set<NodeId> FinalValues::memberNodes() const {
    std::set<NodeId> nodes;
    for (const auto &[id, node] : m_nodes)
        if (m_homes.contains(id) && computes(*node)) nodes.insert(id);
    return nodes;
}

FinalValue FinalValues::of(NodeId node, size_t round, const RecordedTrail &single,
                           const RecordedTrail &compiled) const {
    const auto home = m_homes.find(node);
    const bool isInside = home != m_homes.end() && !home->second.isOutput;
    const NodeId ran = home == m_homes.end() ? node : home->second.call;
    const std::vector<size_t> &rounds = compiled.rounds(ran);
    if (!isInside && round < rounds.size()) {
        const Trail::Step &step = compiled.steps()[rounds[round]];
        const int item = home == m_homes.end() ? -1 : home->second.item;
        const Sequence *items = step.value.asSequence();
        if (item < 0) return {&step.value, compiled.op(rounds[round]), step.isKernel, ran};
        if (items && size_t(item) < items->items.size())
            return {&items->items[size_t(item)], compiled.op(rounds[round]), step.isKernel, ran};
    }
    const std::vector<size_t> &slow = single.rounds(node);
    if (round >= slow.size()) return {};
    return {&single.steps()[slow[round]].value, single.op(slow[round]), false, node};
}

std::string FinalValues::kernelOf(NodeId node) const {
    const auto home = m_homes.find(node);
    return home == m_homes.end() ? std::string() : home->second.kernel;
}

} // namespace jitscope
